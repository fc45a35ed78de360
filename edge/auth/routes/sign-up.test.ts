import { createHash } from "node:crypto";
import { describe, expect, vi } from "vitest";
import { SITE, test } from "../../../tests/support/auth-service.ts";
import { noticesIn } from "../../../tests/support/security-notices.ts";
import { UNLIMITED } from "../../../tests/support/unlimited.ts";

const ADA = { email: "ada@shop.example", password: "low tide at six" };

describe("sign-up with confirmation", () => {
  test("sign-up: returns the user without a session; writes account, identity, token and both events", async ({
    auth,
    database,
  }) => {
    const { data, error } = await auth.client().signUp({
      email: "Ada@Shop.example",
      password: ADA.password,
      options: { data: { first_name: "Ada" } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      email: ADA.email,
      role: "authenticated",
      aud: "authenticated",
      phone: "",
      confirmation_sent_at: expect.any(String),
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { first_name: "Ada", email: ADA.email, email_verified: false },
      identities: [{ provider: "email", identity_data: { email: ADA.email } }],
      is_anonymous: false,
    });
    const { rows } = await database.query(
      `select account.id, account.password_hash, account.email_confirmed_at, identity.provider_id, token.purpose,
         array(select type from outbox_events where aggregate_id = account.id::text order by type) as events
       from users account join identities identity on identity.user_id = account.id
       join one_time_tokens token on token.user_id = account.id`,
    );
    expect(rows).toEqual([
      {
        id: data.user?.id,
        password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=32,t=1,p=1\$/),
        email_confirmed_at: null,
        provider_id: data.user?.id,
        purpose: "confirmation",
        events: ["AccountCreated", "AuthMailRequested"],
      },
    ]);
    expect(auth.published.map(({ type }) => type).toSorted()).toEqual([
      "AccountCreated",
      "AuthMailRequested",
    ]);
  });

  test("sign-up of an email with an account: same response, and confirmed data does not change", async ({
    auth,
    database,
  }) => {
    const first = await auth.call("POST", "/signup", { ...ADA, data: { first_name: "Ada" } });
    const again = async () =>
      auth.call("POST", "/signup", {
        ...ADA,
        password: "another one",
        data: { first_name: "Eve" },
      });
    const unconfirmed = await again();
    const { rows: voided } = await database.query("select password_hash from users");
    expect(voided).toEqual([{ password_hash: null }]);
    await database.query("update users set email_confirmed_at = now()");
    const { rows: before } = await database.query("select * from users");
    const confirmed = await again();
    const { rows: after } = await database.query("select * from users");
    expect(after).toEqual(before);
    for (const repeated of [unconfirmed, confirmed]) {
      expect(repeated.status).toBe(first.status);
      expect(shapeOf(repeated.body)).toEqual(shapeOf(first.body));
      expect(repeated.body["id"]).not.toBe(first.body["id"]);
      expect(repeated.body["user_metadata"]).toMatchObject({ first_name: "Eve" });
    }
    expect(after[0]?.["user_metadata"]).toMatchObject({ first_name: "Eve" });
    expect(await noticesIn(database)).toEqual(["sign-up-repeated"]);
  });

  test("sign-up repeated before the confirmation: resends the email after the minute", async ({
    auth,
  }) => {
    await auth.call("POST", "/signup", ADA);
    const first = await auth.mailTo(ADA.email);
    await auth.call("POST", "/signup", ADA);
    expect(await auth.mailTo(ADA.email)).toEqual(first);
    auth.wait(60);
    await auth.call("POST", "/signup", ADA);
    const second = await auth.mailTo(ADA.email);
    expect(second.link).not.toBe(first.link);
    const old = await auth.call("POST", "/verify", { type: "signup", token_hash: first.link });
    expect(old.body["code"]).toBe("otp_expired");
    const { data } = await auth
      .client()
      .verifyOtp({ email: ADA.email, token: second.code, type: "signup" });
    expect(data.user?.email).toBe(ADA.email);
  });

  test("twenty concurrent sign-ups: create one account and send one email", async ({
    auth,
    database,
  }) => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => auth.call("POST", "/signup", ADA)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { rows } = await database.query(
      `select (select count(*)::int from users) as users, (select count(*)::int from one_time_tokens) as tokens,
         (select count(*)::int from outbox_events where type = 'AccountCreated') as created,
         (select count(*)::int from outbox_events where type = 'AuthMailRequested') as mails`,
    );
    expect(rows).toEqual([{ users: 1, tokens: 1, created: 1, mails: 1 }]);
  });

  test("sign-up redirect: an allowed page, otherwise the site", async ({ auth }) => {
    await auth.call("POST", `/signup?redirect_to=${SITE}/dashboard`, ADA);
    expect((await auth.mailTo(ADA.email)).redirectTo).toBe(`${SITE}/dashboard`);
    await auth.call("POST", "/signup?redirect_to=https://elsewhere.example/", {
      ...ADA,
      email: "bob@shop.example",
    });
    expect((await auth.mailTo("bob@shop.example")).redirectTo).toBe(SITE);
  });
});

describe("sign-up with autoconfirm", () => {
  test("sign-up with autoconfirm: signs in at once, without a mail", async ({
    serviceWith,
    database,
  }) => {
    const auth = serviceWith({ MAILER_AUTOCONFIRM: "true" });
    const { data, error } = await auth.client().signUp(ADA);
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ token_type: "bearer", expires_in: 3_600 });
    expect(data.user).toMatchObject({
      email_confirmed_at: expect.any(String),
      confirmed_at: expect.any(String),
      identities: [{ provider: "email" }],
    });
    const { rows } = await database.query("select type from outbox_events");
    expect(rows).toEqual([{ type: "AccountCreated" }]);
  });

  test("sign-up: sets the configured role on the account and in the token", async ({
    serviceWith,
  }) => {
    const auth = serviceWith({ MAILER_AUTOCONFIRM: "true", JWT_DEFAULT_GROUP_NAME: "member" });
    const client = auth.client();
    const { data } = await client.signUp(ADA);
    expect(data.user?.role).toBe("member");
    expect((await client.getUser()).error).toBeNull();
  });

  test("sign-up with autoconfirm: reveals that an email is taken, as GoTrue does", async ({
    serviceWith,
  }) => {
    const auth = serviceWith({ MAILER_AUTOCONFIRM: "true" });
    await auth.client().signUp(ADA);
    const { error } = await auth.client().signUp(ADA);
    expect(error).toMatchObject({
      status: 422,
      code: "user_already_exists",
      message: "User already registered",
    });
  });
});

test("sign-up that is incomplete, weak, contradictory or not allowed: rejected", async ({
  serviceWith,
}) => {
  for (const [name, settings, body, status, code] of [
    ["no password", {}, { email: ADA.email }, 400, "validation_failed"],
    ["five characters", {}, { ...ADA, password: "12345" }, 422, "weak_password"],
    ["one of the commonest passwords", {}, { ...ADA, password: "123456" }, 422, "weak_password"],
    ["their address as password", {}, { ...ADA, password: ADA.email }, 422, "weak_password"],
    [
      "their name as password",
      {},
      { ...ADA, password: "Byron1815", data: { last_name: "Byron" } },
      422,
      "weak_password",
    ],
    ["73 bytes", {}, { ...ADA, password: `${"éà".repeat(18)}a` }, 400, "validation_failed"],
    ["a wrong address", {}, { ...ADA, email: "ada" }, 400, "validation_failed"],
    ["address and phone", {}, { ...ADA, phone: "447700900123" }, 400, "validation_failed"],
    ["half a challenge", {}, { ...ADA, code_challenge: "a".repeat(43) }, 400, "validation_failed"],
    [
      "a challenge of 42 characters",
      {},
      { ...ADA, code_challenge: "a".repeat(42), code_challenge_method: "s256" },
      400,
      "validation_failed",
    ],
    [
      "an unknown method",
      {},
      { ...ADA, code_challenge: "a".repeat(43), code_challenge_method: "s512" },
      400,
      "validation_failed",
    ],
    ["sign-ups off", { DISABLE_SIGNUP: "true" }, ADA, 422, "signup_disabled"],
    ["addresses off", { EXTERNAL_EMAIL_ENABLED: "false" }, ADA, 400, "email_provider_disabled"],
    [
      "a character missing",
      { PASSWORD_REQUIRED_CHARACTERS: "abc:123" },
      { ...ADA, password: "xyz123" },
      422,
      "weak_password",
    ],
  ] as const) {
    const answer = await serviceWith(settings).call("POST", "/signup", body);
    expect({ status: answer.status, code: answer.body["code"] }, name).toEqual({ status, code });
    expect(answer.headers.get("x-sb-error-code"), name).toBe(code);
  }
});

test("weak password: lists all reasons in the field that auth-js reads", async ({
  serviceWith,
}) => {
  const auth = serviceWith({ PASSWORD_REQUIRED_CHARACTERS: "abc:123" });
  const { error } = await auth.client().signUp({ ...ADA, password: "xyz" });
  expect(error).toMatchObject({ name: "AuthWeakPasswordError", reasons: ["length", "characters"] });
  const common = await auth.call("POST", "/signup", { ...ADA, password: "Password1" });
  expect(common.body).toMatchObject({ weak_password: { reasons: ["pwned"] } });
});

/** A response without ids, timestamps and texts. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shapeOf(item)]));
}

test("password of 72 bytes: accepted", async ({ auth }) => {
  const { status } = await auth.call("POST", "/signup", { ...ADA, password: "éà".repeat(18) });
  expect(status).toBe(200);
});

test.for([
  ["on", { PASSWORD_HIBP_ENABLED: "true" }, 422],
  ["off", {}, 200],
] as const)(
  "leaked password, check %s: status %i",
  async ([, settings, status], { serviceWith }) => {
    const digest = createHash("sha1").update(ADA.password).digest("hex").toUpperCase();
    const send = vi
      .spyOn(globalThis, "fetch")
      .mockImplementation(() => Promise.resolve(new Response(`${digest.slice(5)}:9`)));
    try {
      expect((await serviceWith(settings).call("POST", "/signup", ADA)).status).toBe(status);
    } finally {
      send.mockRestore();
    }
  },
);

test("sign-up over the limit: refused before its body is read", async ({ serviceWith }) => {
  const take = () => Promise.resolve({ allowed: false, retryAfterS: 1 });
  const auth = serviceWith({}, { ...UNLIMITED, take });
  const { status, body } = await auth.call("POST", "/signup", "x".repeat(1_200_000));
  expect([status, body["code"]]).toEqual([429, "over_request_rate_limit"]);
});
