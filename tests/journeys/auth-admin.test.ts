import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  adminAuth,
  codeIn,
  freshAccount,
  freshAuthClient,
  linkIn,
  mailTo,
} from "../support/account.ts";
import { eventually } from "../support/eventually.ts";
import { freshAddress, mailsAbout, queryStack } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const admin = adminAuth();

async function call(method: string, path: string, body?: unknown, key?: string) {
  const { api, serviceRoleKey } = thisStack();
  const response = await fetch(`${api}/auth/v1${path}`, {
    method,
    headers: {
      apikey: serviceRoleKey,
      authorization: `Bearer ${key ?? serviceRoleKey}`,
      "content-type": "application/json",
      "x-supabase-api-version": "2024-01-01",
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { code?: string };
  return { status: response.status, code: answer.code, headers: response.headers };
}

async function signsIn(email: string, password: string): Promise<string | null> {
  const { error } = await freshAuthClient().signInWithPassword({ email, password });
  return error?.code ?? null;
}

async function created(attributes: Parameters<typeof admin.createUser>[0]) {
  const { data, error } = await admin.createUser(attributes);
  if (error !== null) throw error;
  return data.user;
}

describe("admin API", () => {
  test("creates a confirmed user and finds it", async () => {
    const email = freshAddress();
    const user = await created({
      email,
      password: "high tide at noon",
      email_confirm: true,
      user_metadata: { first_name: "Ada" },
      app_metadata: { team: "north" },
    });
    expect(user).toMatchObject({
      email,
      user_metadata: { first_name: "Ada" },
      app_metadata: { provider: "email", providers: ["email"], team: "north" },
      identities: [{ provider: "email", identity_data: { email, email_verified: true } }],
    });
    expect(await signsIn(email, "high tide at noon")).toBeNull();
    const { data } = await admin.getUserById(user.id);
    expect(data.user).toMatchObject({ id: user.id, email });
    const { data: page } = await admin.listUsers({ page: 1, perPage: 1_000 });
    expect(page.users.map(({ id }) => id)).toContain(user.id);
  });

  test("creates a user under a given id, once", async () => {
    const id = randomUUID();
    const email = freshAddress();
    expect(await created({ id, email })).toMatchObject({ id });
    const again = await admin.createUser({ id, email: freshAddress() });
    expect(again.error).toMatchObject({ status: 409, code: "conflict" });
    const same = await admin.createUser({ email: email.toUpperCase() });
    expect(same.error).toMatchObject({ status: 422, code: "email_exists" });
  });

  test("lists all users in pages, newest first, each once", async () => {
    const made = [];
    for (let i = 0; i < 5; i++) made.push((await created({ email: freshAddress() })).id);
    const first = await admin.listUsers({ page: 1, perPage: 2 });
    const second = await admin.listUsers({ page: 2, perPage: 2 });
    expect(first.data).toMatchObject({ aud: "authenticated", nextPage: 2 });
    const seen = [...first.data.users, ...second.data.users].map(({ id }) => id);
    expect(seen).toEqual(made.toReversed().slice(0, 4));
    const [count] = await queryStack("select count(*)::int as total from users");
    expect("total" in second.data ? second.data.total : 0).toBe(count?.["total"]);
  });

  test("updates metadata by key, address, ban, and a password, which ends the sessions", async () => {
    const account = await freshAccount();
    const client = freshAuthClient();
    const { data: session } = await client.signInWithPassword(account);
    const id = session.user?.id ?? "";

    const email = freshAddress();
    const { data } = await admin.updateUserById(id, {
      email,
      email_confirm: true,
      user_metadata: { last_name: null, nickname: "A" },
      app_metadata: { role: "ops" },
    });
    expect(data.user).toMatchObject({
      email,
      user_metadata: { first_name: "Ada", nickname: "A" },
      app_metadata: { provider: "email", role: "ops" },
      identities: [{ identity_data: { email } }],
    });
    expect(data.user?.user_metadata).not.toHaveProperty("last_name");
    expect((await client.getUser()).error).toBeNull();

    await admin.updateUserById(id, { password: "another tide" });
    expect((await client.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
    expect(await signsIn(email, account.password)).toBe("invalid_credentials");
    expect(await signsIn(email, "another tide")).toBeNull();
    await expect
      .poll(async () => (await mailsAbout(email)).map(({ subject }) => subject))
      .toEqual(
        expect.arrayContaining([
          expect.stringMatching(/address was changed/),
          expect.stringMatching(/password was changed/),
        ]),
      );

    await admin.updateUserById(id, { ban_duration: "1h" });
    expect(await signsIn(email, "another tide")).toBe("user_banned");
    await admin.updateUserById(id, { ban_duration: "none" });
    expect(await signsIn(email, "another tide")).toBeNull();
  });

  test("deletes a user, or leaves an anonymised row", async () => {
    const kept = await freshAccount();
    const gone = await created({ email: freshAddress() });
    const { data } = await freshAuthClient().signInWithPassword(kept);
    const id = data.user?.id ?? "";

    expect((await admin.deleteUser(gone.id)).error).toBeNull();
    expect((await admin.getUserById(gone.id)).error).toMatchObject({
      status: 404,
      code: "user_not_found",
    });
    expect((await admin.deleteUser(id, true)).error).toBeNull();
    const { data: left } = await admin.getUserById(id);
    expect(left.user).toMatchObject({ id, email: "", identities: [], user_metadata: {} });
    expect(await signsIn(kept.email, kept.password)).toBe("invalid_credentials");
    expect((await admin.deleteUser(id, true)).error).toMatchObject({ code: "user_not_found" });
    await eventually("both erasures are on record", async () => {
      const rows = await queryStack(
        "select data->>'left' as left from audit_log where subject_id = any($1) and action = 'effect.audit' order by 1",
        [[gone.id, id]],
      );
      return rows.filter((row) => row["left"] !== null).length === 2;
    });
  });

  test("lists and deletes a user's factor", async () => {
    const account = await freshAccount();
    const client = freshAuthClient();
    const { data: session } = await client.signInWithPassword(account);
    const userId = session.user?.id ?? "";
    const enrolled = await client.mfa.enroll({ factorType: "totp", friendlyName: "phone" });
    const id = enrolled.data?.id ?? "";
    const { data } = await admin.mfa.listFactors({ userId });
    expect(data?.factors).toMatchObject([{ id, friendly_name: "phone", status: "unverified" }]);
    expect(JSON.stringify(data)).not.toContain("secret");
    const other = await admin.mfa.deleteFactor({ userId, id: randomUUID() });
    expect(other.error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
    expect((await admin.mfa.deleteFactor({ userId, id })).error).toBeNull();
    expect((await admin.mfa.listFactors({ userId })).data?.factors).toEqual([]);
  });

  test("invites by email; the user then sets a password", async () => {
    const email = freshAddress();
    const { data, error } = await admin.inviteUserByEmail(email, { data: { first_name: "Bob" } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, invited_at: expect.any(String) });
    expect(data.user).not.toHaveProperty("email_confirmed_at");
    const mail = await mailTo(email);
    expect(linkIn(mail)).toContain("type=invite");
    const client = freshAuthClient();
    const verified = await client.verifyOtp({ email, token: codeIn(mail), type: "invite" });
    expect(verified.data.user?.email_confirmed_at).toEqual(expect.any(String));
    await client.updateUser({ password: "spring tide" });
    expect(await signsIn(email, "spring tide")).toBeNull();
    const again = await admin.inviteUserByEmail(email);
    expect(again.error).toMatchObject({ status: 422, code: "email_exists" });
  });
});

describe("generated links", () => {
  test.each(["magiclink", "recovery"] as const)("signs the user in: %s", async (type) => {
    const { email } = await freshAccount();
    const { data, error } = await admin.generateLink({ type, email });
    expect(error).toBeNull();
    expect(data.properties).toMatchObject({ verification_type: type });
    expect(data.properties?.action_link).toContain(`token=${data.properties?.hashed_token}`);
    const client = freshAuthClient();
    const verified = await client.verifyOtp({
      token_hash: data.properties?.hashed_token ?? "",
      type,
    });
    expect(verified.data.user?.email).toBe(email);
    const again = await client.verifyOtp({ email, token: data.properties?.email_otp ?? "", type });
    expect(again.error).toMatchObject({ code: "otp_expired" });
  });

  test("opened in a browser: redirects to the site with a session", async () => {
    const { email } = await freshAccount();
    const { data } = await admin.generateLink({ type: "magiclink", email });
    const answer = await fetch(data.properties?.action_link ?? "", { redirect: "manual" });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toMatch(
      new RegExp(`^${thisStack().site}/?#access_token=`),
    );
  });

  test("sign-up link: creates the user", async () => {
    const [email, invited, signedUp] = [freshAddress(), freshAddress(), freshAddress()];
    const links = [
      await admin.generateLink({ type: "magiclink", email }),
      await admin.generateLink({ type: "invite", email: invited }),
      await admin.generateLink({ type: "signup", email: signedUp, password: "neap tide" }),
    ];
    expect(links.map(({ data }) => data.properties?.verification_type)).toEqual([
      "signup",
      "invite",
      "signup",
    ]);
    for (const { data } of links) {
      const { error } = await freshAuthClient().verifyOtp({
        token_hash: data.properties?.hashed_token ?? "",
        type: data.properties?.verification_type === "invite" ? "invite" : "signup",
      });
      expect(error).toBeNull();
    }
    expect(await signsIn(signedUp, "neap tide")).toBeNull();
    const taken = await admin.generateLink({ type: "invite", email: invited });
    expect(taken.error).toMatchObject({ status: 422, code: "email_exists" });
  });

  test("changes an address once both addresses have agreed", async () => {
    const account = await freshAccount();
    const newEmail = freshAddress();
    const types = ["email_change_current", "email_change_new"] as const;
    const links = await Promise.all(
      types.map((type) => admin.generateLink({ type, email: account.email, newEmail })),
    );
    const [first, second] = links.map(({ data }) => data.properties?.hashed_token ?? "");
    const verify = (token_hash = "") =>
      freshAuthClient().verifyOtp({ token_hash, type: "email_change" });
    expect(await verify(first)).toMatchObject({ data: { user: null }, error: null });
    expect((await verify(second)).data.user?.email).toBe(newEmail);
    expect(await signsIn(newEmail, account.password)).toBeNull();
  });
});

// `edge/authorization.test.ts` has every route.
test("admin API: requires the service role", async () => {
  const client = freshAuthClient();
  await client.signInWithPassword(await freshAccount());
  const { data } = await client.getSession();
  const { anonKey, api } = thisStack();
  const create = (key?: string) => call("POST", "/admin/users", {}, key);
  for (const key of [anonKey, data.session?.access_token]) {
    expect(await create(key)).toMatchObject({ status: 403, code: "not_admin" });
  }
  expect(await create("nonsense")).toMatchObject({ status: 403, code: "bad_jwt" });
  expect((await fetch(`${api}/auth/v1/admin/users`, { method: "POST" })).status).toBe(401);
});
