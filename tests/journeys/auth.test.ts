import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { codeIn, freshAccount, freshAuthClient, linkIn, mailTo } from "../support/account.ts";
import { eventually } from "../support/eventually.ts";
import { freshIp } from "../support/fresh-ip.ts";
import { contactForm, countRoundTrips, freshAddress, queryStack } from "../support/stack-client.ts";
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
  test("sends one email, whose code confirms the address and signs in", async () => {
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

  test("is confirmed by its link, although a link scanner opened it before", async () => {
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
});

describe("sign-in", () => {
  test("sends an enquiry as the user with the same client", async () => {
    const application = freshApplication();
    const account = await freshAccount();
    await application.auth.signInWithPassword(account);
    const { error } = await application.from("form_submissions").insert(contactForm(account.email));
    expect(error).toBeNull();
  });

  test("token verified by auth-js locally with the published key", async () => {
    const { client, session, userId } = await signIn();
    const { data, error } = await client.getClaims(session.access_token);
    expect(error).toBeNull();
    expect(data?.claims).toMatchObject({ sub: userId, aal: "aal1" });
    await expect
      .poll(() => countRoundTrips(() => client.getClaims(session.access_token)))
      .toMatchObject({ roundTrips: 0 });
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
});

describe("round trips to the database", () => {
  test("sign-in: two; refresh and user: one each; forged token: none", async () => {
    const account = await freshAccount();
    const client = freshAuthClient();
    const costs = async (call: () => Promise<unknown>) => (await countRoundTrips(call)).roundTrips;
    const measured = async () => ({
      signIn: await costs(() => client.signInWithPassword(account)),
      refresh: await costs(() => client.refreshSession()),
      user: await costs(() => client.getUser()),
      signOut: await costs(() => client.signOut()),
      forged: await costs(() => client.getUser("eyJhbGciOiJFUzI1NiJ9.e30.x")),
      forgedRefresh: await costs(() => client.refreshSession({ refresh_token: "A".repeat(52) })),
      signUp: await costs(() => client.signUp({ email: freshAddress(), password: PASSWORD })),
    });
    await expect.poll(measured).toEqual({
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

test("addresses, passwords, codes, tokens and factors' secrets: in no log and no event", async () => {
  const { client, email, session, userId } = await signIn();
  await client.resetPasswordForEmail(email);
  const { data: factor } = await client.mfa.enroll({ factorType: "totp" });
  const [saved] = await queryStack("select encrypted_secret from mfa_factors where id = $1", [
    factor?.id,
  ]);
  expect(saved?.["encrypted_secret"]).toMatch(/^v1\./);
  const code = codeIn(await mailTo(email));
  await eventually("every event is completed", async () => {
    const open = await queryStack(
      "select 1 from outbox_events where aggregate_id = $1 and completed_at is null",
      [userId],
    );
    return open.length === 0;
  });
  const totpSecret = String(factor?.totp?.secret);
  const secrets = [email, PASSWORD, session.access_token, session.refresh_token, totpSecret];
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
