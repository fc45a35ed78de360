import { randomUUID } from "node:crypto";
import { base32nopad } from "@scure/base";
import { decodeJwt } from "jose";
import { describe, expect } from "vitest";
import { MFA_CODE_DIGITS } from "#db/accounts/one-time-tokens/one-time-code.ts";
import { type AuthEdge, type SignedIn, signedIn, test } from "../../../tests/support/auth-edge.ts";
import { refusal } from "../../../tests/support/refusal.ts";
import { noticesIn } from "../../../tests/support/security-notices.ts";
import { UNLIMITED } from "../../../tests/support/unlimited.ts";
import { totpCode, totpStep } from "../factors/totp.ts";

const PHONE = "447700900123";
const WITH_PHONES = { MFA_PHONE_ENROLL_ENABLED: "true", MFA_PHONE_VERIFY_ENABLED: "true" };

type Enrolled = { id: string; secret: string; uri: string; qr_code: string };

async function enrol(edge: AuthEdge, { token }: SignedIn, name = ""): Promise<Enrolled> {
  const { status, body } = await edge.call("POST", "/factors", {
    token,
    body: { factor_type: "totp", friendly_name: name },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const { id, totp } = body as { id: string; totp: Omit<Enrolled, "id"> };
  return { id, ...totp };
}

async function ask(edge: AuthEdge, { token }: SignedIn, factorId: string, ip?: string) {
  const { body } = await edge.call("POST", `/factors/${factorId}/challenge`, {
    token,
    body: {},
    ...(ip === undefined ? {} : { ip }),
  });
  return String(body["id"]);
}

const codeOf = (edge: AuthEdge, secret: string, steps = 0) =>
  totpCode(base32nopad.decode(secret), totpStep(edge.now()) + steps);

async function verify(edge: AuthEdge, { token }: SignedIn, factorId: string, body: object) {
  return edge.call("POST", `/factors/${factorId}/verify`, { token, body });
}

/** Answers a challenge with the app's code, of so many steps from now. */
async function prove(edge: AuthEdge, who: SignedIn, { id, secret }: Enrolled, steps = 0) {
  const challengeId = await ask(edge, who, id);
  return verify(edge, who, id, { challenge_id: challengeId, code: codeOf(edge, secret, steps) });
}

async function withFactor(edge: AuthEdge) {
  const before = await edge.signUp();
  const factor = await enrol(edge, before, "Phone app");
  const { status, body } = await prove(edge, before, factor);
  expect(status, JSON.stringify(body)).toBe(200);
  return { factor, before, raised: { ...before, ...signedIn(body) }, body };
}

test("factor: the user is told of its first verification and of its removal, not of drafts", async ({
  edge,
  database,
}) => {
  const { factor, raised } = await withFactor(edge);
  expect(await noticesIn(database)).toEqual(["factor-added"]);
  const draft = await enrol(edge, raised, "Another app");
  await edge.call("DELETE", `/factors/${draft.id}`, { token: raised.token });
  edge.wait(60);
  expect((await prove(edge, raised, factor)).status).toBe(200);
  expect(await noticesIn(database)).toEqual(["factor-added"]);
  await edge.call("DELETE", `/factors/${factor.id}`, { token: raised.token });
  expect(await noticesIn(database)).toEqual(["factor-added", "factor-removed"]);
});

describe("TOTP factor", () => {
  test("TOTP factor: enrol shows the secret once, verify raises the session to aal2", async ({
    edge,
    database,
  }) => {
    const { factor, before, raised, body } = await withFactor(edge);
    expect(factor.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(factor.uri).toContain(`secret=${factor.secret}`);
    expect(factor.uri).toMatch(/^otpauth:\/\/totp\/tidepost\.example:/);
    const { rows } = await database.query("select * from mfa_factors");
    expect(JSON.stringify(rows)).not.toContain(factor.secret);

    const claims = decodeJwt(raised.token);
    expect(claims).toMatchObject({
      aal: "aal2",
      session_id: decodeJwt(before.token)["session_id"],
      amr: [{ method: "totp" }, { method: "password" }],
    });
    expect(body["user"]).toMatchObject({
      factors: [
        {
          id: factor.id,
          status: "verified",
          friendly_name: "Phone app",
          factor_type: "totp",
          last_challenged_at: edge.now().toISOString(),
        },
      ],
    });
    expect(JSON.stringify(edge.log)).not.toContain(factor.secret);
  });

  test("verify: returns a refresh token that the previous one cannot be exchanged for", async ({
    edge,
  }) => {
    const { before, raised } = await withFactor(edge);
    const fresh = await edge.refresh(raised.refreshToken);
    expect(decodeJwt(signedIn(fresh.body).token)["aal"]).toBe("aal2");
    edge.wait(60);
    expect(refusal(await edge.refresh(before.refreshToken))).toEqual([
      400,
      "refresh_token_already_used",
    ]);
  });

  test("verify right after a refresh: the previous token does not return the raised session", async ({
    edge,
  }) => {
    const before = await edge.signUp();
    const factor = await enrol(edge, before);
    const { refreshToken } = signedIn((await edge.refresh(before.refreshToken)).body);
    await prove(edge, before, factor);
    expect(refusal(await edge.refresh(refreshToken))).toEqual([400, "refresh_token_already_used"]);
  });

  test("refresh right after verify: the previous token does not return the raised session", async ({
    edge,
  }) => {
    const { before, raised } = await withFactor(edge);
    expect((await edge.refresh(raised.refreshToken)).status).toBe(200);
    expect(refusal(await edge.refresh(before.refreshToken))).toEqual([
      400,
      "refresh_token_already_used",
    ]);
  });

  test("another code in a raised session: refresh tokens of before go on, also after a lost response", async ({
    edge,
  }) => {
    const { factor, raised } = await withFactor(edge);
    const refresh = () => edge.refresh(raised.refreshToken);
    const { refreshToken } = signedIn((await refresh()).body);
    edge.wait(60);
    const again = await prove(edge, raised, factor);
    expect(signedIn(again.body).refreshToken).toBe(refreshToken);
    edge.wait(60);
    expect(signedIn((await refresh()).body).refreshToken).toBe(refreshToken);
  });

  test("first verify: ends the user's other aal1 sessions; later ones end none", async ({
    edge,
  }) => {
    const first = await edge.signUp();
    const signIn = async () => ({
      ...first,
      ...signedIn((await edge.signIn(first.email)).body),
    });
    const second = await signIn();
    const factor = await enrol(edge, first);
    expect((await prove(edge, first, factor)).status).toBe(200);
    expect(refusal(await edge.call("GET", "/user", { token: second.token }))).toEqual([
      403,
      "session_not_found",
    ]);
    edge.wait(60);
    const third = await signIn();
    const fourth = await signIn();
    expect((await prove(edge, fourth, factor)).status).toBe(200);
    expect((await edge.call("GET", "/user", { token: third.token })).status).toBe(200);
  });

  test.for([
    ["the step before", -1, 200],
    ["two steps before", -2, 422],
  ] as const)("code of %s: step %i answers %i", async ([, steps, status], { edge }) => {
    const who = await edge.signUp();
    const factor = await enrol(edge, who);
    const answer = await prove(edge, who, factor, steps);
    expect(answer.status).toBe(status);
  });

  test("one code: accepted once across challenges, also when sent concurrently", async ({
    edge,
  }) => {
    const who = await edge.signUp();
    const factor = await enrol(edge, who);
    const code = codeOf(edge, factor.secret);
    const challenges = await Promise.all([1, 2, 3, 4].map(() => ask(edge, who, factor.id)));
    const answers = await Promise.all(
      challenges.map((id) => verify(edge, who, factor.id, { challenge_id: id, code })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(3);
    const late = await ask(edge, who, factor.id);
    const again = await verify(edge, who, factor.id, { challenge_id: late, code });
    expect(refusal(again)).toEqual([422, "mfa_verification_failed"]);
  });

  test("code with spaces as authenticators show it: accepted", async ({ edge }) => {
    const who = await edge.signUp();
    const factor = await enrol(edge, who);
    const challengeId = await ask(edge, who, factor.id);
    const code = codeOf(edge, factor.secret).replace(/^.../, "$& ");
    const answer = await verify(edge, who, factor.id, { challenge_id: challengeId, code });
    expect(answer.status).toBe(200);
  });

  test("code older than one already accepted: rejected", async ({ edge }) => {
    const who = await edge.signUp();
    const factor = await enrol(edge, who);
    const statusOf = async (steps: number) => (await prove(edge, who, factor, steps)).status;
    expect([await statusOf(0), await statusOf(-1), await statusOf(1)]).toEqual([200, 422, 200]);
  });
});

describe("challenge", () => {
  test("challenge: a code that was used leaves it open for the next one", async ({ edge }) => {
    const { factor, raised } = await withFactor(edge);
    const challengeId = await ask(edge, raised, factor.id);
    const prove = (steps: number) =>
      verify(edge, raised, factor.id, {
        challenge_id: challengeId,
        code: codeOf(edge, factor.secret, steps),
      });
    expect(refusal(await prove(0))).toEqual([422, "mfa_verification_failed"]);
    expect((await prove(1)).status).toBe(200);
  });

  test("challenge: accepts one code, from the same network, before it expires", async ({
    edge,
  }) => {
    const who = await edge.signUp();
    const factor = await enrol(edge, who);
    const elsewhere = await ask(edge, who, factor.id, "198.51.100.9");
    const code = codeOf(edge, factor.secret);
    const answer = (id: string) => verify(edge, who, factor.id, { challenge_id: id, code });
    expect(refusal(await answer(elsewhere))).toEqual([422, "mfa_ip_address_mismatch"]);
    const late = await ask(edge, who, factor.id);
    edge.wait(300);
    expect(refusal(await answer(late))).toEqual([422, "mfa_challenge_expired"]);
    const used = await ask(edge, who, factor.id);
    const right = { challenge_id: used, code: codeOf(edge, factor.secret) };
    expect((await verify(edge, who, factor.id, right)).status).toBe(200);
    expect(refusal(await verify(edge, who, factor.id, right))).toEqual([
      422,
      "mfa_ip_address_mismatch",
    ]);
  });

  test("challenge of another factor: rejected", async ({ edge }) => {
    const who = await edge.signUp();
    const [one, two] = [await enrol(edge, who, "one"), await enrol(edge, who, "two")];
    const challengeId = await ask(edge, who, one.id);
    const code = codeOf(edge, two.secret);
    const answer = await verify(edge, who, two.id, { challenge_id: challengeId, code });
    expect(refusal(answer)).toEqual([422, "mfa_factor_not_found"]);
  });

  test("challenge: its response names the type and the expiry", async ({ edge }) => {
    const who = await edge.signUp();
    const factor = await enrol(edge, who);
    const { body } = await edge.call("POST", `/factors/${factor.id}/challenge`, {
      token: who.token,
    });
    expect(body).toEqual({
      id: expect.any(String),
      type: "totp",
      expires_at: edge.now().getTime() / 1_000 + 300,
    });
  });
});

describe("enrolment", () => {
  test("friendly name: unique among verified factors; of a set-up that was not finished, even after a wrong code, replaces it", async ({
    edge,
  }) => {
    const { raised } = await withFactor(edge);
    const named = (friendly_name: string) =>
      edge.call("POST", "/factors", {
        token: raised.token,
        body: { factor_type: "totp", friendly_name },
      });
    expect(refusal(await named("Phone app"))).toEqual([422, "mfa_factor_name_conflict"]);
    const draft = await enrol(edge, raised, "Tablet");
    const wrong = { challenge_id: await ask(edge, raised, draft.id), code: "000000" };
    expect((await verify(edge, raised, draft.id, wrong)).status).toBe(422);
    expect((await named("Tablet")).status).toBe(200);
    expect(refusal(await verify(edge, raised, draft.id, wrong))).toEqual([
      404,
      "mfa_factor_not_found",
    ]);
  });

  test("concurrent enrolments with one name: one stays", async ({ edge, database }) => {
    const who = await edge.signUp();
    await Promise.all(
      [1, 2, 3].map(() =>
        edge.call("POST", "/factors", {
          token: who.token,
          body: { factor_type: "totp", friendly_name: "Phone app" },
        }),
      ),
    );
    expect((await database.query("select from mfa_factors")).rows).toHaveLength(1);
  });

  test("eleventh factor: rejected", async ({ edge }) => {
    const who = await edge.signUp();
    for (let i = 0; i < 10; i++) await enrol(edge, who);
    const answer = await edge.call("POST", "/factors", {
      token: who.token,
      body: { factor_type: "totp" },
    });
    expect(refusal(answer)).toEqual([422, "too_many_enrolled_mfa_factors"]);
  });

  test("another factor beside a verified one: requires an aal2 session", async ({ edge }) => {
    const { before, raised } = await withFactor(edge);
    const { body } = await edge.signIn(before.email);
    const low = signedIn(body);
    const begin = (token: string) =>
      edge.call("POST", "/factors", { token, body: { factor_type: "totp", friendly_name: "2" } });
    expect(refusal(await begin(low.token))).toEqual([403, "insufficient_aal"]);
    expect((await begin(raised.token)).status).toBe(200);
  });

  test("factor enrolled with a password alone: does not bypass a verified factor", async ({
    edgeWith,
  }) => {
    const edge = edgeWith(WITH_PHONES);
    const stranger = await edge.signUp();
    const { body: begun } = await edge.call("POST", "/factors", {
      token: stranger.token,
      body: { factor_type: "phone", phone: PHONE },
    });
    const theirs = String(begun["id"]);
    const asked = await ask(edge, stranger, theirs);
    const factor = await enrol(edge, stranger);
    await prove(edge, stranger, factor);
    const signIn = await edge.signIn(stranger.email);
    const low = { ...stranger, ...signedIn(signIn.body) };
    edge.wait(61);
    const challenge = await edge.call("POST", `/factors/${theirs}/challenge`, {
      token: low.token,
      body: {},
    });
    expect(refusal(challenge)).toEqual([403, "insufficient_aal"]);
    const answer = await verify(edge, low, theirs, {
      challenge_id: asked,
      code: edge.codes.code(asked, MFA_CODE_DIGITS),
    });
    expect(refusal(answer)).toEqual([403, "insufficient_aal"]);
  });

  test("verify: deletes the unverified factors of the same type", async ({ edgeWith }) => {
    const edge = edgeWith(WITH_PHONES);
    const who = await edge.signUp();
    const [one] = [await enrol(edge, who, "one"), await enrol(edge, who, "two")];
    edge.wait(1);
    await edge.call("POST", "/factors", {
      token: who.token,
      body: { factor_type: "phone", phone: PHONE },
    });
    const { body } = await prove(edge, who, one);
    expect(body["user"]).toMatchObject({
      factors: [
        { id: one.id, status: "verified" },
        { factor_type: "phone", status: "unverified" },
      ],
    });
  });

  test("issuer from the request: appears in the otpauth URI", async ({ edge }) => {
    const who = await edge.signUp();
    const { body } = await edge.call("POST", "/factors", {
      token: who.token,
      body: { factor_type: "totp", issuer: "Ada & Co" },
    });
    expect(body["totp"]).toMatchObject({ uri: expect.stringContaining("issuer=Ada%20%26%20Co") });
  });
});

describe("unenrol", () => {
  test("unenrol a verified factor: requires aal2, and the session falls back to aal1", async ({
    edge,
  }) => {
    const { factor, before, raised } = await withFactor(edge);
    const { body } = await edge.signIn(before.email);
    const remove = (token: string) => edge.call("DELETE", `/factors/${factor.id}`, { token });
    expect(refusal(await remove(signedIn(body).token))).toEqual([422, "insufficient_aal"]);
    const removed = await remove(raised.token);
    expect([removed.status, removed.body]).toEqual([200, { id: factor.id }]);
    const refreshed = await edge.refresh(raised.refreshToken);
    const claims = decodeJwt(signedIn(refreshed.body).token);
    expect(claims).toMatchObject({ aal: "aal1", amr: [{ method: "password" }] });
    expect(refusal(await remove(signedIn(refreshed.body).token))).toEqual([
      404,
      "mfa_factor_not_found",
    ]);
  });

  test("unenrol an unverified factor: works at aal1", async ({ edge }) => {
    const who = await edge.signUp();
    const factor = await enrol(edge, who);
    const { status } = await edge.call("DELETE", `/factors/${factor.id}`, { token: who.token });
    expect(status).toBe(200);
  });
});

describe("phone factor", () => {
  async function begin(edge: AuthEdge, who: SignedIn) {
    const { status, body } = await edge.call("POST", "/factors", {
      token: who.token,
      body: { factor_type: "phone", friendly_name: "My phone", phone: "+44 7700 900123" },
    });
    expect([status, body]).toEqual([
      200,
      { id: expect.any(String), type: "phone", friendly_name: "My phone", phone: PHONE },
    ]);
    return String(body["id"]);
  }

  test("phone factor: an SMS code verifies it once", async ({ edgeWith, database }) => {
    const edge = edgeWith(WITH_PHONES);
    const who = await edge.signUp();
    const factorId = await begin(edge, who);
    const challengeId = await ask(edge, who, factorId);
    const { rows } = await database.query(
      "select aggregate_id, payload from outbox_events where type = 'AuthSmsRequested'",
    );
    expect(rows).toEqual([
      {
        aggregate_id: who.userId,
        payload: { codeId: challengeId, text: "factor", channel: "sms" },
      },
    ]);
    const right = {
      challenge_id: challengeId,
      code: edge.codes.code(challengeId, MFA_CODE_DIGITS),
    };
    expect(refusal(await verify(edge, who, factorId, { ...right, code: "000000" }))).toEqual([
      422,
      "mfa_verification_failed",
    ]);
    const { status, body } = await verify(edge, who, factorId, right);
    expect(status).toBe(200);
    expect(decodeJwt(signedIn(body).token)).toMatchObject({
      aal: "aal2",
      amr: [{ method: "mfa/phone" }, { method: "password" }],
    });
    expect((await verify(edge, who, factorId, right)).status).toBe(422);
  });

  test("phone factor: no second SMS within a minute", async ({ edgeWith, database }) => {
    const edge = edgeWith(WITH_PHONES);
    const who = await edge.signUp();
    const factorId = await begin(edge, who);
    const challenge = () =>
      edge.call("POST", `/factors/${factorId}/challenge`, { token: who.token, body: {} });
    expect((await challenge()).status).toBe(200);
    edge.wait(20);
    const tooSoon = await challenge();
    expect(refusal(tooSoon)).toEqual([429, "over_sms_send_rate_limit"]);
    expect(tooSoon.headers.get("retry-after")).toBe("40");
    edge.wait(40);
    expect((await challenge()).status).toBe(200);
    const { rows } = await database.query(
      "select 1 from outbox_events where type = 'AuthSmsRequested'",
    );
    expect(rows).toHaveLength(2);
  });

  test("phone factor: shares the SMS limit with other factors, not with sign-in", async ({
    edgeWith,
  }) => {
    const denying = (timer: string) =>
      edgeWith(WITH_PHONES, {
        ...UNLIMITED,
        take: (bucket, key) =>
          Promise.resolve({
            allowed: bucket !== "sms_phone" || key !== `${timer} ${PHONE}`,
            retryAfterS: 30,
          }),
      });
    const who = await denying("none").signUp();
    const factorId = await begin(denying("none"), who);
    const challenge = async (edge: AuthEdge) =>
      edge.call("POST", `/factors/${factorId}/challenge`, { token: who.token, body: {} });
    expect(refusal(await challenge(denying("factor")))).toEqual([429, "over_sms_send_rate_limit"]);
    expect((await challenge(denying("sign-in"))).status).toBe(200);
  });

  test("phone that is already a factor: rejected", async ({ edgeWith }) => {
    const edge = edgeWith(WITH_PHONES);
    const who = await edge.signUp();
    await begin(edge, who);
    // An unverified factor gives way.
    const factorId = await begin(edge, who);
    const challengeId = await ask(edge, who, factorId);
    const code = edge.codes.code(challengeId, MFA_CODE_DIGITS);
    const { body } = await verify(edge, who, factorId, { challenge_id: challengeId, code });
    const again = await edge.call("POST", "/factors", {
      token: signedIn(body).token,
      body: { factor_type: "phone", phone: PHONE },
    });
    expect(refusal(again)).toEqual([422, "mfa_verified_factor_exists"]);
  });
});

describe("rejected input", () => {
  const ENROL: [name: string, body: unknown, status: number, code: string][] = [
    ["no body", "", 400, "bad_json"],
    ["a list", [], 400, "bad_json"],
    ["no type", {}, 400, "validation_failed"],
    ["an unknown type", { factor_type: "sms" }, 400, "validation_failed"],
    ["a type that we lack", { factor_type: "webauthn" }, 422, "mfa_webauthn_enroll_not_enabled"],
    ["a type that is not a string", { factor_type: 1 }, 400, "bad_json"],
    [
      "a long name",
      { factor_type: "totp", friendly_name: "é".repeat(256) },
      400,
      "validation_failed",
    ],
    ["a long issuer", { factor_type: "totp", issuer: "é".repeat(2_000) }, 400, "validation_failed"],
    ["NUL in a name", `{"factor_type":"totp","friendly_name":"a\\u0000"}`, 400, "bad_json"],
    ["no phone", { factor_type: "phone" }, 400, "validation_failed"],
    ["an invalid phone", { factor_type: "phone", phone: "07700" }, 400, "validation_failed"],
  ];
  test("enrol: invalid body is rejected", async ({ edgeWith }) => {
    const edge = edgeWith(WITH_PHONES);
    const { token } = await edge.signUp();
    for (const [name, body, status, code] of ENROL) {
      const answer = await edge.call("POST", "/factors", { token, body });
      expect(refusal(answer), name).toEqual([status, code]);
    }
  });

  const VERIFY: [name: string, body: unknown, status: number, code: string][] = [
    ["no body", "", 400, "bad_json"],
    ["no code", { challenge_id: randomUUID() }, 400, "validation_failed"],
    ["an empty code", { challenge_id: randomUUID(), code: "" }, 400, "validation_failed"],
    ["a code that is a number", { challenge_id: randomUUID(), code: 123456 }, 400, "bad_json"],
    ["an invalid id", { challenge_id: "1", code: "123456" }, 400, "bad_json"],
    ["no id", { code: "123456" }, 422, "mfa_factor_not_found"],
    ["an unknown id", { challenge_id: randomUUID(), code: "123456" }, 422, "mfa_factor_not_found"],
  ];
  test("verify: invalid body is rejected", async ({ edge }) => {
    const who = await edge.signUp();
    const factor = await enrol(edge, who);
    for (const [name, body, status, code] of VERIFY) {
      const { token } = who;
      const answer = await edge.call("POST", `/factors/${factor.id}/verify`, { token, body });
      expect(refusal(answer), name).toEqual([status, code]);
    }
  });

  test("verify: code of another form is rejected without a 5xx", async ({ edge }) => {
    const who = await edge.signUp();
    const factor = await enrol(edge, who);
    const challengeId = await ask(edge, who, factor.id);
    for (const code of ["1", "12345", "1234567", "abcdef", "１２３４５６", "🦀", "-12345"]) {
      const answer = await verify(edge, who, factor.id, { challenge_id: challengeId, code });
      expect(refusal(answer), code).toEqual([422, "mfa_verification_failed"]);
    }
  });

  const CALLS = [
    ["POST", "/factors/ID/challenge"],
    ["POST", "/factors/ID/verify"],
    ["DELETE", "/factors/ID"],
  ] as const;
  test.for(CALLS)(
    "%s %s: another user's, an unknown or a malformed factor id is rejected",
    async ([method, path], { edge }) => {
      const theirs = await enrol(edge, await edge.signUp());
      const { token } = await edge.signUp();
      const at = async (id: string) =>
        refusal(
          await edge.call(method, path.replace("ID", id), {
            token,
            body: { challenge_id: randomUUID(), code: "123456" },
          }),
        );
      expect(await at(theirs.id)).toEqual([404, "mfa_factor_not_found"]);
      expect(await at(randomUUID())).toEqual([404, "mfa_factor_not_found"]);
      expect(await at("1")).toEqual([404, "validation_failed"]);
      expect(await at("%00")).toEqual([404, "validation_failed"]);
    },
  );

  test.for([
    ["MFA_TOTP_ENROLL_ENABLED", { factor_type: "totp" }, "mfa_totp_enroll_not_enabled"],
    ["MFA_PHONE_ENROLL_ENABLED", { factor_type: "phone" }, "mfa_phone_enroll_not_enabled"],
  ] as const)("enrol while %s is off: rejected", async ([setting, body, code], { edgeWith }) => {
    const edge = edgeWith({ [setting]: "false" });
    const { token } = await edge.signUp();
    expect(refusal(await edge.call("POST", "/factors", { token, body }))).toEqual([422, code]);
  });

  test("challenge and verify while verification is off: rejected", async ({ edge, edgeWith }) => {
    const who = await edge.signUp();
    const factor = await enrol(edge, who);
    const off = edgeWith({ MFA_TOTP_VERIFY_ENABLED: "false" });
    for (const path of ["challenge", "verify"]) {
      const answer = await off.call("POST", `/factors/${factor.id}/${path}`, {
        token: who.token,
        body: { challenge_id: randomUUID(), code: "123456" },
      });
      expect(refusal(answer)).toEqual([422, "mfa_totp_verify_not_enabled"]);
    }
  });

  test("factor codes over the account's limit: rejected from every network", async ({
    edgeWith,
  }) => {
    const edge = edgeWith(
      {},
      {
        ...UNLIMITED,
        checkCodeAttempt: () => Promise.resolve({ allowed: false, retryAfterS: 120 }),
      },
    );
    const who = await edge.signUp();
    const factor = await enrol(edge, who);
    const answer = await prove(edge, who, factor);
    expect(refusal(answer)).toEqual([429, "over_request_rate_limit"]);
    expect(answer.headers.get("retry-after")).toBe("120");
  });
});
