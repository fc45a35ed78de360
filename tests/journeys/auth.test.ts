import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { codeIn, freshAccount, freshAuthClient, linkIn, mailTo } from "../support/account.ts";
import { eventually } from "../support/eventually.ts";
import {
  contactForm,
  freshAddress,
  freshIp,
  mailsAbout,
  queryStack,
} from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const PASSWORD = "low tide at six";

function fragmentOf(link: string): { token_hash: string; type: string; redirect_to: string } {
  const fields = new URLSearchParams(new URL(link).hash.slice(1));
  const read = (name: string) => fields.get(name) ?? "";
  return { token_hash: read("token_hash"), type: read("type"), redirect_to: read("redirect_to") };
}

function freshApplication(flowType: "implicit" | "pkce" = "implicit") {
  const { api, anonKey } = thisStack();
  const items = new Map<string, string>();
  return createClient(api, anonKey, {
    auth: {
      flowType,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storage: {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
        removeItem: (key) => void items.delete(key),
      },
    },
    global: { headers: { "cf-connecting-ip": freshIp() } },
  });
}

async function signIn(client = freshAuthClient()) {
  const account = await freshAccount();
  const { data, error } = await client.signInWithPassword(account);
  if (error !== null) throw error;
  return { ...account, client, session: data.session, userId: data.user.id };
}

describe("sign-up", () => {
  test("one email; confirmed with its code; signed in", async () => {
    const { auth } = freshApplication();
    const email = freshAddress();
    const { data, error } = await auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { first_name: "Ada" } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    const mail = await mailTo(email);
    expect(mail.text).toMatch(/^Hello Ada,/);
    const confirmed = await auth.verifyOtp({ email, token: codeIn(mail), type: "signup" });
    expect(confirmed.error).toBeNull();
    expect((await auth.getUser()).data.user).toMatchObject({ id: data.user?.id, email });
  });

  test("confirmed with the link after a scanner opened it", async () => {
    const client = freshAuthClient();
    const email = freshAddress();
    await client.signUp({ email, password: PASSWORD });
    const link = linkIn(await mailTo(email));
    expect(new URL(link).origin).toBe(new URL(thisStack().site).origin);
    for (const method of ["HEAD", "GET", "GET"]) await fetch(link, { method });
    const { token_hash, type } = fragmentOf(link);
    expect(type).toBe("signup");
    const { data, error } = await client.verifyOtp({ token_hash, type: "signup" });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    const again = await freshAuthClient().verifyOtp({ token_hash, type: "signup" });
    expect(again.error).toMatchObject({ status: 403, code: "otp_expired" });
  });

  test("repeated within a minute: asked to wait, with or without a confirmed account", async () => {
    const { email } = await freshAccount();
    const unconfirmed = freshAddress();
    await freshAuthClient().signUp({ email: unconfirmed, password: PASSWORD });
    const before = await mailsAbout(email);
    for (const address of [email, unconfirmed]) {
      const { error } = await freshAuthClient().signUp({ email: address, password: "another one" });
      expect(error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
    }
    expect(await mailsAbout(email)).toEqual(before);
  });

  test("expired link or code: says so", async () => {
    const client = freshAuthClient();
    const email = freshAddress();
    await client.signUp({ email, password: PASSWORD });
    const mail = await mailTo(email);
    await queryStack("update one_time_tokens set expires_at = now() where relates_to = $1", [
      email,
    ]);
    const { token_hash } = fragmentOf(linkIn(mail));
    const byLink = await client.verifyOtp({ token_hash, type: "signup" });
    const byCode = await client.verifyOtp({ email, token: codeIn(mail), type: "signup" });
    expect([byLink.error?.code, byCode.error?.code]).toEqual(["otp_expired", "otp_expired"]);
  });

  test("resend within a minute: asked to wait", async () => {
    const client = freshAuthClient();
    const email = freshAddress();
    await client.signUp({ email, password: PASSWORD });
    const { error } = await client.resend({ type: "signup", email });
    expect(error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
  });
});

describe("sign-in", () => {
  test("wrong password and unknown address: same error", async () => {
    const { email } = await freshAccount();
    const wrong = await freshAuthClient().signInWithPassword({ email, password: "high tide" });
    const unknown = await freshAuthClient().signInWithPassword({
      email: freshAddress(),
      password: "high tide",
    });
    const told = ({ error }: typeof wrong) => [error?.status, error?.code, error?.message];
    expect(told(wrong)).toEqual([400, "invalid_credentials", "Invalid login credentials"]);
    expect(told(unknown)).toEqual(told(wrong));
  });

  test("sends an enquiry as the user with the same client", async () => {
    const application = freshApplication();
    const account = await freshAccount();
    await application.auth.signInWithPassword(account);
    const { error } = await application.from("form_submissions").insert(contactForm(account.email));
    expect(error).toBeNull();
  });

  test("token verified by auth-js locally with the published key", async () => {
    const { client, session, userId } = await signIn();
    const before = await roundTrips();
    const { data, error } = await client.getClaims(session.access_token);
    expect(error).toBeNull();
    expect(data?.claims).toMatchObject({ sub: userId, aal: "aal1" });
    expect(await roundTrips()).toBe(before);
  });

  test("two tabs refresh concurrently: both stay signed in", async () => {
    const { session } = await signIn();
    const [one, other] = [freshAuthClient(), freshAuthClient()];
    const answers = await Promise.all(
      [one, other].map((tab) => tab.refreshSession({ refresh_token: session.refresh_token })),
    );
    expect(answers.map(({ error }) => error)).toEqual([null, null]);
    const [a, b] = answers.map(({ data }) => data.session?.refresh_token);
    expect(a).toBe(b);
    expect((await one.getUser()).error).toBeNull();
    expect((await other.getUser()).error).toBeNull();
  });

  test("stolen refresh token: its reuse ends the session", async () => {
    const { client, session, userId } = await signIn();
    const thief = session.refresh_token;
    await client.refreshSession();
    await client.refreshSession();
    await queryStack(
      "update sessions set refreshed_at = refreshed_at - interval '1 minute' where user_id = $1",
      [userId],
    );
    const stolen = await freshAuthClient().refreshSession({ refresh_token: thief });
    expect(stolen.error).toMatchObject({ status: 400, code: "refresh_token_already_used" });
    expect((await client.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
    expect((await client.refreshSession()).error).not.toBeNull();
  });

  test("signed out: the remaining access token is rejected", async () => {
    const { client, session } = await signIn();
    expect((await client.signOut()).error).toBeNull();
    const { error } = await freshAuthClient().getUser(session.access_token);
    expect(error).toMatchObject({ name: "AuthSessionMissingError" });
    const refreshed = await freshAuthClient().refreshSession(session);
    expect(refreshed.error).toMatchObject({ code: "refresh_token_not_found" });
  });
});

describe("password reset", () => {
  test("by link: sets a new password, sends a notice, ends other sessions", async () => {
    const { email, client: elsewhere } = await signIn();
    const client = freshAuthClient();
    const { site } = thisStack();
    await client.resetPasswordForEmail(email, { redirectTo: `${site}/forgot-password` });
    const recovery = await mailTo(email, 1);
    const { token_hash, type, redirect_to } = fragmentOf(linkIn(recovery));
    expect({ type, redirect_to }).toEqual({
      type: "recovery",
      redirect_to: `${site}/forgot-password`,
    });
    await client.verifyOtp({ token_hash, type: "recovery" });
    const { error } = await client.updateUser({ password: "high tide at noon" });
    expect(error).toBeNull();
    const notice = await mailTo(email, 2);
    expect(notice.subject).toContain("password was changed");
    expect((await elsewhere.getUser()).error).not.toBeNull();
    const old = await freshAuthClient().signInWithPassword({ email, password: PASSWORD });
    expect(old.error?.code).toBe("invalid_credentials");
  });

  test("unknown address: same response, no email", async () => {
    const email = freshAddress();
    const { error } = await freshAuthClient().resetPasswordForEmail(email);
    expect(error).toBeNull();
    const rows = await queryStack("select 1 from users where email = $1", [email]);
    expect(rows).toEqual([]);
    expect(await mailsAbout(email)).toEqual([]);
  });
});

describe("address change", () => {
  test("confirmed from both addresses", async () => {
    const { client, email } = await signIn();
    const next = freshAddress();
    const { error } = await client.updateUser({ email: next });
    expect(error).toBeNull();
    const first = await client.verifyOtp({
      email: next,
      token: codeIn(await mailTo(next)),
      type: "email_change",
    });
    expect(first.error).toBeNull();
    const { token_hash } = fragmentOf(linkIn(await mailTo(email, 1)));
    const second = await client.verifyOtp({ token_hash, type: "email_change" });
    expect(second.data.user?.email).toBe(next);
    const signedIn = await freshAuthClient().signInWithPassword({
      email: next,
      password: PASSWORD,
    });
    expect(signedIn.error).toBeNull();
  });
});

describe("PKCE client", () => {
  test("gets its session with the code in the link's redirect", async () => {
    const { auth } = freshApplication("pkce");
    const email = freshAddress();
    await auth.signUp({ email, password: PASSWORD });
    const { token_hash, type, redirect_to } = fragmentOf(linkIn(await mailTo(email)));
    const query = new URLSearchParams({ token: token_hash, type, redirect_to });
    const { api } = thisStack();
    const response = await fetch(`${api}/auth/v1/verify?${query.toString()}`, {
      redirect: "manual",
    });
    expect(response.status).toBe(303);
    const code = new URL(response.headers.get("location") ?? "").searchParams.get("code") ?? "";
    const { data, error } = await auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
  });

  test("signs in without a password", async () => {
    const { email } = await freshAccount();
    const { auth } = freshApplication("pkce");
    expect((await auth.signInWithOtp({ email })).error).toBeNull();
    const token = codeIn(await mailTo(email, 1));
    const { error } = await auth.verifyOtp({ email, token, type: "email" });
    expect(error).toBeNull();
  });
});

describe("round trips to the database", () => {
  test("sign-in: two; refresh and user: one each; forged token: none", async () => {
    const account = await freshAccount();
    const client = freshAuthClient();
    const costs = async (call: () => Promise<unknown>) => {
      const before = await roundTrips();
      await call();
      return (await roundTrips()) - before;
    };
    expect({
      signIn: await costs(() => client.signInWithPassword(account)),
      refresh: await costs(() => client.refreshSession()),
      user: await costs(() => client.getUser()),
      signOut: await costs(() => client.signOut()),
      forged: await costs(() => client.getUser("eyJhbGciOiJFUzI1NiJ9.e30.x")),
      forgedRefresh: await costs(() => client.refreshSession({ refresh_token: "A".repeat(52) })),
      signUp: await costs(() => client.signUp({ email: freshAddress(), password: PASSWORD })),
    }).toEqual({
      signIn: 2,
      refresh: 1,
      user: 1,
      signOut: 1,
      forged: 0,
      forgedRefresh: 0,
      signUp: 1,
    });
  });
});

test("addresses, passwords, codes and tokens: in no log and no event", async () => {
  const { email, session, userId } = await signIn();
  const code = codeIn(await mailTo(email));
  await eventually("every event is completed", async () => {
    const open = await queryStack(
      "select 1 from outbox_events where aggregate_id = $1 and completed_at is null",
      [userId],
    );
    return open.length === 0;
  });
  const secrets = [email, PASSWORD, session.access_token, session.refresh_token];
  const { logs } = thisStack();
  for (const name of await readdir(logs)) {
    const log = await readFile(join(logs, name), "utf8");
    for (const secret of secrets) expect(log.includes(secret), name).toBe(false);
  }
  const events = JSON.stringify(
    await queryStack("select * from outbox_events where aggregate_id = $1", [userId]),
  );
  for (const secret of [...secrets, `"${code}"`]) expect(events).not.toContain(secret);
});

async function roundTrips(): Promise<number> {
  const answer = await fetch(`${thisStack().bridge}/stats`);
  return ((await answer.json()) as { roundTrips: number }).roundTrips;
}
