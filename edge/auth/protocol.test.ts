import { describe, expect } from "vitest";
import { API, type AuthService, test } from "../../tests/support/auth-service.ts";
import { refusal } from "../../tests/support/refusal.ts";

const asService = async (auth: AuthService) => ({
  authorization: `Bearer ${await auth.sign({ role: "service_role" })}`,
});

test.for([
  ["anonymous sign-in", { EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" }, {}],
  [
    "confirmed sign-up",
    { MAILER_AUTOCONFIRM: "true" },
    { email: "ada@shop.example", password: "low tide at six" },
  ],
] as const)(
  "%s: the first session counts as a sign-in",
  async ([, settings, body], { serviceWith }) => {
    const auth = serviceWith(settings);
    const { body: answer } = await auth.call("POST", "/signup", body);
    expect(answer["user"]).toMatchObject({ last_sign_in_at: auth.clock.now.toISOString() });
  },
);

test("generated sign-up link: the metadata is the administrator's, without the identity's", async ({
  auth,
}) => {
  const { body } = await auth.call(
    "POST",
    "/admin/generate_link",
    { type: "magiclink", email: "new@shop.example", data: { first_name: "Ada" } },
    await asService(auth),
  );
  expect(body["user_metadata"]).toEqual({ first_name: "Ada" });
});

describe("list of users", () => {
  const EMAILS = ["ada@shop.example", "bob_1@shop.example", "eve@navy.example"];

  async function listing(auth: AuthService) {
    const headers = await asService(auth);
    for (const email of EMAILS) {
      auth.wait(1);
      const user_metadata = email.startsWith("eve") ? { full_name: "Eve Hopper" } : {};
      await auth.call("POST", "/admin/users", { email, user_metadata }, headers);
    }
    return async (query: Record<string, string>) => {
      const path = `/admin/users?${new URLSearchParams(query).toString()}`;
      const { status, body } = await auth.call("GET", path, undefined, headers);
      const users = (body["users"] ?? []) as { email: string }[];
      return { status, emails: users.map(({ email }) => email) };
    };
  }

  test("filtered by part of an email or full name, sorted by age", async ({ auth }) => {
    const list = await listing(auth);
    const newestFirst = EMAILS.toReversed();
    expect(await list({})).toEqual({ status: 200, emails: newestFirst });
    expect(await list({ sort: "created_at asc" })).toEqual({ status: 200, emails: EMAILS });
    expect((await list({ filter: "SHOP" })).emails).toEqual(newestFirst.slice(1));
    expect((await list({ filter: "b_1" })).emails).toEqual([EMAILS[1]]);
    expect((await list({ filter: "%" })).emails).toEqual([]);
    expect((await list({ filter: "hopper" })).emails).toEqual([EMAILS[2]]);
    expect((await list({ sort: "email" })).status).toBe(400);
  });
});

test("OpenID configuration: names issuer and keys", async ({ auth }) => {
  const { status, body } = await auth.call("GET", "/.well-known/openid-configuration");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    issuer: `${API}/auth/v1`,
    jwks_uri: `${API}/auth/v1/.well-known/jwks.json`,
    code_challenge_methods_supported: ["S256"],
    id_token_signing_alg_values_supported: ["ES256"],
  });
});

test("wallet sign-in that is off: said before the body is read", async ({ auth }) => {
  expect(refusal(await auth.call("POST", "/token?grant_type=web3", { signature: 7 }))).toEqual([
    422,
    "web3_provider_disabled",
  ]);
});

test("other methods and paths: 405 with the methods that there are, or 404", async ({ auth }) => {
  const headers = await asService(auth);
  for (const [method, path, status, allow] of [
    ["DELETE", "/token", 405, "POST"],
    ["PATCH", "/admin/users/7", 405, "GET, PUT, DELETE"],
    ["POST", "/nowhere/token", 404, null],
  ] as const) {
    const response = await auth.request(path, { method, headers });
    expect([response.status, response.headers.get("allow")], path).toEqual([status, allow]);
  }
});

test("endpoints that we lack: 404 with GoTrue's code", async ({ auth }) => {
  const headers = await asService(auth);
  for (const [method, path, code] of [
    ["GET", "/sso/saml/metadata", "saml_provider_disabled"],
    ["POST", "/sso/saml/acs", "saml_provider_disabled"],
    ["GET", "/scim/v2/Users", "feature_disabled"],
    ["POST", "/oauth/token", "feature_disabled"],
    ["GET", "/user/oauth/grants", "feature_disabled"],
    ["GET", "/admin/oauth/clients", "feature_disabled"],
    ["GET", "/admin/custom-providers", "feature_disabled"],
  ] as const) {
    const { status, body } = await auth.call(method, path, undefined, headers);
    expect([status, body["code"]], path).toEqual([404, code]);
  }
});
