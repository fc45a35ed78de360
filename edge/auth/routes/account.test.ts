import { expect } from "vitest";
import { createAddressHash } from "#db/emails/address-hash.ts";
import { API, type AuthService, SECRET, test } from "../../../tests/support/auth-service.ts";
import { insertCustomer, insertSubscription } from "../../../tests/support/customer-rows.ts";
import type { TestDatabase } from "../../../tests/support/database.ts";
import { refusal } from "../../../tests/support/refusal.ts";
import { UNLIMITED } from "../../../tests/support/unlimited.ts";

const ADA = { email: "ada@shop.example", password: "low tide at six" };
/** Longer than a sign-in counts as proof. */
const OLD_S = 11 * 60;

async function signIn(auth: AuthService, { query }: TestDatabase) {
  await auth.call("POST", "/signup", ADA);
  await query("update users set email_confirmed_at = now()");
  const { data } = await auth.client().signInWithPassword(ADA);
  const headers = {
    apikey: await auth.sign({ role: "anon" }),
    authorization: `Bearer ${data.session?.access_token}`,
  };
  return {
    userId: String(data.user?.id),
    headers,
    erase: () => auth.call("POST", `${API}/functions/v1/account/erase`, undefined, headers),
    reauthenticate: (proof: object) =>
      auth.call("POST", `${API}/functions/v1/account/reauthenticate`, proof, headers),
  };
}

test.for(["a mailed code", "the password"] as const)(
  "erasure after an old sign-in: %s proves the user, a wrong one does not",
  async (proof, { auth, database }) => {
    const { erase, reauthenticate, headers } = await signIn(auth, database);
    auth.wait(OLD_S);
    expect(refusal(await erase())).toEqual([409, "reauthentication_needed"]);
    const isCode = proof === "a mailed code";
    if (isCode) {
      expect((await auth.call("GET", "/reauthenticate", undefined, headers)).status).toBe(200);
    }
    for (const wrong of [isCode ? { nonce: "000000" } : { password: "wrong" }, {}]) {
      expect(refusal(await reauthenticate(wrong))).toEqual([422, "reauthentication_not_valid"]);
    }
    expect((await erase()).status).toBe(409);
    const emails = async () => (await database.query("select email from users")).rows;
    expect(await emails()).toEqual([{ email: ADA.email }]);
    const right = isCode
      ? { nonce: (await auth.mailTo(ADA.email)).code }
      : { password: ADA.password };
    expect((await reauthenticate(right)).status).toBe(200);
    expect((await reauthenticate(right)).status).toBe(isCode ? 422 : 200);
    expect((await erase()).status).toBe(200);
    expect(await emails()).not.toContainEqual({ email: ADA.email });
    expect((await auth.client().signInWithPassword(ADA)).error?.code).toBe("invalid_credentials");
  },
);

test("erasure while a subscription renews: refused to the user and to an administrator, accepted once it is cancelled", async ({
  auth,
  database,
  db,
}) => {
  const { userId, headers, erase } = await signIn(auth, database);
  await insertCustomer(db, { id: "cus_1", userId });
  await insertSubscription(db, { id: "sub_1", customerId: "cus_1", userId });
  expect(refusal(await erase())).toEqual([409, "subscription_active"]);
  const byAdmin = await auth.call("DELETE", `/admin/users/${userId}`, undefined, {
    authorization: `Bearer ${await auth.sign({ role: "service_role" })}`,
  });
  expect(byAdmin.status).toBe(409);
  expect((await auth.call("GET", "/user", undefined, headers)).status).toBe(200);
  await database.query("update subscriptions set cancel_at_period_end = true");
  expect((await erase()).status).toBe(200);
});

test("erasure by a user with a factor, in a session without it: refused", async ({
  auth,
  database,
}) => {
  const { erase } = await signIn(auth, database);
  await database.query(`insert into mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    select gen_random_uuid(), id, 'totp', 'verified', now(), now() from users`);
  expect(refusal(await erase())).toEqual([403, "insufficient_aal"]);
});

test("list of sessions: those that can still be used", async ({ serviceWith, database }) => {
  const auth = serviceWith({ SESSIONS_INACTIVITY_TIMEOUT: "720h" });
  await auth.call("POST", "/signup", ADA);
  await database.query("update users set email_confirmed_at = now()");
  const { data } = await auth.client().signInWithPassword(ADA);
  const usedBefore = (days: number) =>
    new Date(auth.clock.now.getTime() - days * 86_400_000).toISOString();
  await database.query(`insert into sessions (id, user_id, amr, user_agent, created_at, refreshed_at, not_after)
    select gen_random_uuid(), id, '[]', agent, '2020-01-01', refreshed_at::timestamptz, not_after::timestamptz
    from users, (values
      ('idle', '${usedBefore(30)}', null),
      ('used', '${usedBefore(29)}', null),
      ('at its end', '${usedBefore(0)}', '${usedBefore(0)}'),
      ('before its end', '${usedBefore(1)}', '${usedBefore(-1)}')
    ) as rows (agent, refreshed_at, not_after)`);
  const { body } = await auth.call("GET", `${API}/functions/v1/account/sessions`, undefined, {
    apikey: await auth.sign({ role: "anon" }),
    authorization: `Bearer ${data.session?.access_token}`,
  });
  expect(body).toMatchObject({
    sessions: [{ is_current: true }, { user_agent: "before its end" }, { user_agent: "used" }],
  });
});

test("address that bounced: told, in the export, and the new one confirms alone", async ({
  auth,
  database,
}) => {
  await auth.call("POST", "/signup", ADA);
  await database.query("update users set email_confirmed_at = now()");
  const { data } = await auth.client().signInWithPassword(ADA);
  const headers = {
    apikey: await auth.sign({ role: "anon" }),
    authorization: `Bearer ${data.session?.access_token}`,
  };
  const get = async (path: string) =>
    (await auth.call("GET", `${API}/functions/v1/account/${path}`, undefined, headers)).body;
  expect(await get("email")).toEqual({
    is_undeliverable: false,
    is_new_address_enough: false,
    has_password: true,
  });
  expect(await get("export")).toMatchObject({ undeliverable_addresses: [] });

  const since = "2026-11-20T12:00:00.000Z";
  await database.query(
    "insert into undeliverable_addresses (address_hash, reason, changed_at) values ($1, 'bounced', $2)",
    [createAddressHash(SECRET).of(ADA.email), since],
  );
  expect(await get("email")).toEqual({
    is_undeliverable: true,
    is_new_address_enough: false,
    has_password: true,
  });
  expect(await get("export")).toMatchObject({
    undeliverable_addresses: [{ email: ADA.email, reason: "bounced", since }],
  });
  expect((await auth.call("PUT", "/user", { email: "ada@new.example" }, headers)).status).toBe(200);
  expect(await get("email")).toEqual({
    is_undeliverable: true,
    is_new_address_enough: true,
    has_password: true,
  });
});

test("wrong codes and passwords of a signed-in user: count nothing against whoever has that email", async ({
  serviceWith,
  database,
}) => {
  const counted: string[] = [];
  const count = (account: string) => {
    counted.push(account);
    return Promise.resolve({ allowed: true, retryAfterS: 0 });
  };
  const auth = serviceWith(
    { SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "true" },
    { ...UNLIMITED, checkCodeAttempt: count, checkPasswordAttempt: count },
  );
  await auth.call("POST", "/signup", ADA);
  await database.query("update users set email_confirmed_at = now()");
  const { data } = await auth.client().signInWithPassword(ADA);
  const headers = {
    apikey: await auth.sign({ role: "anon" }),
    authorization: `Bearer ${data.session?.access_token}`,
  };
  await database.query("update users set password_hash = null");
  counted.length = 0;
  const change = { password: "high tide at noon", nonce: "000000" };
  expect((await auth.call("PUT", "/user", change, headers)).status).toBe(422);
  // Its organisation names its email.
  await database.query("update users set is_sso = true");
  for (const proof of [{ nonce: "000000" }, { password: "wrong" }]) {
    const path = `${API}/functions/v1/account/reauthenticate`;
    expect((await auth.call("POST", path, proof, headers)).status).toBe(422);
  }
  expect(counted).toEqual([data.user?.id, data.user?.id]);
});

test("link of an email: names its account until it is used; an unknown one: 404", async ({
  auth,
  database,
}) => {
  const { headers } = await signIn(auth, database);
  const { link } = await auth.mailTo(ADA.email);
  const read = (token: string) =>
    auth.call(
      "POST",
      `${API}/functions/v1/account/mail-link`,
      { token },
      { apikey: headers.apikey },
    );
  expect(await read(link)).toMatchObject({
    status: 200,
    body: { email: ADA.email, new_email: null },
  });
  await auth.call("POST", "/verify", { type: "signup", token_hash: link });
  for (const token of [link, "made-up"]) {
    expect(refusal(await read(token))).toEqual([404, "not_found"]);
  }
});

test("account without a password: says so", async ({ auth, database }) => {
  const { headers } = await signIn(auth, database);
  const hasPassword = async () =>
    (await auth.call("GET", `${API}/functions/v1/account/email`, undefined, headers)).body[
      "has_password"
    ];
  expect(await hasPassword()).toBe(true);
  await database.query("update users set password_hash = null");
  expect(await hasPassword()).toBe(false);
});
