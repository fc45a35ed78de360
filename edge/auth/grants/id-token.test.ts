import { createHash } from "node:crypto";
import { describe, expect } from "vitest";
import { mintIdToken } from "../../../tests/support/oauth-flow.ts";
import { test as base } from "../../../tests/support/oauth.ts";
import { refusal } from "../../../tests/support/refusal.ts";

const ADA = { email: "ada@shop.example", email_verified: true, name: "Ada Byron" };
const NONCE = "made by the app";
const HASHED = createHash("sha256").update(NONCE).digest("hex");

const test = base.extend<{
  show: (
    wanted?: { claims?: Record<string, unknown>; forged?: boolean; company?: string },
    body?: Record<string, unknown>,
    token?: string,
  ) => Promise<{ status: number; body: Record<string, unknown> }>;
}>({
  show: async ({ auth, companies }, use) => {
    await use(async ({ company = "google", ...wanted } = {}, body = {}, token) => {
      const idToken = await mintIdToken(`${companies.url}/${company}`, { person: ADA, ...wanted });
      return auth.call(
        "POST",
        "/token?grant_type=id_token",
        { provider: company, id_token: idToken, ...body },
        token === undefined ? {} : { authorization: `Bearer ${token}` },
      );
    });
  },
});

test("id token: signs in, and the response holds no provider token", async ({ show }) => {
  const { status, body } = await show();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    token_type: "bearer",
    user: {
      email: ADA.email,
      app_metadata: { provider: "google", providers: ["google"] },
      identities: [{ provider: "google", email: ADA.email }],
    },
  });
  expect(body).not.toHaveProperty("provider_token");
});

test("id token and browser flow: sign in to one account", async ({ show, visit, database }) => {
  await visit("google", ADA);
  expect((await show()).status).toBe(200);
  const { rows } = await database.query("select count(*)::int as users from users");
  expect(rows).toEqual([{ users: 1 }]);
});

test.for(["apple", "azure"])("id token of %s: signs in", async (company, { show }) => {
  const { status, body } = await show({ company });
  expect([status, body["user"]]).toEqual([200, expect.objectContaining({ email: ADA.email })]);
});

test("id token with the hash of the request's nonce: accepted", async ({ show }) => {
  expect((await show({ claims: { nonce: HASHED } }, { nonce: NONCE })).status).toBe(200);
});

test("id token and nonce shown again, also concurrently: one session", async ({
  auth,
  companies,
  database,
}) => {
  const idToken = await mintIdToken(`${companies.url}/google`, {
    person: ADA,
    claims: { nonce: HASHED },
  });
  const show = () =>
    auth.call("POST", "/token?grant_type=id_token", {
      provider: "google",
      id_token: idToken,
      nonce: NONCE,
    });
  const answers = [...(await Promise.all([show(), show()])), await show()];
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
    error: "invalid request",
    error_description: "The id token was used before",
  });
  expect((await database.query("select id from sessions")).rows).toHaveLength(1);
});

test("id token with another access token than at_hash says: rejected", async ({ show }) => {
  const accessToken = "made-by-google";
  const hash = createHash("sha256").update(accessToken).digest().subarray(0, 16);
  const claims = { at_hash: hash.toString("base64url") };
  expect((await show({ claims }, { access_token: accessToken })).status).toBe(200);
  expect((await show({ claims }, { access_token: "another" })).status).toBe(400);
});

describe("errors in OAuth's format", () => {
  const BAD = { error: "invalid request", error_description: "Bad ID token" };
  const UNEQUAL = {
    error: "invalid request",
    error_description: "Passed nonce and nonce in id_token should either both exist or not.",
  };

  test("id token that is malformed, foreign, expired or of another nonce: rejected in OAuth's format, nobody gets an account", async ({
    show,
    database,
  }) => {
    for (const [name, wanted, body, refusal] of [
      ["a forged signature", { forged: true }, {}, BAD],
      ["another issuer", { claims: { iss: "https://elsewhere.example" } }, {}, BAD],
      ["another provider's name", { claims: {} }, { provider: "apple" }, BAD],
      ["a past expiry", { claims: { exp: 1_700_000_000 } }, {}, BAD],
      ["a start in the future", { claims: { nbf: 4_000_000_000 } }, {}, BAD],
      ["an empty subject", { claims: { sub: "" } }, {}, BAD],
      ["a NUL in its subject", { claims: { sub: "a\0b" } }, {}, BAD],
      ["no JWT", {}, { id_token: "x" }, BAD],
      ["the algorithm none", {}, { id_token: "eyJhbGciOiJub25lIn0.e30." }, BAD],
      [
        "another authorised party",
        { claims: { azp: "someone-else" } },
        {},
        { error: "invalid request", error_description: "Unacceptable audience in id_token" },
      ],
      [
        "another audience",
        { claims: { aud: "someone-else" } },
        {},
        { error: "invalid request", error_description: "Unacceptable audience in id_token" },
      ],
      ["a nonce only in the request", {}, { nonce: NONCE }, UNEQUAL],
      ["a nonce only in the token", { claims: { nonce: HASHED } }, {}, UNEQUAL],
      [
        "another nonce",
        { claims: { nonce: HASHED } },
        { nonce: "made up" },
        { error: "invalid nonce", error_description: "Nonces mismatch" },
      ],
      [
        "the nonce as the token has it",
        { claims: { nonce: HASHED } },
        { nonce: HASHED },
        { error: "invalid nonce", error_description: "Nonces mismatch" },
      ],
      [
        "nothing",
        {},
        { id_token: "" },
        { error: "invalid request", error_description: "id_token required" },
      ],
      [
        "no provider",
        {},
        { provider: "" },
        { error: "invalid request", error_description: "provider required" },
      ],
    ] as const) {
      expect(await show(wanted, body), name).toMatchObject({ status: 400, body: refusal });
    }
    const { rows } = await database.query("select id from users");
    expect(rows).toEqual([]);
  });
});

test("id token grant for a provider without id tokens, or with a wrong type: rejected", async ({
  show,
}) => {
  for (const [name, body, code] of [
    ["an unknown provider", { provider: "aol" }, "provider_disabled"],
    ["a provider without id tokens", { provider: "github" }, "validation_failed"],
    ["a number for a token", { id_token: 7 }, "bad_json"],
    ["a list for a nonce", { nonce: [] }, "bad_json"],
  ] as const) {
    expect(refusal(await show({}, body)), name).toEqual([400, code]);
  }
});

test("JWKS of the provider is unreachable: 503", async ({ serviceWith, show }) => {
  expect((await show()).status).toBe(200);
  const auth = serviceWith({
    EXTERNAL_AZURE_ENABLED: "true",
    EXTERNAL_AZURE_CLIENT_ID: "us",
    EXTERNAL_AZURE_SECRET: "secret",
    EXTERNAL_AZURE_URL: "http://127.0.0.1:9/common",
  });
  const { status, body } = await auth.call("POST", "/token?grant_type=id_token", {
    provider: "azure",
    id_token: "eyJhbGciOiJFUzI1NiIsImtpZCI6ImsifQ.e30.eA",
  });
  expect([status, body["code"]]).toEqual([503, "service_unavailable"]);
});

test("id token without a nonce: accepted when the provider's setting allows it", async ({
  serviceWith,
  companies,
}) => {
  const auth = serviceWith({
    ...companies.settings,
    EXTERNAL_GOOGLE_SKIP_NONCE_CHECK: "true",
    EXTERNAL_GOOGLE_CLIENT_ID: "tidepost-at-google,tidepost-on-ios",
  });
  const idToken = await mintIdToken(`${companies.url}/google`, {
    person: ADA,
    claims: { nonce: HASHED, aud: "tidepost-on-ios" },
  });
  const { status } = await auth.call("POST", "/token?grant_type=id_token", {
    provider: "google",
    id_token: idToken,
  });
  expect(status).toBe(200);
});

test("id token with an unverified address: the address has to be confirmed by email", async ({
  auth,
  companies,
}) => {
  const idToken = await mintIdToken(`${companies.url}/google`, {
    person: { ...ADA, email_verified: false },
  });
  const { status, body } = await auth.call("POST", "/token?grant_type=id_token", {
    provider: "google",
    id_token: idToken,
  });
  expect([status, body["code"]]).toEqual([422, "provider_email_needs_verification"]);
  expect((await auth.mailTo(ADA.email)).mail).toBe("confirm-sign-up");
});

describe("linking an identity with an id token", () => {
  test("id token with link_identity: requires a session and links to its account", async ({
    auth,
    show,
  }) => {
    const link = { link_identity: true };
    expect(refusal(await show({}, link))).toEqual([401, "no_authorization"]);
    const { body } = await show();
    const token = String(body["access_token"]);
    auth.wait(1);
    const added = await show({ company: "apple" }, link, token);
    expect(added).toMatchObject({
      status: 200,
      body: {
        user: {
          id: (body["user"] as { id: string }).id,
          identities: [{ provider: "google" }, { provider: "apple" }],
        },
      },
    });
    expect(refusal(await show({ company: "apple" }, link, token))).toEqual([
      422,
      "identity_already_exists",
    ]);
  });

  test("id token with link_identity while manual linking is off: rejected", async ({
    serviceWith,
    companies,
    show,
  }) => {
    const { body } = await show();
    const idToken = await mintIdToken(`${companies.url}/apple`, { person: ADA });
    const answer = await serviceWith(companies.settings).call(
      "POST",
      "/token?grant_type=id_token",
      { provider: "apple", id_token: idToken, link_identity: true },
      { authorization: `Bearer ${String(body["access_token"])}` },
    );
    expect([answer.status, answer.body["code"]]).toEqual([404, "manual_linking_disabled"]);
  });
});
