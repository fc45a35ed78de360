import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { describe, expect } from "vitest";
import {
  type AuthCall,
  type AuthEdge,
  PASSWORD,
  type SignedIn,
  signedIn,
  test as base,
} from "../../../tests/support/auth-edge.ts";
import { API, SITE } from "../../../tests/support/auth-service.ts";
import { refusal } from "../../../tests/support/refusal.ts";
import { noticesIn } from "../../../tests/support/security-notices.ts";
import {
  createSoftwareAuthenticator,
  type Forgery,
  type SoftwareAuthenticator,
} from "../../../tests/support/software-authenticator.ts";
import { totp } from "../../../tests/support/totp.ts";
import { UNLIMITED } from "../../../tests/support/unlimited.ts";
import type { LimitBucket } from "../limits/rules.ts";
import { userHandleOf } from "../passkeys/verify-passkey.ts";

const test = base.extend<{ edge: AuthEdge }>({
  edge: async ({ edgeWith }, use) => use(edgeWith({ PASSKEY_ENABLED: "true" })),
});

type Options = Parameters<SoftwareAuthenticator["register"]>[0] &
  Parameters<SoftwareAuthenticator["signIn"]>[0];

const newAuthenticator = () => createSoftwareAuthenticator(SITE);

async function optionsFor(edge: AuthEdge, kind: "registration" | "authentication", token?: string) {
  const { status, body } = await edge.call("POST", `/passkeys/${kind}/options`, {
    token,
    body: {},
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { challenge_id: string; options: Options; expires_at: number };
}

async function register(
  edge: AuthEdge,
  { token }: Pick<SignedIn, "token">,
  authenticator: SoftwareAuthenticator,
) {
  const { challenge_id, options } = await optionsFor(edge, "registration", token);
  return edge.call("POST", "/passkeys/registration/verify", {
    token,
    body: { challenge_id, credential: authenticator.register(options) },
  });
}

async function signIn(edge: AuthEdge, authenticator: SoftwareAuthenticator, forgery?: Forgery) {
  const { challenge_id, options } = await optionsFor(edge, "authentication");
  return edge.call("POST", "/passkeys/authentication/verify", {
    body: { challenge_id, credential: authenticator.signIn(options, forgery) },
  });
}

async function withPasskey(edge: AuthEdge) {
  const who = await edge.signUp();
  const authenticator = newAuthenticator();
  const { status, body } = await register(edge, who, authenticator);
  expect(status, JSON.stringify(body)).toBe(200);
  return { who, authenticator, id: String(body["id"]) };
}

async function enrolFactor(edge: AuthEdge, { token }: SignedIn): Promise<SignedIn["token"]> {
  const { body } = await edge.call("POST", "/factors", { token, body: { factor_type: "totp" } });
  const { id, totp: app } = body as { id: string; totp: { secret: string } };
  return passFactor(edge, token, { id, secret: app.secret });
}

async function passFactor(edge: AuthEdge, token: string, factor: { id: string; secret: string }) {
  const asked = await edge.call("POST", `/factors/${factor.id}/challenge`, { token, body: {} });
  const { status, body } = await edge.call("POST", `/factors/${factor.id}/verify`, {
    token,
    body: { challenge_id: asked.body["id"], code: totp(factor.secret, edge.now().getTime()) },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return signedIn(body).token;
}

const listOf = async (edge: AuthEdge, token: string) =>
  (await edge.call("GET", "/passkeys", { token })).body as unknown as Record<string, unknown>[];

describe("registration", () => {
  test("options: a discoverable, verified passkey for the site's domain, none twice", async ({
    edge,
  }) => {
    const { who, id } = await withPasskey(edge);
    const { options, expires_at } = await optionsFor(edge, "registration", who.token);
    expect(expires_at).toBe(Math.floor(edge.now().getTime() / 1_000) + 300);
    expect(options).toEqual({
      rp: { id: "tidepost.example", name: "Tidepost" },
      user: { id: userHandleOf(who.userId), name: who.email, displayName: who.email },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: "public-key", alg })),
      timeout: 300_000,
      excludeCredentials: [
        { type: "public-key", id: expect.any(String), transports: ["internal"] },
      ],
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
      attestation: "none",
    });
    expect(await listOf(edge, who.token)).toEqual([
      { id, friendly_name: "Passkey", created_at: edge.now().toISOString() },
    ]);
  });

  test("same credential again, also for another account: rejected", async ({ edge }) => {
    const { who, authenticator } = await withPasskey(edge);
    for (const token of [who.token, (await edge.signUp()).token]) {
      expect(refusal(await register(edge, { token }, authenticator))).toEqual([
        422,
        "webauthn_credential_exists",
      ]);
    }
    const userHandle = userHandleOf(who.userId);
    expect((await signIn(edge, authenticator, { userHandle })).status).toBe(200);
  });

  test("eleventh passkey: rejected at both steps", async ({ edge }) => {
    const { who } = await withPasskey(edge);
    const waiting = await optionsFor(edge, "registration", who.token);
    for (let count = 1; count < 10; count++) await register(edge, who, newAuthenticator());
    expect(await listOf(edge, who.token)).toHaveLength(10);
    const options = await edge.call("POST", "/passkeys/registration/options", {
      token: who.token,
      body: {},
    });
    expect(refusal(options)).toEqual([422, "too_many_passkeys"]);
    const verify = await edge.call("POST", "/passkeys/registration/verify", {
      token: who.token,
      body: {
        challenge_id: waiting.challenge_id,
        credential: newAuthenticator().register(waiting.options),
      },
    });
    expect(refusal(verify)).toEqual([422, "too_many_passkeys"]);
  });

  test("challenge of another user or of a sign-in: not found", async ({ edge }) => {
    const [one, other] = [await edge.signUp(), await edge.signUp()];
    const { challenge_id: theirs, options } = await optionsFor(edge, "registration", other.token);
    const { challenge_id: ofSignIn } = await optionsFor(edge, "authentication");
    for (const challenge_id of [theirs, ofSignIn, randomUUID()]) {
      const answer = await edge.call("POST", "/passkeys/registration/verify", {
        token: one.token,
        body: { challenge_id, credential: newAuthenticator().register(options) },
      });
      expect(refusal(answer)).toEqual([400, "webauthn_challenge_not_found"]);
    }
  });

  test("anonymous user, SSO user: rejected", async ({ edgeWith, database }) => {
    const edge = edgeWith({ PASSKEY_ENABLED: "true" });
    const who = await edge.signUp();
    const ask = () =>
      edge.call("POST", "/passkeys/registration/options", { token: who.token, body: {} });
    await database.query("update users set is_anonymous = true where id = $1", [who.userId]);
    expect(refusal(await ask())).toEqual([403, "no_authorization"]);
    await database.query("update users set is_anonymous = false, is_sso = true where id = $1", [
      who.userId,
    ]);
    expect(refusal(await ask())).toEqual([422, "validation_failed"]);
  });
});

describe("sign-in", () => {
  test("with a passkey: opens an aal1 session by passkey, and says when it was used", async ({
    edge,
  }) => {
    const { who, authenticator } = await withPasskey(edge);
    const { options } = await optionsFor(edge, "authentication");
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 300_000,
      rpId: "tidepost.example",
      userVerification: "required",
    });
    edge.wait(60);
    const { status, body } = await signIn(edge, authenticator);
    expect(status).toBe(200);
    expect(body["user"]).toMatchObject({
      id: who.userId,
      last_sign_in_at: edge.now().toISOString(),
    });
    const { token } = signedIn(body);
    expect(decodeJwt(token)).toMatchObject({ aal: "aal1", amr: [{ method: "passkey" }] });
    expect(await listOf(edge, token)).toMatchObject([{ last_used_at: edge.now().toISOString() }]);
  });

  test("same answer twice, also concurrently: opens one session", async ({ edge, database }) => {
    const { who, authenticator } = await withPasskey(edge);
    const { challenge_id, options } = await optionsFor(edge, "authentication");
    const body = { challenge_id, credential: authenticator.signIn(options) };
    const send = () => edge.call("POST", "/passkeys/authentication/verify", { body });
    const answers = await Promise.all([send(), send(), send(), send()]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refusal(await send())).toEqual([400, "webauthn_challenge_not_found"]);
    const { rows } = await database.query("select from sessions where user_id = $1", [who.userId]);
    expect(rows).toHaveLength(2);
  });

  test("copy of a passkey, at a count that was used: rejected", async ({ edge }) => {
    const { authenticator } = await withPasskey(edge);
    expect((await signIn(edge, authenticator, { signCount: 7 })).status).toBe(200);
    expect(refusal(await signIn(edge, authenticator, { signCount: 7 }))).toEqual([
      400,
      "webauthn_verification_failed",
    ]);
    expect((await signIn(edge, authenticator, { signCount: 8 })).status).toBe(200);
  });

  test("after five minutes: the challenge has expired, and is spent", async ({ edge }) => {
    const { authenticator } = await withPasskey(edge);
    const { challenge_id, options } = await optionsFor(edge, "authentication");
    edge.wait(300);
    const body = { challenge_id, credential: authenticator.signIn(options) };
    const send = () => edge.call("POST", "/passkeys/authentication/verify", { body });
    expect(refusal(await send())).toEqual([400, "webauthn_challenge_expired"]);
    expect(refusal(await send())).toEqual([400, "webauthn_challenge_not_found"]);
  });

  test("unknown passkey, foreign origin and another's handle: one answer, nothing changes", async ({
    edge,
    database,
  }) => {
    const { authenticator, who } = await withPasskey(edge);
    const other = await edge.signUp();
    const refusals = [
      await signIn(edge, newAuthenticator(), { userHandle: userHandleOf(who.userId) }),
      await signIn(edge, authenticator, { origin: "https://evil.example" }),
      await signIn(edge, authenticator, { userHandle: userHandleOf(other.userId) }),
    ];
    for (const { body } of refusals) expect(body).toEqual(refusals[0]?.body);
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(refusals[0]?.body).toMatchObject({ code: "webauthn_verification_failed" });
    const { rows } = await database.query("select sign_count from webauthn_credentials");
    expect(rows).toEqual([{ sign_count: "1" }]);
    expect((await database.query("select from sessions")).rows).toHaveLength(2);
  });

  test.for([
    ["update users set banned_until = '2999-01-01'", "user_banned"],
    ["update users set email_confirmed_at = null", "email_not_confirmed"],
    ["update users set email = null, phone = '447700900123'", "phone_not_confirmed"],
  ] as const)("%s: rejected with 403", async ([change, code], { edge, database }) => {
    const { authenticator } = await withPasskey(edge);
    await database.query(change);
    expect(refusal(await signIn(edge, authenticator))).toEqual([403, code]);
  });

  test("options: over the visitor's limit nothing is written", async ({ edgeWith, database }) => {
    const buckets: LimitBucket[] = [];
    const edge = edgeWith(
      { PASSKEY_ENABLED: "true" },
      {
        ...UNLIMITED,
        take(bucket) {
          buckets.push(bucket);
          return Promise.resolve({ allowed: bucket !== "passkey", retryAfterS: 10 });
        },
      },
    );
    const { token } = await edge.signUp();
    buckets.length = 0;
    for (const kind of ["authentication", "registration"]) {
      const answer = await edge.call("POST", `/passkeys/${kind}/options`, { token, body: {} });
      expect(refusal(answer)).toEqual([429, "over_request_rate_limit"]);
    }
    expect(buckets).toEqual(["passkey", "passkey"]);
    expect((await database.query("select from webauthn_challenges")).rows).toEqual([]);
  });
});

describe("account with a second factor", () => {
  test("passkey session: is aal1 until the factor is verified", async ({ edge }) => {
    const { who, authenticator, id } = await withPasskey(edge);
    const waiting = await optionsFor(edge, "registration", who.token);
    const raised = await enrolFactor(edge, who);
    edge.wait(60);
    const { token } = signedIn((await signIn(edge, authenticator)).body);
    expect(decodeJwt(token)["aal"]).toBe("aal1");
    const calls: [Parameters<AuthEdge["call"]>[0], string, AuthCall["body"]?][] = [
      ["POST", "/passkeys/registration/options", {}],
      [
        "POST",
        "/passkeys/registration/verify",
        {
          challenge_id: waiting.challenge_id,
          credential: newAuthenticator().register(waiting.options),
        },
      ],
      ["DELETE", `/passkeys/${id}`],
    ];
    for (const [method, path, body] of calls) {
      expect(refusal(await edge.call(method, path, { token, body })), path).toEqual([
        403,
        "insufficient_aal",
      ]);
    }
    expect((await register(edge, { token: raised }, newAuthenticator())).status).toBe(200);
    expect((await edge.call("DELETE", `/passkeys/${id}`, { token: raised })).status).toBe(204);
  });
});

describe("management", () => {
  test("rename: trims the name, and rejects an empty or long one", async ({ edge }) => {
    const { who, id } = await withPasskey(edge);
    const rename = (friendly_name: unknown) =>
      edge.call("PATCH", `/passkeys/${id}`, { token: who.token, body: { friendly_name } });
    expect(await rename(" My phone ")).toMatchObject({
      status: 200,
      body: { id, friendly_name: "My phone" },
    });
    for (const name of ["", "  ", null, "é".repeat(61)]) {
      expect(refusal(await rename(name)), String(name)).toEqual([400, "validation_failed"]);
    }
    expect(await listOf(edge, who.token)).toMatchObject([{ friendly_name: "My phone" }]);
  });

  test("delete: answers 204 without a body, and the passkey opens nothing", async ({
    edge,
    database,
  }) => {
    const { who, authenticator, id } = await withPasskey(edge);
    const remove = () => edge.call("DELETE", `/passkeys/${id}`, { token: who.token });
    expect(await remove()).toMatchObject({ status: 204, body: {} });
    expect(refusal(await signIn(edge, authenticator))).toEqual([
      400,
      "webauthn_verification_failed",
    ]);
    expect(refusal(await remove())).toEqual([404, "validation_failed"]);
    expect(await noticesIn(database)).toEqual(["passkey-added", "passkey-removed"]);
  });

  test.for(["PATCH", "DELETE"] as const)(
    "%s: another user's, an unknown or a malformed id is not found",
    async (method, { edge }) => {
      const { id } = await withPasskey(edge);
      const { token } = await edge.signUp();
      for (const given of [id, randomUUID(), "1", "%00"]) {
        const answer = await edge.call(method, `/passkeys/${given}`, {
          token,
          body: { friendly_name: "Mine" },
        });
        expect(refusal(answer), given).toEqual([404, "validation_failed"]);
      }
    },
  );

  test("administrator: lists and deletes a user's passkeys", async ({ serviceWith }) => {
    const service = serviceWith({ PASSKEY_ENABLED: "true", MAILER_AUTOCONFIRM: "true" });
    const { body } = await service.call("POST", "/signup", {
      email: "ada@shop.example",
      password: PASSWORD,
    });
    const { userId, token } = signedIn(body);
    const bearer = { authorization: `Bearer ${token}` };
    const asked = await service.call("POST", "/passkeys/registration/options", {}, bearer);
    const { challenge_id, options } = asked.body as { challenge_id: string; options: Options };
    const credential = newAuthenticator().register(options);
    const made = await service.call(
      "POST",
      "/passkeys/registration/verify",
      { challenge_id, credential },
      bearer,
    );
    const admin = { authorization: `Bearer ${await service.sign({ role: "service_role" })}` };
    const path = `/admin/users/${userId}/passkeys`;
    const id = String(made.body["id"]);
    expect((await service.call("GET", path, undefined, admin)).body).toMatchObject([{ id }]);
    const remove = () => service.call("DELETE", `${path}/${id}`, undefined, admin);
    expect((await remove()).status).toBe(204);
    expect(refusal(await remove())).toEqual([404, "validation_failed"]);
    expect(
      refusal(await service.call("GET", path.replace(userId, randomUUID()), undefined, admin)),
    ).toEqual([404, "user_not_found"]);
  });

  test("export of the account: names its passkeys", async ({ edge }) => {
    const { who } = await withPasskey(edge);
    const { body } = await edge.call("GET", `${API}/functions/v1/account/export`, {
      token: who.token,
    });
    expect(body["passkeys"]).toMatchObject([{ friendly_name: "Passkey", last_used_at: null }]);
  });
});

const PATHS = [
  ["POST", "/passkeys/registration/options"],
  ["POST", "/passkeys/registration/verify"],
  ["POST", "/passkeys/authentication/options"],
  ["POST", "/passkeys/authentication/verify"],
  ["GET", "/passkeys"],
  ["PATCH", `/passkeys/${randomUUID()}`],
  ["DELETE", `/passkeys/${randomUUID()}`],
] as const;

test("every endpoint answers passkey_disabled while passkeys are off, and the settings say so", async ({
  edge,
  edgeWith,
}) => {
  const off = edgeWith({ PASSKEY_ENABLED: "false" });
  for (const [method, path] of PATHS) {
    expect(refusal(await off.call(method, path)), path).toEqual([404, "passkey_disabled"]);
  }
  const enabled = async (given: AuthEdge) =>
    (await given.call("GET", "/settings")).body["passkeys_enabled"];
  expect([await enabled(off), await enabled(edge)]).toEqual([false, true]);
});

test.for(["registration", "authentication"] as const)(
  "%s answer that is incomplete or malformed: rejected, and the challenge stays unused",
  async (kind, { edge }) => {
    const { who, authenticator } = await withPasskey(edge);
    const { challenge_id, options } = await optionsFor(edge, kind, who.token);
    const credential =
      kind === "registration"
        ? newAuthenticator().register(options)
        : authenticator.signIn(options);
    const send = (body: unknown) =>
      edge.call("POST", `/passkeys/${kind}/verify`, { token: who.token, body });
    const malformed = [
      {},
      { challenge_id },
      { credential },
      { challenge_id: "1", credential },
      { challenge_id, credential: "x" },
      { challenge_id, credential: { ...credential, id: "not base64url!" } },
      { challenge_id, credential: { ...credential, type: "password" } },
      { challenge_id, credential: { ...credential, response: {} } },
      {
        challenge_id,
        credential: {
          ...credential,
          response: { ...credential.response, clientDataJSON: "A".repeat(6_000) },
        },
      },
    ];
    for (const body of malformed) {
      expect(refusal(await send(body)), JSON.stringify(body).slice(0, 80)).toEqual([
        400,
        "validation_failed",
      ]);
    }
    expect((await send({ challenge_id, credential })).status).toBe(200);
  },
);
