import { generateKeyPair } from "jose";
import pg from "pg";
import { describe, expect } from "vitest";
import { createOneTimeCodes } from "#db/accounts/one-time-tokens/one-time-code.ts";
import { createAddressHash } from "#db/emails/address-hash.ts";
import {
  API,
  type AuthService,
  SECRET,
  test as base,
} from "../../../tests/support/auth-service.ts";
import { countLockWaits, type TestDatabase } from "../../../tests/support/database.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { refusal } from "../../../tests/support/refusal.ts";
import { UNLIMITED } from "../../../tests/support/unlimited.ts";

const ADA = { email: "ada@shop.example", password: "low tide at six" };
const NEW = "ada@new.example";

const test = base.extend<{ ada: { auth: AuthService; token: string; userId: string } }>({
  ada: async ({ auth, database }, use) => {
    await use(await signedIn(auth, database));
  },
});

async function signedIn(
  auth: AuthService,
  database: { query: (text: string) => Promise<unknown> },
) {
  await auth.call("POST", "/signup", ADA);
  await database.query("update users set email_confirmed_at = now()");
  const { data } = await auth.client().signInWithPassword(ADA);
  return { auth, token: data.session?.access_token ?? "", userId: data.user?.id ?? "" };
}

const addFactor = (database: TestDatabase) =>
  database.query(
    `insert into mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     select gen_random_uuid(), id, 'totp', 'verified', now(), now() from users`,
  );
type Ada = Awaited<ReturnType<typeof signedIn>>;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const put = async (ada: { auth: AuthService; token: string }, body: unknown) =>
  ada.auth.call("PUT", "/user", body, bearer(ada.token));
const foreign = await generateKeyPair("ES256", { extractable: true });

describe("GET /user", () => {
  test("GET /user: returns the public fields of the token's user", async ({ ada }) => {
    const { status, body } = await ada.auth.call("GET", "/user", undefined, bearer(ada.token));
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: ada.userId, email: ADA.email, aud: "authenticated" });
    expect(JSON.stringify(body)).not.toMatch(/password|argon2|is_sso|halfway/);
  });

  test("GET /user without a token: 401", async ({ auth }) => {
    for (const headers of [{}, { authorization: "Basic YTpi" }, { authorization: "Bearer " }]) {
      expect(refusal(await auth.call("GET", "/user", undefined, headers))).toEqual([
        401,
        "no_authorization",
      ]);
    }
  });

  test("token that is forged, foreign, expired or without a user: rejected", async ({ ada }) => {
    for (const [name, make, status] of [
      ["no token", () => Promise.resolve("nonsense"), 403],
      ["a token without a signature", unsigned, 403],
      ["a signature by another key", forged({ key: foreign.privateKey }), 403],
      ["an unknown key", forged({ kid: "key-2" }), 403],
      ["another issuer", forged({ issuer: "https://elsewhere.example/auth/v1" }), 403],
      ["another audience", forged({ audience: "anon" }), 403],
      ["an hour that is over", forged({ expires: new Date(Date.now() - 60_000) }), 403],
      [
        "no subject, as in the public key",
        (ada: { auth: AuthService }) => ada.auth.sign({ role: "anon" }),
        403,
      ],
      [
        "a subject that is not a UUID",
        (ada: { auth: AuthService }) => ada.auth.sign({ sub: "ada" }),
        400,
      ],
    ] as const) {
      const headers = bearer(await make(ada));
      expect(refusal(await ada.auth.call("GET", "/user", undefined, headers)), name).toEqual([
        status,
        "bad_jwt",
      ]);
    }
  });

  test("token: rejected once its session ended, its account was deleted or the user banned", async ({
    ada,
    database,
  }) => {
    const code = async () => {
      const { status, body } = await ada.auth.call("GET", "/user", undefined, bearer(ada.token));
      return [status, body["code"]];
    };
    await database.query("update users set banned_until = now() + interval '1 day'");
    expect(await code()).toEqual([403, "user_banned"]);
    await database.query("delete from sessions");
    expect(await code()).toEqual([403, "session_not_found"]);
    await database.query("delete from users");
    expect(await code()).toEqual([403, "user_not_found"]);
  });

  test("expired token: rejected although it was accepted before", async ({ ada }) => {
    ada.auth.wait(3_606);
    expect(refusal(await ada.auth.call("GET", "/user", undefined, bearer(ada.token)))).toEqual([
      403,
      "bad_jwt",
    ]);
  });

  test("public endpoint: ignores an expired token", async ({ ada }) => {
    const answer = await ada.auth.call(
      "POST",
      "/token?grant_type=password",
      ADA,
      bearer("expired"),
    );
    expect(answer.status).toBe(200);
  });
});

describe("logout", () => {
  test.for([
    ["local", { own: false, other: true }],
    ["others", { own: true, other: false }],
    ["global", { own: false, other: false }],
  ] as const)(
    "logout with scope %s: ends those sessions at once",
    async ([scope, left], { ada }) => {
      const other = ada.auth.client();
      await other.signInWithPassword(ADA);
      const own = ada.auth.client();
      await own.signInWithPassword(ADA);
      const { data } = await own.getSession();
      const { error } = await own.signOut({ scope });
      expect(error).toBeNull();
      const headers = bearer(data.session?.access_token ?? "");
      const { status } = await ada.auth.call("GET", "/user", undefined, headers);
      expect({ own: status === 200, other: (await other.getUser()).error === null }).toEqual(left);
    },
  );

  test.for([
    ["local", 204, { own: false, other: true }],
    ["others", 403, { own: true, other: true }],
    ["global", 204, { own: false, other: true }],
  ] as const)(
    "logout with scope %s, without the account's factor: %i, and ends no other session",
    async ([scope, status, left], { ada, database }) => {
      const other = ada.auth.client();
      await other.signInWithPassword(ADA);
      await addFactor(database);
      const answer = await ada.auth.request(`/logout?scope=${scope}`, {
        method: "POST",
        headers: bearer(ada.token),
      });
      expect(answer.status).toBe(status);
      const own = await ada.auth.call("GET", "/user", undefined, bearer(ada.token));
      expect({ own: own.status === 200, other: (await other.getUser()).error === null }).toEqual(
        left,
      );
    },
  );

  test("logout: returns no body, and rejects an unknown scope", async ({ ada }) => {
    const answer = await ada.auth.call("POST", "/logout?scope=all", undefined, bearer(ada.token));
    expect(refusal(answer)).toEqual([400, "validation_failed"]);
    const response = await ada.auth.request("/logout", {
      method: "POST",
      headers: bearer(ada.token),
    });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe("");
  });
});

describe("user metadata", () => {
  test("metadata update: merges, and null removes a key", async ({ ada }) => {
    await put(ada, { data: { first_name: "Ada", shoe: 38, nested: { a: null } } });
    const { body } = await put(ada, { data: { shoe: null, last_name: "Byron" } });
    expect(body["user_metadata"]).toMatchObject({
      first_name: "Ada",
      last_name: "Byron",
      nested: { a: null },
      email: ADA.email,
    });
    expect(body["user_metadata"]).not.toHaveProperty("shoe");
  });

  test("app metadata: cannot be changed by the user", async ({ ada }) => {
    expect(refusal(await put(ada, { app_metadata: { role: "ops" } }))).toEqual([403, "not_admin"]);
  });
});

describe("password change", () => {
  test("changed to the same, a weak or a too long password: rejected", async ({ ada }) => {
    for (const [name, body, status, code] of [
      ["the same one", { password: ADA.password }, 422, "same_password"],
      ["a weak one", { password: "12345" }, 422, "weak_password"],
      ["one of the commonest", { password: "qwerty" }, 422, "weak_password"],
      ["none", { password: "" }, 422, "weak_password"],
      ["73 bytes", { password: "a".repeat(73) }, 400, "validation_failed"],
    ] as const) {
      expect(refusal(await put(ada, body)), name).toEqual([status, code]);
    }
  });

  test("password change: ends every other session and every pending code", async ({
    ada,
    database,
  }) => {
    const other = ada.auth.client();
    await other.signInWithPassword(ADA);
    await ada.auth.call("POST", "/recover", { email: ADA.email });
    expect((await put(ada, { password: "high tide at noon" })).status).toBe(200);
    expect((await other.getUser()).error).not.toBeNull();
    expect((await ada.auth.call("GET", "/user", undefined, bearer(ada.token))).status).toBe(200);
    expect((await database.query("select 1 from one_time_tokens")).rows).toEqual([]);
    const { rows } = await database.query(
      "select payload from outbox_events where type = 'PasswordChanged'",
    );
    expect(rows).toEqual([{ payload: { userId: ada.userId } }]);
  });

  test("password change: requires a mailed code when configured and the session is a day old", async ({
    serviceWith,
    database,
  }) => {
    const auth = serviceWith({
      SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "true",
      JWT_EXP: "604800",
    });
    const ada = await signedIn(auth, database);
    auth.wait(86_401);
    const password = "high tide at noon";
    expect(refusal(await put(ada, { password }))).toEqual([400, "reauthentication_needed"]);
    const asked = await auth.call("GET", "/reauthenticate", undefined, bearer(ada.token));
    expect(asked).toMatchObject({ status: 200, body: {} });
    const { code: nonce } = await auth.mailTo(ADA.email);
    expect(refusal(await put(ada, { password, nonce: "000000" }))).toEqual([
      422,
      "reauthentication_not_valid",
    ]);
    expect((await put(ada, { password, nonce })).status).toBe(200);
    expect(refusal(await put(ada, { password: "another tide", nonce }))).toEqual([
      422,
      "reauthentication_not_valid",
    ]);
  });

  test("password change: requires the current password when configured, except after a mailed code", async ({
    serviceWith,
    database,
  }) => {
    const auth = serviceWith({ SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: "true" });
    const ada = await signedIn(auth, database);
    const password = "high tide at noon";
    const codeOf = async (body: object) => (await put(ada, body)).body["code"];
    expect(await codeOf({ password })).toBe("current_password_required");
    expect(await codeOf({ password, current_password: "x" })).toBe("current_password_invalid");
    expect(await codeOf({ password, current_password: ADA.password })).toBeUndefined();
    await auth.call("POST", "/recover", { email: ADA.email });
    const { code } = await auth.mailTo(ADA.email);
    const client = auth.client();
    await client.verifyOtp({ email: ADA.email, token: code, type: "recovery" });
    expect((await client.updateUser({ password: "third tide" })).error).toBeNull();
  });

  test.for([
    ["current_password_required", "no proof", {}],
    [undefined, "the current password", { current_password: ADA.password }],
    [undefined, "a mailed code", { nonce: "mailed" }],
  ] as const)(
    "password change eleven minutes after a sign-in by code: answers %s with %s",
    async ([expected, , proof], { serviceWith, database }) => {
      const auth = serviceWith({
        SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "true",
        SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: "true",
      });
      const ada = await signedIn(auth, database);
      await database.query("update sessions set amr = jsonb_set(amr, '{0,method}', '\"otp\"')");
      auth.wait(660);
      await auth.call("GET", "/reauthenticate", undefined, bearer(ada.token));
      const { code } = await auth.mailTo(ADA.email);
      const given = "nonce" in proof ? { nonce: code } : proof;
      const { body } = await put(ada, { password: "high tide at noon", ...given });
      expect(body["code"]).toBe(expected);
    },
  );

  test("first password of an account without one: requires a recent sign-in", async ({
    ada,
    database,
  }) => {
    await database.query("update users set password_hash = null");
    ada.auth.wait(660);
    expect((await put(ada, { password: "high tide at noon" })).body["code"]).toBe(
      "reauthentication_needed",
    );
  });

  test("wrong current passwords and codes: counted per account until one is right", async ({
    serviceWith,
    database,
  }) => {
    const asked: string[][] = [];
    const limits = {
      ...UNLIMITED,
      checkPasswordAttempt: (limitKey: string) => {
        asked.push(["checkPasswordAttempt", limitKey]);
        return Promise.resolve({ allowed: asked.length < 6, retryAfterS: 7 });
      },
      checkCodeAttempt: (...who: string[]) => {
        asked.push(["checkCodeAttempt", ...who]);
        return Promise.resolve({ allowed: true, retryAfterS: 0 });
      },
      recordCodeSuccess: (...who: string[]) => {
        asked.push(["recordCodeSuccess", ...who]);
        return Promise.resolve();
      },
    };
    const settings = {
      SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "true",
      SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: "true",
    };
    const auth = serviceWith(settings, limits);
    const ada = await signedIn(auth, database);
    const wanted = { password: "high tide at noon", current_password: ADA.password };
    await auth.call("GET", "/reauthenticate", undefined, bearer(ada.token));
    const { code: nonce } = await auth.mailTo(ADA.email);
    asked.length = 0;
    await put(ada, { ...wanted, nonce: "000000" });
    await put(ada, { ...wanted, nonce });
    await put(ada, { ...wanted, current_password: "a guess" });
    expect(asked.map(([what, who]) => [what, who])).toEqual([
      ["checkCodeAttempt", ada.userId],
      ["checkPasswordAttempt", ADA.email],
      ["checkCodeAttempt", ada.userId],
      ["checkPasswordAttempt", ADA.email],
      ["recordCodeSuccess", ada.userId],
      ["checkPasswordAttempt", ADA.email],
    ]);
    expect(
      refusal(await put(ada, { password: "another tide", current_password: "a guess" })),
    ).toEqual([429, "over_request_rate_limit"]);
  });

  test("password, address and metadata change: require aal2 when the user has a factor", async ({
    ada,
    database,
  }) => {
    await addFactor(database);
    for (const body of [
      { password: "high tide at noon" },
      { email: NEW },
      { data: { first_name: "Eve" } },
    ]) {
      expect(refusal(await put(ada, body))).toEqual([401, "insufficient_aal"]);
    }
  });
});

describe("reauthentication", () => {
  test("two requests at once: one mail", async ({ ada, database }) => {
    const ask = async () =>
      (await ada.auth.call("GET", "/reauthenticate", undefined, bearer(ada.token))).status;
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query("begin");
    await holder.query("select from users for update");
    const asking = Promise.all([ask(), ask()]);
    await eventually(
      "both wait for the account",
      async () => (await countLockWaits(database)) === 2,
    );
    await holder.query("commit");
    await holder.end();
    expect(new Set(await asking)).toEqual(new Set([200, 429]));
    const { rows } = await database.query(
      "select id from outbox_events where payload->>'mail' = 'reauthentication'",
    );
    expect(rows).toHaveLength(1);
  });

  test("mail budget of users spent: says so, and writes none", async ({
    ada,
    serviceWith,
    database,
  }) => {
    const auth = serviceWith(
      {},
      {
        ...UNLIMITED,
        take: (bucket) =>
          Promise.resolve({ allowed: bucket !== "email_sent_proven", retryAfterS: 7 }),
      },
    );
    const { status, body } = await auth.call(
      "GET",
      "/reauthenticate",
      undefined,
      bearer(ada.token),
    );
    expect([status, body["code"]]).toEqual([429, "over_email_send_rate_limit"]);
    const { rows } = await database.query(
      "select id from outbox_events where payload->>'mail' = 'reauthentication'",
    );
    expect(rows).toEqual([]);
  });

  test("reauthentication: sends one mail per minute and says how long to wait", async ({ ada }) => {
    const ask = async () => ada.auth.call("GET", "/reauthenticate", undefined, bearer(ada.token));
    expect((await ask()).status).toBe(200);
    ada.auth.wait(20);
    const refused = await ask();
    expect(refusal(refused)).toEqual([429, "over_email_send_rate_limit"]);
    expect(refused.body["message"]).toContain("after 40 seconds");
    expect(refused.headers.get("retry-after")).toBe("40");
  });
});

describe("address change", () => {
  const listChanges = async ({ query }: TestDatabase) =>
    (await query("select payload, actor from outbox_events where type = 'EmailChanged'")).rows;

  const verify = async (auth: AuthService, email: string) => {
    const { code } = await auth.mailTo(email);
    return auth.call("POST", "/verify", { type: "email_change", email, token: code });
  };

  const listErased = async ({ query }: TestDatabase) =>
    (
      await query(`select email, type from erased_addresses join outbox_events using (id)
        where occurred_at = erased_at`)
    ).rows;
  const OLD_IS_TOLD = [{ email: ADA.email, type: "EmailChanged" }];

  test("email set by an administrator: an event, and none for the same email", async ({
    ada: { auth, userId },
    database,
  }) => {
    const service = bearer(await auth.sign({ role: "service_role" }));
    for (const body of [{ email: ADA.email }, { email: NEW }, { role: "authenticated" }]) {
      const { status } = await auth.call("PUT", `/admin/users/${userId}`, body, service);
      expect(status).toBe(200);
    }
    expect(await listChanges(database)).toEqual([
      { payload: { userId }, actor: { kind: "system", name: "service_role" } },
    ]);
    expect(await listErased(database)).toEqual(OLD_IS_TOLD);
  });

  test("unproven email replaced by an administrator: nobody is told at the old one", async ({
    ada: { auth, userId },
    database,
  }) => {
    await database.query("update users set email_confirmed_at = null");
    const service = bearer(await auth.sign({ role: "service_role" }));
    await auth.call("PUT", `/admin/users/${userId}`, { email: NEW }, service);
    expect(await listErased(database)).toEqual([]);
  });

  test("email change: confirmed from both addresses, in either order", async ({
    ada,
    database,
  }) => {
    const { auth } = ada;
    const { body } = await put(ada, { email: "Ada@NEW.example" });
    expect(body).toMatchObject({ email: ADA.email, new_email: NEW });
    expect((await auth.mailTo(ADA.email)).mail).toBe("email-change-current");
    expect((await auth.mailTo(NEW)).mail).toBe("email-change-new");
    const first = await verify(auth, NEW);
    expect(first).toMatchObject({ status: 200, body: { code: "200", msg: expect.any(String) } });
    const { body: between } = await auth.call("GET", "/user", undefined, bearer(ada.token));
    expect(between).toMatchObject({ email: ADA.email, new_email: NEW });
    expect(await listChanges(database)).toEqual([]);
    const second = await verify(auth, ADA.email);
    expect(second.body).toMatchObject({
      access_token: expect.any(String),
      user: {
        id: ada.userId,
        email: NEW,
        user_metadata: { email: NEW },
        identities: [{ identity_data: { email: NEW, email_verified: true }, email: NEW }],
      },
    });
    expect(second.body["user"]).not.toHaveProperty("new_email");
    expect(await listChanges(database)).toEqual([
      { payload: { userId: ada.userId }, actor: { kind: "user", userId: ada.userId } },
    ]);
    expect(await listErased(database)).toEqual(OLD_IS_TOLD);
    const { rows } = await database.query("select email, new_email from users");
    expect(rows).toEqual([{ email: NEW, new_email: null }]);
  });

  test("email change: confirmed by both links, with the page of auth-js between them", async ({
    ada,
  }) => {
    const { auth } = ada;
    await put(ada, { email: NEW });
    const [current, next] = [await auth.mailTo(ADA.email), await auth.mailTo(NEW)];
    const client = auth.client();
    const first = await client.verifyOtp({ token_hash: current.link, type: "email_change" });
    expect(first.error).toBeNull();
    expect(first.data.session).toBeNull();
    const second = await client.verifyOtp({ token_hash: next.link, type: "email_change" });
    expect(second.data.user?.email).toBe(NEW);
  });

  test("email change by one link twice: not completed", async ({ ada, database }) => {
    const { auth } = ada;
    await put(ada, { email: NEW });
    const { code } = await auth.mailTo(NEW);
    const body = { type: "email_change", email: NEW, token: code };
    expect((await auth.call("POST", "/verify", body)).status).toBe(200);
    expect((await auth.call("POST", "/verify", body)).body["code"]).toBe("otp_expired");
    const { rows } = await database.query("select email from users");
    expect(rows).toEqual([{ email: ADA.email }]);
  });

  test("email change to a third address: starts over", async ({ ada }) => {
    const { auth } = ada;
    await put(ada, { email: NEW });
    await verify(auth, NEW);
    auth.wait(60);
    await put(ada, { email: "ada@third.example" });
    const first = await verify(auth, ADA.email);
    expect(first.body["code"]).toBe("200");
    const second = await verify(auth, "ada@third.example");
    expect(second.body["user"]).toMatchObject({ email: "ada@third.example" });
  });

  test("email change: confirmed by the new address alone, where configured", async ({
    serviceWith,
    database,
  }) => {
    const auth = serviceWith({ MAILER_SECURE_EMAIL_CHANGE_ENABLED: "false" });
    const ada = await signedIn(auth, database);
    await put(ada, { email: NEW });
    expect((await verify(auth, NEW)).body["user"]).toMatchObject({ email: NEW });
    expect(await listErased(database)).toEqual(OLD_IS_TOLD);
  });

  test.for([
    ["bounced", NEW],
    ["complained", null],
  ] as const)(
    "email change, current address %s: the new address alone confirms if it should",
    async ([reason, expected], { ada, database }) => {
      const { auth } = ada;
      // A code of an earlier change must not stand for the new mailbox.
      await put(ada, { email: "ada@third.example" });
      const { code: older } = await auth.mailTo(ADA.email);
      auth.wait(60);
      await database.query(
        "insert into undeliverable_addresses (address_hash, reason, changed_at) values ($1, $2, now())",
        [createAddressHash(SECRET).of(ADA.email), reason],
      );
      await put(ada, { email: NEW });
      if (expected !== null) {
        const body = { type: "email_change", email: ADA.email, token: older };
        expect((await auth.call("POST", "/verify", body)).body["code"]).toBe("otp_expired");
      }
      const { body } = await verify(auth, NEW);
      if (expected === null) expect(body["code"]).toBe("200");
      else expect(body["user"]).toMatchObject({ email: expected });
    },
  );

  test.for([
    ["a new password", (ada: Ada) => put(ada, { password: "high tide at noon" })],
    ["asking for the present address", (ada: Ada) => put(ada, { email: ADA.email })],
    [
      "a recovery",
      async ({ auth }: Ada) => {
        await auth.call("POST", "/recover", { email: ADA.email });
        const { code: token } = await auth.mailTo(ADA.email);
        return auth.call("POST", "/verify", { type: "recovery", email: ADA.email, token });
      },
    ],
  ] as const)(
    "pending email change: %s withdraws it, and nobody can have its mail sent again",
    async ([, withdraw], { ada, database }) => {
      const { auth } = ada;
      await put(ada, { email: NEW });
      const { code: token } = await auth.mailTo(NEW);
      auth.wait(61);
      expect((await withdraw(ada)).status).toBe(200);
      const confirm = { type: "email_change", email: NEW, token };
      expect((await auth.call("POST", "/verify", confirm)).body["code"]).toBe("otp_expired");
      const mails = async () =>
        (await database.query("select from outbox_events where type = 'AuthMailRequested'")).rows;
      const before = await mails();
      auth.wait(61);
      const again = { type: "email_change", email: ADA.email };
      expect((await auth.call("POST", "/resend", again)).status).toBe(200);
      expect(await mails()).toEqual(before);
      expect((await database.query("select new_email from users")).rows).toEqual([
        { new_email: null },
      ]);
    },
  );

  test("pending email change: its mail can be sent again, but lives no longer for it", async ({
    ada,
    database,
  }) => {
    const { auth } = ada;
    const ends = async () =>
      (await database.query("select purpose, expires_at from one_time_tokens order by purpose"))
        .rows;
    await put(ada, { email: NEW });
    const first = await ends();
    auth.wait(61);
    const { code: older } = await auth.mailTo(NEW);
    await auth.call("POST", "/resend", { type: "email_change", email: ADA.email });
    expect((await auth.mailTo(NEW)).code).not.toBe(older);
    expect(await ends()).toEqual(first);
    auth.wait(86_400);
    const { code: newest } = await auth.mailTo(NEW);
    await auth.call("POST", "/resend", { type: "email_change", email: ADA.email });
    expect((await auth.mailTo(NEW)).code).toBe(newest);
  });

  /** A link of an administrator's with which one address agrees to the change. */
  const adminLink = async (auth: AuthService, type: string, newEmail = NEW) => {
    const key = bearer(await auth.sign({ role: "service_role" }));
    const body = { type, email: ADA.email, new_email: newEmail };
    return String(
      (await auth.call("POST", "/admin/generate_link", body, key)).body["hashed_token"],
    );
  };
  const follow = (auth: AuthService, token_hash: string) =>
    auth.call("POST", "/verify", { type: "email_change", token_hash });
  const HALFWAY = {
    code: "200",
    msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
  };

  test.for([
    ["email_change_current", "email_change_new"],
    ["email_change_new", "email_change_current"],
  ] as const)(
    "links of an administrator: %s alone changes no email, with %s it does",
    async ([one, other], { ada, database }) => {
      const { auth } = ada;
      expect((await follow(auth, await adminLink(auth, one))).body).toEqual(HALFWAY);
      expect((await follow(auth, await adminLink(auth, one))).body).toEqual(HALFWAY);
      const { rows } = await database.query("select email from users");
      expect(rows).toEqual([{ email: ADA.email }]);
      const links = [await adminLink(auth, one), await adminLink(auth, other)] as const;
      expect((await follow(auth, links[0])).body).toEqual(HALFWAY);
      expect((await follow(auth, links[1])).body["user"]).toMatchObject({ email: NEW });
    },
  );

  test("link of a withdrawn email change: does not count for another", async ({ ada }) => {
    const { auth } = ada;
    const older = await adminLink(auth, "email_change_new", "ada@third.example");
    const current = await adminLink(auth, "email_change_current");
    expect((await follow(auth, older)).body["code"]).toBe("otp_expired");
    expect((await follow(auth, current)).body).toEqual(HALFWAY);
  });

  test("email change that needs the new address alone: the current one does not complete it", async ({
    serviceWith,
    database,
  }) => {
    const secure = serviceWith();
    const ada = await signedIn(secure, database);
    await put(ada, { email: NEW });
    const [current, next] = [await secure.mailTo(ADA.email), await secure.mailTo(NEW)];
    const auth = serviceWith({ MAILER_SECURE_EMAIL_CHANGE_ENABLED: "false" });
    expect((await follow(auth, current.link)).body).toEqual(HALFWAY);
    expect((await follow(auth, next.link)).body["user"]).toMatchObject({ email: NEW });
  });

  test("email change to an address that an unfinished sign-up holds: it is proven, and the sign-up is gone", async ({
    ada,
    database,
  }) => {
    const { auth } = ada;
    expect((await auth.call("POST", "/signup", { ...ADA, email: NEW })).status).toBe(200);
    expect((await put(ada, { email: NEW })).status).toBe(200);
    const current = await auth.mailTo(ADA.email);
    expect((await follow(auth, current.link)).body).toEqual(HALFWAY);
    const { rows: tokens } = await database.query<{ id: string }>(
      "select id from one_time_tokens where purpose = 'email_change_new'",
    );
    const token = createOneTimeCodes(SECRET).code(tokens[0]?.id ?? "", 6);
    const body = { type: "email_change", email: NEW, token };
    expect((await auth.call("POST", "/verify", body)).status).toBe(200);
    const { rows } = await database.query("select email from users");
    expect(rows).toEqual([{ email: NEW }]);
  });

  test("email change to an address in use: rejected, also when it was taken in the meantime", async ({
    ada,
    database,
  }) => {
    const { auth } = ada;
    await auth.call("POST", "/signup", { ...ADA, email: "bob@shop.example" });
    await database.query(
      "update users set email_confirmed_at = now() where email = 'bob@shop.example'",
    );
    expect(refusal(await put(ada, { email: "bob@shop.example" }))).toEqual([422, "email_exists"]);
    await put(ada, { email: NEW });
    await database.query(`update users set email = '${NEW}' where email = 'bob@shop.example'`);
    expect(refusal(await verify(auth, NEW))).toEqual([422, "email_exists"]);
  });

  test("email change: one mail per minute, and a resend on request", async ({ ada }) => {
    const { auth } = ada;
    await put(ada, { email: NEW });
    const first = await auth.mailTo(NEW);
    expect(refusal(await put(ada, { email: "ada@third.example" }))).toEqual([
      429,
      "over_email_send_rate_limit",
    ]);
    auth.wait(60);
    const { error } = await auth.client().resend({ type: "email_change", email: ADA.email });
    expect(error).toBeNull();
    expect((await auth.mailTo(NEW)).link).not.toBe(first.link);
  });

  test("email change: counts in the limit of the target mailbox and in the budget", async ({
    serviceWith,
    database,
  }) => {
    const full = new Set<string>();
    const auth = serviceWith(
      {},
      {
        ...UNLIMITED,
        take: (bucket, key) =>
          Promise.resolve({ allowed: !full.has(`${bucket} ${key}`), retryAfterS: 7 }),
      },
    );
    const ada = await signedIn(auth, database);
    for (const counter of [`mail_address email_change ${NEW}`, "email_sent everybody"]) {
      full.add(counter);
      expect(refusal(await put(ada, { email: NEW }))).toEqual([429, "over_email_send_rate_limit"]);
      full.clear();
    }
    await expect(auth.mailTo(NEW)).rejects.toThrow("no mail");
    await put(ada, { email: NEW });
    const first = await auth.mailTo(NEW);
    auth.wait(60);
    full.add(`mail_address email_change ${NEW}`);
    const again = await auth.call("POST", "/resend", { type: "email_change", email: ADA.email });
    expect(again.status).toBe(200);
    expect((await auth.mailTo(NEW)).link).toBe(first.link);
  });

  test("changed to a wrong address or a phone: rejected", async ({ ada }) => {
    for (const [name, body] of [
      ["a wrong address", { email: "ada" }],
      ["a phone where there are none", { phone: "447700900123" }],
    ] as const) {
      expect((await put(ada, body)).status, name).toBe(400);
    }
  });

  test("email change with PKCE: the links end with a code", async ({ ada }) => {
    const { auth } = ada;
    const client = auth.client({ flowType: "pkce" });
    await client.signInWithPassword(ADA);
    await client.updateUser({ email: NEW });
    const [current, next] = [await auth.mailTo(ADA.email), await auth.mailTo(NEW)];
    const follow = async (link: string) => {
      const response = await auth.request(`/verify?token=${link}&type=email_change`);
      return new URL(response.headers.get("location") ?? "");
    };
    const first = await follow(current.link);
    expect(new URLSearchParams(first.hash.slice(1)).get("message")).toContain("other email");
    const code = (await follow(next.link)).searchParams.get("code") ?? "";
    const { data, error } = await client.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(NEW);
  });
});

function unsigned(): Promise<string> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = {
    iss: `${API}/auth/v1`,
    sub: "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11",
    aud: "authenticated",
    role: "authenticated",
    exp: 9_999_999_999,
  };
  return Promise.resolve(`${part({ alg: "none", typ: "JWT" })}.${part(claims)}.`);
}

function forged(options: Parameters<AuthService["sign"]>[1]) {
  return (ada: { auth: AuthService; userId: string }) =>
    ada.auth.sign({ sub: ada.userId, aal: "aal1" }, options);
}
