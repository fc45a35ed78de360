import { randomInt } from "node:crypto";
import { decodeJwt } from "jose";
import { describe, expect } from "vitest";
import {
  type AuthAnswer,
  type AuthEdge,
  PASSWORD,
  type SignedIn,
  signedIn,
  test as base,
} from "../../../tests/support/auth-edge.ts";
import type { TestDatabase } from "../../../tests/support/database.ts";
import { refusal } from "../../../tests/support/refusal.ts";
import { noticesIn } from "../../../tests/support/security-notices.ts";
import { UNLIMITED } from "../../../tests/support/unlimited.ts";

const ON = {
  EXTERNAL_PHONE_ENABLED: "true",
  TWILIO_WHATSAPP_CONTENT_SID: `HX${"2".repeat(32)}`,
};

type Texted = { text: string; channel: string; code: string; phone: string };

const test = base.extend<{ phones: AuthEdge; texts: () => Promise<Texted[]> }>({
  phones: async ({ edgeWith }, use) => {
    await use(edgeWith(ON));
  },
  texts: async ({ edgeWith, database }, use) => {
    const { codes } = edgeWith();
    await use(async () => textsIn(database, codes));
  },
});

/** Codes that the worker would send, oldest first. */
async function textsIn(database: TestDatabase, codes: AuthEdge["codes"]): Promise<Texted[]> {
  const { rows } = await database.query<{
    id: string;
    length: number;
    phone: string;
    text: string;
    channel: string;
  }>(
    `select token.id, token.code_length as length, token.relates_to as phone,
       event.payload->>'text' as text, event.payload->>'channel' as channel
     from outbox_events event join one_time_tokens token on token.id::text = event.payload->>'codeId'
     order by event.id`,
  );
  return rows.map(({ id, length, ...rest }) => ({ ...rest, code: codes.code(id, length) }));
}

const freshPhone = () => `44770${randomInt(1_000_000, 9_999_999)}`;
const post = (edge: AuthEdge, path: string, body: unknown): Promise<AuthAnswer> =>
  edge.call("POST", path, { body });
const userOf = ({ body }: AuthAnswer) => body["user"] as Record<string, unknown>;

describe("sign-up with a phone", () => {
  test("sign-up with a phone: sends a code by SMS, which confirms the phone and signs in", async ({
    phones,
    texts,
    database,
  }) => {
    const phone = freshPhone();
    const signUp = await post(phones, "/signup", {
      phone: `+${phone}`,
      password: PASSWORD,
      data: { first_name: "Ada" },
      channel: "whatsapp",
    });
    expect(signUp.status).toBe(200);
    expect(signUp.body).toMatchObject({
      phone,
      email: "",
      app_metadata: { provider: "phone", providers: ["phone"] },
      confirmation_sent_at: phones.now().toISOString(),
      identities: [{ provider: "phone", identity_data: { phone, phone_verified: false } }],
    });
    expect(signUp.body).not.toHaveProperty("phone_confirmed_at");
    const [text] = await texts();
    expect(text).toMatchObject({ text: "confirm-sign-up", channel: "whatsapp", phone });

    const password = { phone, password: PASSWORD };
    expect(refusal(await post(phones, "/token?grant_type=password", password))).toEqual([
      400,
      "phone_not_confirmed",
    ]);
    const code = { type: "sms", phone, token: text?.code };
    const verified = await post(phones, "/verify", code);
    expect(verified.status).toBe(200);
    expect(refusal(await post(phones, "/verify", code))).toEqual([403, "otp_expired"]);
    expect(userOf(verified)).toMatchObject({
      phone,
      phone_confirmed_at: phones.now().toISOString(),
      user_metadata: { first_name: "Ada", phone_verified: true },
      identities: [{ identity_data: { phone_verified: true } }],
    });
    expect(decodeJwt(signedIn(verified.body).token)).toMatchObject({
      phone,
      amr: [{ method: "otp" }],
    });
    expect((await post(phones, "/token?grant_type=password", password)).status).toBe(200);
    const { rows } = await database.query(
      "select payload from outbox_events where type = 'AccountCreated'",
    );
    expect(rows).toEqual([
      { payload: { userId: signedIn(verified.body).userId, origin: "phone" } },
    ]);
    expect(JSON.stringify(phones.log)).not.toContain(phone);
  });

  test("repeated sign-up: looks like the first, whether or not the phone is confirmed", async ({
    phones,
    texts,
  }) => {
    const phone = freshPhone();
    const signUp = () => post(phones, "/signup", { phone, password: PASSWORD });
    const shape = ({ status, body }: AuthAnswer) => [status, Object.keys(body)];
    const first = await signUp();
    const again = await signUp();
    expect(shape(again)).toEqual(shape(first));
    expect(again.body["id"]).not.toBe(first.body["id"]);
    expect(await texts()).toHaveLength(1);
    phones.wait(61);
    await signUp();
    const [newest] = (await texts()).toReversed();
    const verified = await post(phones, "/verify", { type: "sms", phone, token: newest?.code });
    expect(userOf(verified)["id"]).toBe(first.body["id"]);
    phones.wait(61);
    expect(shape(await signUp())).toEqual(shape(first));
    expect(await texts()).toEqual([]);
  });

  test("repeated sign-up with another password: voids both passwords", async ({
    phones,
    texts,
  }) => {
    const phone = freshPhone();
    await post(phones, "/signup", { phone, password: PASSWORD });
    await post(phones, "/signup", { phone, password: "the other one's" });
    const [text] = await texts();
    const verified = await post(phones, "/verify", { type: "sms", phone, token: text?.code });
    expect(verified.status).toBe(200);
    for (const password of [PASSWORD, "the other one's"]) {
      const tried = await post(phones, "/token?grant_type=password", { phone, password });
      expect(refusal(tried)).toEqual([400, "invalid_credentials"]);
    }
  });

  test("phone autoconfirm: needs no code, and a second sign-up is rejected", async ({
    edgeWith,
  }) => {
    const edge = edgeWith({ ...ON, SMS_AUTOCONFIRM: "true" });
    const phone = freshPhone();
    const signUp = () => post(edge, "/signup", { phone, password: PASSWORD });
    expect(userOf(await signUp())).toMatchObject({ phone, phone_confirmed_at: expect.any(String) });
    expect(refusal(await signUp())).toEqual([422, "user_already_exists"]);
  });
});

describe("sign-in by SMS code", () => {
  test("SMS code: creates an account for a new phone and signs in a known one", async ({
    phones,
    texts,
  }) => {
    const phone = freshPhone();
    const otp = () => post(phones, "/otp", { phone });
    const asked = await otp();
    expect([asked.status, asked.body]).toEqual([
      200,
      { message_id: expect.stringMatching(/^evt_/) },
    ]);
    const [first] = await texts();
    const one = await post(phones, "/verify", { type: "sms", phone, token: first?.code });
    phones.wait(61);
    await otp();
    const [second] = await texts();
    const two = await post(phones, "/verify", { type: "sms", phone, token: second?.code });
    expect(signedIn(two.body).userId).toBe(signedIn(one.body).userId);
  });

  test("twenty concurrent SMS sign-ins: create one account and send one SMS", async ({
    phones,
    texts,
  }) => {
    const phone = freshPhone();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(phones, "/otp", { phone })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await texts()).toHaveLength(1);
  });

  test("SMS sign-in: one SMS per minute; only the newest code is valid", async ({
    phones,
    texts,
  }) => {
    const phone = freshPhone();
    await post(phones, "/otp", { phone });
    const [old] = await texts();
    await post(phones, "/otp", { phone });
    expect(await texts()).toEqual([old]);
    phones.wait(61);
    await post(phones, "/otp", { phone });
    const verify = (token: unknown) => post(phones, "/verify", { type: "sms", phone, token });
    expect(refusal(await verify(old?.code))).toEqual([403, "otp_expired"]);
    const [newest] = await texts();
    expect((await verify(newest?.code)).status).toBe(200);
    expect(refusal(await verify(newest?.code))).toEqual([403, "otp_expired"]);
  });

  test("SMS sign-in: voids the password of a sign-up that never confirmed the phone", async ({
    phones,
    texts,
  }) => {
    const phone = freshPhone();
    await post(phones, "/signup", { phone, password: PASSWORD });
    phones.wait(61);
    await post(phones, "/otp", { phone });
    const [text] = await texts();
    const verified = await post(phones, "/verify", { type: "sms", phone, token: text?.code });
    expect(verified.status).toBe(200);
    const stranger = await post(phones, "/token?grant_type=password", {
      phone,
      password: PASSWORD,
    });
    expect(refusal(stranger)).toEqual([400, "invalid_credentials"]);
  });

  test("SMS over the limit: 429 for known and unknown phones alike", async ({ edgeWith }) => {
    const edge = edgeWith(ON, {
      ...UNLIMITED,
      take: (bucket) => Promise.resolve({ allowed: bucket !== "sms_phone", retryAfterS: 42 }),
    });
    const answer = await post(edge, "/otp", { phone: freshPhone(), create_user: false });
    expect(refusal(answer)).toEqual([429, "over_sms_send_rate_limit"]);
    expect(answer.headers.get("retry-after")).toBe("42");
  });

  test("expired SMS code: rejected", async ({ phones, texts }) => {
    const phone = freshPhone();
    await post(phones, "/otp", { phone });
    const [text] = await texts();
    phones.wait(300);
    const late = await post(phones, "/verify", { type: "sms", phone, token: text?.code });
    expect(refusal(late)).toEqual([403, "otp_expired"]);
  });

  test("SMS sign-in with create_user false: serves known phones only", async ({ phones }) => {
    const answer = await post(phones, "/otp", { phone: freshPhone(), create_user: false });
    expect(refusal(answer)).toEqual([422, "otp_disabled"]);
  });

  test("banned user: cannot sign in by SMS", async ({ phones, texts, database }) => {
    const phone = freshPhone();
    await post(phones, "/otp", { phone });
    await database.query("update users set banned_until = '2100-01-01'");
    const [text] = await texts();
    const answer = await post(phones, "/verify", { type: "sms", phone, token: text?.code });
    expect(refusal(answer)).toEqual([403, "user_banned"]);
  });
});

describe("phone change", () => {
  const put = (edge: AuthEdge, { token }: Pick<SignedIn, "token">, body: unknown) =>
    edge.call("PUT", "/user", { token, body });

  test("phone change: takes effect with the code sent to the new phone, and the user is told", async ({
    phones,
    texts,
    database,
  }) => {
    const who = await phones.signUp();
    phones.wait(1);
    const phone = freshPhone();
    const asked = await put(phones, who, { phone, data: { first_name: "Ada" } });
    expect(asked.body).toMatchObject({ phone: "", new_phone: phone });
    const [text] = await texts();
    expect(text).toMatchObject({ text: "phone-change", phone });
    const wrong = await post(phones, "/verify", { type: "sms", phone, token: text?.code });
    expect(refusal(wrong)).toEqual([403, "otp_expired"]);
    const done = await post(phones, "/verify", { type: "phone_change", phone, token: text?.code });
    expect(userOf(done)).toMatchObject({
      id: who.userId,
      email: who.email,
      phone,
      app_metadata: { provider: "email", providers: ["email", "phone"] },
      user_metadata: { first_name: "Ada", phone_verified: true },
      identities: [{ provider: "email" }, { provider: "phone" }],
    });
    expect(userOf(done)).not.toHaveProperty("new_phone");
    expect(await noticesIn(database)).toEqual(["phone-changed"]);
  });

  test("phone change that needs no code: the user is told", async ({ edgeWith, database }) => {
    const sure = edgeWith({ ...ON, SMS_AUTOCONFIRM: "true" });
    const who = await sure.signUp();
    expect((await put(sure, who, { phone: freshPhone() })).status).toBe(200);
    expect(await noticesIn(database)).toEqual(["phone-changed"]);
  });

  test("phone that is in use: rejected, also when it was taken in between", async ({
    phones,
    texts,
    edgeWith,
  }) => {
    const sure = edgeWith({ ...ON, SMS_AUTOCONFIRM: "true" });
    const phone = freshPhone();
    const who = await phones.signUp();
    await put(phones, who, { phone });
    const [text] = await texts();
    await post(sure, "/signup", { phone, password: PASSWORD });
    const late = await post(phones, "/verify", { type: "phone_change", phone, token: text?.code });
    expect(refusal(late)).toEqual([422, "phone_exists"]);
    expect(refusal(await put(phones, await phones.signUp(), { phone }))).toEqual([
      422,
      "phone_exists",
    ]);
  });

  test("two users change to one phone concurrently: one gets it", async ({ edgeWith }) => {
    const edge = edgeWith({ ...ON, SMS_AUTOCONFIRM: "true" });
    const people = await Promise.all([1, 2, 3].map(() => edge.signUp()));
    const phone = freshPhone();
    const answers = await Promise.all(people.map((who) => put(edge, who, { phone })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => refusal(answer)[1] === "phone_exists")).toHaveLength(2);
  });

  test("one SMS per minute for a phone change, and a resend on request", async ({
    phones,
    texts,
  }) => {
    const who = await phones.signUp();
    const first = freshPhone();
    await put(phones, who, { phone: first });
    expect(refusal(await put(phones, who, { phone: freshPhone() }))).toEqual([
      429,
      "over_sms_send_rate_limit",
    ]);
    const [text] = await texts();
    await post(phones, "/verify", { type: "phone_change", phone: first, token: text?.code });
    phones.wait(61);
    const next = freshPhone();
    await put(phones, who, { phone: next });
    phones.wait(61);
    await post(phones, "/resend", { type: "phone_change", phone: first });
    const again = await texts();
    expect(again).toMatchObject([{ text: "phone-change", phone: next }]);
    const done = await post(phones, "/verify", {
      type: "phone_change",
      phone: next,
      token: again[0]?.code,
    });
    expect(userOf(done)).toMatchObject({ phone: next });
  });

  test("change to the current phone: changes nothing", async ({ edgeWith, database }) => {
    const edge = edgeWith({ ...ON, SMS_AUTOCONFIRM: "true" });
    const who = await edge.signUp();
    const phone = freshPhone();
    await put(edge, who, { phone });
    const again = await put(edge, who, { phone });
    expect([again.status, again.body["phone"]]).toEqual([200, phone]);
    const { rows } = await database.query(
      "select 1 from outbox_events where type = 'AuthSmsRequested'",
    );
    expect(rows).toEqual([]);
  });
});

describe("resend and reauthentication by SMS", () => {
  test("resend: sends an SMS to unconfirmed phones only, with one answer for all", async ({
    phones,
    texts,
  }) => {
    const phone = freshPhone();
    const resend = (to: string) => post(phones, "/resend", { type: "sms", phone: to });
    await post(phones, "/signup", { phone, password: PASSWORD });
    const [first] = await texts();
    phones.wait(61);
    const known = await resend(phone);
    const unknown = await resend(freshPhone());
    const alike = [200, { message_id: expect.stringMatching(/^evt_/) }];
    expect([known.status, known.body]).toEqual(alike);
    expect([unknown.status, unknown.body]).toEqual(alike);
    const again = await texts();
    expect(again).toMatchObject([{ phone }]);
    expect(again[0]?.code).not.toBe(first?.code);
  });
});

test("reauthentication: a user with only a phone gets an SMS", async ({ edgeWith, texts }) => {
  const sure = edgeWith({ ...ON, SMS_AUTOCONFIRM: "true" });
  const strict = edgeWith({ ...ON, SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "true" });
  const phone = freshPhone();
  const signUp = await post(sure, "/signup", { phone, password: PASSWORD });
  const { token } = signedIn(signUp.body);
  expect((await strict.call("GET", "/reauthenticate", { token })).status).toBe(200);
  const [text] = await texts();
  expect(text).toMatchObject({ text: "reauthentication", phone });
  const change = (nonce: unknown) =>
    strict.call("PUT", "/user", { token, body: { password: "high tide at noon", nonce } });
  expect(refusal(await change("000000"))).toEqual([422, "reauthentication_not_valid"]);
  expect((await change(text?.code)).status).toBe(200);
});

describe("anonymous user", () => {
  const ANONYMOUS = { ...ON, EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" };
  async function visit(edge: AuthEdge) {
    const { status, body } = await post(edge, "/signup", { data: { theme: "dark" } });
    expect(status).toBe(200);
    return { ...signedIn(body), body };
  }

  test("anonymous sign-in: creates an account without email and phone", async ({ edgeWith }) => {
    const visitor = await visit(edgeWith(ANONYMOUS));
    expect(visitor.body["user"]).toMatchObject({
      is_anonymous: true,
      email: "",
      phone: "",
      identities: [],
      user_metadata: { theme: "dark" },
    });
    expect(decodeJwt(visitor.token)).toMatchObject({
      is_anonymous: true,
      role: "authenticated",
      amr: [{ method: "anonymous" }],
    });
  });

  test.for([
    ["by default", {}, "anonymous_provider_disabled"],
    ["while sign-ups are disabled", { ...ANONYMOUS, DISABLE_SIGNUP: "true" }, "signup_disabled"],
  ] as const)("anonymous sign-in: rejected %s", async ([, settings, code], { edgeWith }) => {
    expect(refusal(await post(edgeWith(settings), "/signup", {}))).toEqual([422, code]);
  });

  test("phone code: converts the anonymous user to a permanent one", async ({
    edgeWith,
    texts,
  }) => {
    const edge = edgeWith(ANONYMOUS);
    const { token, userId } = await visit(edge);
    const phone = freshPhone();
    const asked = await edge.call("PUT", "/user", { token, body: { phone } });
    expect(asked.body).toMatchObject({ is_anonymous: true, new_phone: phone });
    const [text] = await texts();
    const done = await post(edge, "/verify", { type: "phone_change", phone, token: text?.code });
    expect(userOf(done)).toMatchObject({
      id: userId,
      is_anonymous: false,
      phone,
      app_metadata: { provider: "phone", providers: ["phone"] },
      user_metadata: { theme: "dark" },
      identities: [{ provider: "phone" }],
    });
  });

  test("anonymous user with a new email: permanent once its mailed code is verified", async ({
    serviceWith,
  }) => {
    const auth = serviceWith(ANONYMOUS);
    const email = "ada@shop.example";
    const visitor = await auth.call("POST", "/signup", { data: { theme: "dark" } });
    const { token, userId } = signedIn(visitor.body);
    const bearer = { authorization: `Bearer ${token}` };
    const asked = await auth.call("PUT", "/user", { email }, bearer);
    expect(asked.body).toMatchObject({ is_anonymous: true, email: "", new_email: email });
    const { code } = await auth.mailTo(email);
    const done = await auth.call("POST", "/verify", { type: "email_change", email, token: code });
    expect(userOf(done)).toMatchObject({
      id: userId,
      is_anonymous: false,
      email,
      user_metadata: { theme: "dark" },
    });
  });

  test("anonymous user with autoconfirm: email or phone makes the user permanent at once", async ({
    edgeWith,
    database,
  }) => {
    const edge = edgeWith({ ...ANONYMOUS, SMS_AUTOCONFIRM: "true" });
    const { token, userId } = await visit(edge);
    const [email, phone] = ["ada@shop.example", freshPhone()];
    const done = await edge.call("PUT", "/user", {
      token,
      body: { email, phone, password: PASSWORD },
    });
    expect(done.body).toMatchObject({
      id: userId,
      is_anonymous: false,
      email,
      phone,
      email_confirmed_at: expect.any(String),
      phone_confirmed_at: expect.any(String),
      app_metadata: { provider: "email", providers: ["email", "phone"] },
      identities: expect.arrayContaining([
        expect.objectContaining({ provider: "email", email }),
        expect.objectContaining({ provider: "phone" }),
      ]),
    });
    const { rows } = await database.query(
      "select payload, actor from outbox_events where type = 'EmailChanged'",
    );
    expect(rows).toEqual([{ payload: { userId }, actor: { kind: "user", userId } }]);
    const signIn = await post(edge, "/token?grant_type=password", { email, password: PASSWORD });
    expect(signedIn(signIn.body).userId).toBe(userId);
  });

  test("anonymous user: cannot take an email in use, nor set a password alone", async ({
    edgeWith,
  }) => {
    const edge = edgeWith(ANONYMOUS);
    const { token } = await visit(edge);
    const { email } = await edge.signUp();
    const put = async (body: unknown) => refusal(await edge.call("PUT", "/user", { token, body }));
    expect(await put({ email })).toEqual([422, "email_exists"]);
    expect(await put({ password: PASSWORD })).toEqual([422, "validation_failed"]);
  });

  test("anonymous user: cannot enrol a factor", async ({ edgeWith }) => {
    const edge = edgeWith(ANONYMOUS);
    const { token } = await visit(edge);
    const answer = await edge.call("POST", "/factors", { token, body: { factor_type: "totp" } });
    expect(refusal(answer)).toEqual([403, "no_authorization"]);
  });
});

describe("rejected input", () => {
  const TABLE: [path: string, body: unknown, status: number, code: string][] = [
    ["/signup", { phone: "07700", password: PASSWORD }, 400, "validation_failed"],
    ["/signup", { phone: "+44 7700 9001ab", password: PASSWORD }, 400, "validation_failed"],
    ["/signup", { phone: 447700900123, password: PASSWORD }, 400, "bad_json"],
    ["/signup", { phone: "447700900123" }, 400, "validation_failed"],
    ["/signup", { phone: "447700900123", password: "12345" }, 422, "weak_password"],
    [
      "/signup",
      { phone: "447700900123", password: PASSWORD, channel: "pigeon" },
      400,
      "validation_failed",
    ],
    [
      "/signup",
      {
        phone: "447700900123",
        password: PASSWORD,
        code_challenge: "a".repeat(43),
        code_challenge_method: "plain",
      },
      400,
      "validation_failed",
    ],
    [
      "/signup",
      { phone: "447700900123", password: PASSWORD, data: { bio: "é".repeat(3_000) } },
      400,
      "validation_failed",
    ],
    ["/otp", { phone: "+" }, 400, "validation_failed"],
    ["/otp", { phone: "447700900123", channel: "pigeon" }, 400, "validation_failed"],
    ["/otp", { phone: "447700900123", email: "ada@shop.example" }, 400, "validation_failed"],
    ["/otp", { email: "ada@shop.example", channel: "sms" }, 400, "validation_failed"],
    ["/resend", { type: "sms" }, 400, "validation_failed"],
    ["/resend", { type: "sms", email: "ada@shop.example" }, 400, "validation_failed"],
    ["/resend", { type: "sms", phone: "abc" }, 400, "validation_failed"],
    ["/resend", { type: "phone_change", phone: "abc" }, 400, "validation_failed"],
    ["/verify", { type: "sms", phone: "447700900123" }, 400, "validation_failed"],
    ["/verify", { type: "sms", token: "123456" }, 400, "validation_failed"],
    ["/verify", { type: "sms", token_hash: "abc" }, 400, "validation_failed"],
    [
      "/verify",
      { type: "sms", token: "123456", email: "ada@shop.example" },
      400,
      "validation_failed",
    ],
    ["/verify", { type: "sms", token: "123456", phone: "abc" }, 422, "validation_failed"],
    ["/verify", { type: "sms", token: "123456", phone: "447700900123" }, 403, "otp_expired"],
    ["/verify", { type: "phone_change", token: "1", phone: "447700900123" }, 403, "otp_expired"],
    [
      "/token?grant_type=password",
      { phone: "447700900123", password: PASSWORD },
      400,
      "invalid_credentials",
    ],
    ["/token?grant_type=password", { phone: "abc", password: PASSWORD }, 400, "validation_failed"],
  ];
  test("sign-up, code or change with an invalid body: rejected", async ({ phones }) => {
    for (const [path, body, status, code] of TABLE) {
      const name = `${path} ${JSON.stringify(body).slice(0, 80)}`;
      expect(refusal(await post(phones, path, body)), name).toEqual([status, code]);
    }
  });

  test("phone provider is off: every phone is rejected", async ({ edge }) => {
    const phone = freshPhone();
    const codes = [
      await post(edge, "/signup", { phone, password: PASSWORD }),
      await post(edge, "/otp", { phone }),
      await edge.call("PUT", "/user", { token: (await edge.signUp()).token, body: { phone } }),
    ].map(refusal);
    expect(new Set(codes.map(String))).toEqual(new Set(["400,phone_provider_disabled"]));
  });
});
