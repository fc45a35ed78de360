import { describe, expect } from "vitest";
import { ORGANISATION } from "../../../tests/stack/oauth/settings.ts";
import { API, type AuthService, SITE } from "../../../tests/support/auth-service.ts";
import { mintIdToken, openProviderPage } from "../../../tests/support/oauth-flow.ts";
import { test } from "../../../tests/support/oauth.ts";

const GRACE = { email: "grace@acme.example", name: "Grace Hopper" };
const VICTIM = "ada@shop.example";
const NAME = `sso:${ORGANISATION.id}`;

const ask = async (auth: AuthService, body: unknown) =>
  auth.call("POST", "/sso", { skip_http_redirect: true, ...Object(body) });

const come = async (auth: AuthService, person = GRACE) => {
  const { body } = await ask(auth, { domain: "acme.example" });
  return openProviderPage(String(body["url"]), person, auth.request);
};

const userOf = async (auth: AuthService, token = "") =>
  (await auth.call("GET", "/user", undefined, { authorization: `Bearer ${token}` })).body;

describe("SSO sign-in URL", () => {
  test("organisation: found by its domain and its id, in any case", async ({ auth }) => {
    for (const [name, body] of [
      ["its domain", { domain: "acme.example" }],
      ["its domain in capitals", { domain: "ACME.example" }],
      ["its id", { provider_id: ORGANISATION.id }],
      ["its id in capitals", { provider_id: ORGANISATION.id.toUpperCase() }],
    ] as const) {
      const { status, body: answer } = await ask(auth, body);
      expect(status, name).toBe(200);
      expect(Object.keys(answer), name).toEqual(["url"]);
      const url = new URL(String(answer["url"]));
      expect(url.pathname, name).toBe("/oauth/acme/authorize");
      expect(url.searchParams.get("scope"), name).toBe("openid email profile");
    }
  });

  test("SSO: redirects, or returns the URL with skip_http_redirect", async ({ auth }) => {
    const answer = await auth.request("/sso", {
      method: "POST",
      body: JSON.stringify({ domain: "acme.example" }),
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toContain("/oauth/acme/authorize?");
  });

  test("SSO without one known organisation or with half a challenge: rejected", async ({
    auth,
  }) => {
    for (const [name, body, status, code] of [
      ["nothing", {}, 400, "validation_failed"],
      ["both", { domain: "acme.example", provider_id: ORGANISATION.id }, 400, "validation_failed"],
      ["an unknown domain", { domain: "else.example" }, 404, "sso_provider_not_found"],
      ["part of a domain", { domain: "example" }, 404, "sso_provider_not_found"],
      ["an empty domain", { domain: "" }, 400, "validation_failed"],
      [
        "an unknown id",
        { provider_id: "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11" },
        404,
        "sso_provider_not_found",
      ],
      ["no id", { provider_id: "acme" }, 400, "validation_failed"],
      ["a number", { domain: 7 }, 400, "bad_json"],
      ["a NUL", { domain: "acme\0.example" }, 400, "bad_json"],
      [
        "half a challenge",
        { domain: "acme.example", code_challenge: "x" },
        400,
        "validation_failed",
      ],
    ] as const) {
      const answer = await ask(auth, body);
      expect([answer.status, answer.body["code"]], name).toEqual([status, code]);
    }
  });

  test("SSO without a configured organisation: not found", async ({ serviceWith }) => {
    const { status, body } = await ask(serviceWith(), { domain: "acme.example" });
    expect([status, body]).toEqual([
      404,
      { code: "saml_provider_disabled", message: "SAML 2.0 is disabled" },
    ]);
  });
});

describe("SSO user", () => {
  test("SSO user: gets an account of the organisation and signs in to it again", async ({
    auth,
    database,
  }) => {
    const first = await come(auth);
    expect(first.url.origin).toBe(SITE);
    const user = await userOf(auth, first.fragment["access_token"]);
    expect(user).toMatchObject({
      email: GRACE.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: NAME, providers: [NAME] },
      identities: [{ provider: NAME, identity_data: { full_name: GRACE.name } }],
    });
    const again = await userOf(auth, (await come(auth)).fragment["access_token"]);
    expect(again["id"]).toBe(user["id"]);
    const { rows } = await database.query(
      `select is_sso, (select payload->>'origin' from outbox_events) as origin,
         array(select provider from sessions) as sessions, array(select amr from sessions) as amr from users`,
    );
    expect(rows).toEqual([
      {
        is_sso: true,
        origin: "sso",
        sessions: [ORGANISATION.id, ORGANISATION.id],
        amr: Array.from({ length: 2 }, () => [
          { method: "sso/saml", provider: ORGANISATION.id, timestamp: expect.any(Number) },
        ]),
      },
    ]);
  });

  test("SSO user: shares no account with other sign-in methods, even with the same email", async ({
    auth,
    visit,
    database,
  }) => {
    const proven = { ...GRACE, email_verified: true };
    await visit("google", proven);
    await come(auth);
    await visit("github", proven);
    const { rows } = await database.query(
      `select is_sso, array(select provider from identities where user_id = users.id order by 1) as providers
       from users order by is_sso`,
    );
    expect(rows).toEqual([
      { is_sso: false, providers: ["github", "google"] },
      { is_sso: true, providers: [NAME] },
    ]);
  });

  test("SSO user: export and erasure leave enquiries of other senders under that email alone", async ({
    auth,
    database,
  }) => {
    await database.query(
      `insert into form_submissions (id, idempotency_key, form_type, email, payload, created_at)
       values ('sub_1', gen_random_uuid(), 'contact', $1, $2, now())`,
      [VICTIM, { form_type: "contact", email: VICTIM, message: "Between us" }],
    );
    const { fragment } = await come(auth, { email: VICTIM, name: "Eve" });
    const headers = {
      authorization: `Bearer ${fragment["access_token"]}`,
      apikey: await auth.sign({ role: "anon" }),
    };
    const account = `${API}/functions/v1/account`;
    const taken = await auth.call("GET", `${account}/export`, undefined, headers);
    expect(taken.body).toMatchObject({ account: { email: VICTIM }, enquiries: [] });
    expect((await auth.call("POST", `${account}/erase`, {}, headers)).status).toBe(200);
    const { rows } = await database.query(
      "select email, payload->>'message' as message from form_submissions",
    );
    expect(rows).toEqual([{ email: VICTIM, message: "Between us" }]);
  });

  test("SSO user: cannot change email or password", async ({ auth }) => {
    const { fragment } = await come(auth);
    for (const change of [{ email: "new@acme.example" }, { password: "low tide at six" }]) {
      const { status, body } = await auth.call("PUT", "/user", change, {
        authorization: `Bearer ${fragment["access_token"]}`,
      });
      expect([status, body["code"]]).toEqual([422, "user_sso_managed"]);
    }
  });

  test("SSO user: cannot link another identity", async ({ auth, companies }) => {
    const { fragment } = await come(auth);
    const answer = await auth.call(
      "POST",
      "/token?grant_type=id_token",
      {
        provider: "apple",
        id_token: await mintIdToken(`${companies.url}/apple`, { person: GRACE }),
        link_identity: true,
      },
      { authorization: `Bearer ${fragment["access_token"]}` },
    );
    expect([answer.status, answer.body["code"]]).toEqual([422, "user_sso_managed"]);
  });

  test("organisation removed from the settings: cannot sign in", async ({
    auth,
    serviceWith,
    companies,
  }) => {
    const { body } = await ask(auth, { domain: "acme.example" });
    const without = serviceWith({ ...companies.settings, SSO_PROVIDERS: "[]" });
    const back = await openProviderPage(String(body["url"]), GRACE, without.request);
    expect(back.query).toMatchObject({ error_code: "provider_disabled" });
  });
});
