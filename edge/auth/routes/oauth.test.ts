import { createHash } from "node:crypto";
import { describe, expect } from "vitest";
import { API, type AuthService, SITE } from "../../../tests/support/auth-service.ts";
import {
  chooseOnProviderPage,
  followToProvider,
  followCallback,
  type RedirectTarget,
  redirectTargetOf,
} from "../../../tests/support/oauth-flow.ts";
import { authorizeUrl, test } from "../../../tests/support/oauth.ts";
import { refusal } from "../../../tests/support/refusal.ts";

const ADA = { email: "ada@shop.example", email_verified: true, name: "Ada Byron" };
const VERIFIER = "v".repeat(64);
const PKCE = {
  code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
  code_challenge_method: "s256",
};

const exchange = async (auth: AuthService, { query }: RedirectTarget, verifier = VERIFIER) =>
  auth.call("POST", "/token?grant_type=pkce", {
    auth_code: query["code"],
    code_verifier: verifier,
  });

const userOf = async (auth: AuthService, { fragment }: RedirectTarget) => {
  const { body } = await auth.call("GET", "/user", undefined, {
    authorization: `Bearer ${fragment["access_token"]}`,
  });
  return body;
};

/** The error of a redirect, which is in query and fragment. */
const refusalAt = ({ url, query, fragment }: RedirectTarget, name?: string) => {
  const { sb, ...inFragment } = fragment;
  expect(sb, name).toBe("");
  expect(inFragment, name).toEqual(query);
  return { at: url.origin + url.pathname, ...query };
};

describe("authorize", () => {
  test("authorize: the redirect carries the parameters of OAuth and those of the client", async ({
    auth,
  }) => {
    const { headers, status } = await auth.request(
      authorizeUrl("google", {
        scopes: "calendar.readonly email",
        redirect_to: `${SITE}/dashboard`,
        prompt: "consent",
        client_id: "someone-else",
        state: "chosen",
        response_type: "token",
        redirect_uri: "https://elsewhere.example/",
        nonce: "chosen",
        response_mode: "fragment",
        request_uri: "https://elsewhere.example/request",
        client_secret: "guessed",
      }),
    );
    expect(status).toBe(302);
    const url = new URL(headers.get("location") ?? "");
    expect(url.pathname).toBe("/oauth/google/authorize");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "tidepost-at-google",
      redirect_uri: `${API}/auth/v1/callback`,
      response_type: "code",
      scope: "openid email profile calendar.readonly",
      state: expect.stringMatching(/^[0-9a-f-]{36}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
      prompt: "consent",
    });
  });

  test("authorize without a known provider or with a malformed challenge: rejected with JSON", async ({
    auth,
  }) => {
    for (const [name, query, message] of [
      ["no provider", {}, "Unsupported provider: Provider of this name could not be found"],
      [
        "an unknown provider",
        { provider: "aol" },
        "Unsupported provider: Provider aol could not be found",
      ],
      [
        "markup for a provider",
        { provider: "<script>" },
        "Unsupported provider: Provider of this name could not be found",
      ],
      [
        "half a challenge",
        { provider: "google", code_challenge_method: "s256" },
        /^PKCE flow requires/,
      ],
      [
        "a challenge too short",
        { provider: "google", code_challenge: "abc", code_challenge_method: "s256" },
        /^code challenge has to be/,
      ],
    ] as const) {
      const { status, body } = await auth.call("GET", `/authorize?${new URLSearchParams(query)}`);
      expect([status, body], name).toEqual([
        400,
        { code: "validation_failed", message: expect.stringMatching(message) },
      ]);
    }
  });

  test("disabled provider: rejected, and off in /settings", async ({ serviceWith, companies }) => {
    const auth = serviceWith({ ...companies.settings, EXTERNAL_GITHUB_ENABLED: "false" });
    const { body } = await auth.call("GET", "/authorize?provider=github");
    expect(body["message"]).toBe("Unsupported provider: provider is not enabled");
    const settings = await auth.call("GET", "/settings");
    expect(settings.body["external"]).toMatchObject({ github: false, google: true, apple: true });
  });

  test("provider is unreachable: 503, and the log names the provider", async ({ serviceWith }) => {
    const auth = serviceWith({
      EXTERNAL_KEYCLOAK_ENABLED: "true",
      EXTERNAL_KEYCLOAK_CLIENT_ID: "us",
      EXTERNAL_KEYCLOAK_SECRET: "secret",
      EXTERNAL_KEYCLOAK_URL: "http://127.0.0.1:9/realm",
    });
    const { status, body } = await auth.call("GET", "/authorize?provider=keycloak");
    expect([status, body["code"]]).toEqual([503, "service_unavailable"]);
    expect(auth.log).toContainEqual(
      expect.objectContaining({
        message: "provider_failed",
        provider: "keycloak",
        step: "discovery",
      }),
    );
  });
});

describe("OAuth sign-in", () => {
  test.for(["google", "apple", "azure", "facebook", "github", "keycloak"])(
    "%s: creates an account with a verified address, and finds it again",
    async (company, { auth, visit, database }) => {
      const first = await visit(company, ADA);
      expect(first.url.origin).toBe(SITE);
      expect(first.fragment).toMatchObject({
        token_type: "bearer",
        expires_in: "3600",
        provider_token: expect.stringMatching(new RegExp(`^${company}-access-`)),
        provider_refresh_token: expect.stringMatching(new RegExp(`^${company}-refresh-`)),
        sb: "",
      });
      const user = await userOf(auth, first);
      expect(user).toMatchObject({
        email: ADA.email,
        email_confirmed_at: expect.any(String),
        app_metadata: { provider: company, providers: [company] },
        user_metadata: { email: ADA.email, email_verified: true, full_name: ADA.name },
        identities: [
          { provider: company, email: ADA.email, identity_data: { email_verified: true } },
        ],
      });
      const again = await userOf(auth, await visit(company, ADA));
      expect(again["id"]).toBe(user["id"]);
      const { rows } = await database.query(
        "select type, payload->>'origin' as origin from outbox_events",
      );
      expect(rows).toEqual([{ type: "AccountCreated", origin: "provider" }]);
    },
  );

  test("PKCE: the browser gets a code and exchanges it once", async ({ auth, visit, database }) => {
    const back = await visit("google", ADA, { ...PKCE, redirect_to: `${SITE}/dashboard?a=b` });
    expect(back.url.href).toBe(`${SITE}/dashboard?a=b&code=${back.query["code"]}`);
    const { rows } = await database.query("select flow::text as row from flow_states flow");
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain("google-access-");

    expect((await exchange(auth, back, "w".repeat(64))).body["code"]).toBe("bad_code_verifier");
    const { status, body } = await exchange(auth, back);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        provider_token: expect.stringMatching(/^google-access-/),
        provider_refresh_token: expect.stringMatching(/^google-refresh-/),
        user: expect.objectContaining({ email: ADA.email }),
      }),
    ]);
    const again = await exchange(auth, back);
    expect([again.status, again.body["code"]]).toEqual([404, "flow_state_not_found"]);
    const left = await database.query("select count(*)::int as flows from flow_states");
    expect(left.rows).toEqual([{ flows: 0 }]);
  });

  test("ten concurrent first sign-ins: create one account", async ({ visit, database }) => {
    const all = await Promise.all(Array.from({ length: 10 }, () => visit("google", ADA)));
    expect(all.filter(({ fragment }) => fragment["access_token"] === undefined)).toEqual([]);
    const { rows } = await database.query(
      "select (select count(*)::int from users) as users, (select count(*)::int from identities) as identities",
    );
    expect(rows).toEqual([{ users: 1, identities: 1 }]);
  });

  test("OAuth with a foreign redirect target: returns to the site, signed in or denied", async ({
    visit,
  }) => {
    const back = await visit("google", ADA, { redirect_to: "https://elsewhere.example/steal" });
    expect(back.url.origin + back.url.pathname).toBe(`${SITE}/`);
    expect(back.fragment).toHaveProperty("access_token");
    const pkce = { redirect_to: "https://elsewhere.example/steal", ...PKCE };
    const withCode = await visit("google", ADA, pkce);
    expect(withCode.url.origin).toBe(SITE);
    expect(withCode.query).toHaveProperty("code");
    const denied = await visit("google", "deny", { redirect_to: "https://elsewhere.example/" });
    expect(denied.url.origin).toBe(SITE);
  });

  test("account with the same verified address: signed in, and keeps its password", async ({
    auth,
    visit,
  }) => {
    const client = auth.client();
    const account = { email: ADA.email, password: "low tide at six" };
    await client.signUp(account);
    const { code } = await auth.mailTo(ADA.email);
    await client.verifyOtp({ email: ADA.email, token: code, type: "signup" });
    auth.wait(1);
    const user = await userOf(auth, await visit("google", ADA));
    expect(user).toMatchObject({
      app_metadata: { provider: "email", providers: ["email", "google"] },
      identities: [{ provider: "email" }, { provider: "google" }],
    });
    expect((await client.signInWithPassword(account)).error).toBeNull();
  });

  test("unconfirmed account under another's address: lost to the verified identity", async ({
    auth,
    visit,
    database,
  }) => {
    const thief = { email: ADA.email, password: "chosen by a thief" };
    await auth.client().signUp({ ...thief, options: { data: { full_name: "Thief" } } });
    const { link } = await auth.mailTo(ADA.email);
    const owner = await visit("google", ADA);
    const user = await userOf(auth, owner);
    expect(user).toMatchObject({
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: "google", providers: ["google"] },
      identities: [{ provider: "google" }],
      user_metadata: { full_name: ADA.name },
    });
    const { error } = await auth.client().signInWithPassword(thief);
    expect(error).toMatchObject({ code: "invalid_credentials" });
    const old = await auth.client().verifyOtp({ token_hash: link, type: "signup" });
    expect(old.error).toMatchObject({ code: "otp_expired" });
    const { rows } = await database.query("select password_hash from users");
    expect(rows).toEqual([{ password_hash: null }]);
  });

  test("address that the provider did not verify: confirmed by our email first", async ({
    auth,
    visit,
  }) => {
    const unproven = { ...ADA, email_verified: false };
    const refused = refusalAt(
      await visit("github", unproven, { redirect_to: `${SITE}/dashboard` }),
    );
    expect(refused).toEqual({
      at: `${SITE}/dashboard`,
      error: "access_denied",
      error_code: "provider_email_needs_verification",
      error_description:
        "Unverified email with github. A confirmation email has been sent to your github email",
    });
    const { code } = await auth.mailTo(ADA.email);
    const client = auth.client();
    const { data } = await client.verifyOtp({ email: ADA.email, token: code, type: "signup" });
    const user = await userOf(auth, await visit("github", unproven));
    expect(user["id"]).toBe(data.user?.id);
  });

  test.for([
    ["an account that has the address", true],
    ["an account that only claims it", false],
  ] as const)(
    "unverified address: does not sign in to %s",
    async ([, confirms], { auth, visit }) => {
      const client = auth.client();
      await client.signUp({ email: ADA.email, password: "low tide at six" });
      if (confirms) {
        const { code } = await auth.mailTo(ADA.email);
        await client.verifyOtp({ email: ADA.email, token: code, type: "signup" });
      }
      const claim = { ...ADA, email_verified: false };
      const { error_code: code } = refusalAt(await visit("github", claim)) as Record<
        string,
        string
      >;
      expect(code).toBe("provider_email_needs_verification");
      expect(refusalAt(await visit("azure", claim))).toMatchObject({ error_code: code });
    },
  );

  test("identity without an address: accepted only when the setting allows it", async ({
    auth,
    visit,
    serviceWith,
    companies,
  }) => {
    const nameless = { sub: "4711", name: "Nobody" };
    expect(refusalAt(await visit("facebook", nameless))).toMatchObject({
      error_code: "provider_email_needs_verification",
    });
    const lenient = serviceWith({
      ...companies.settings,
      EXTERNAL_FACEBOOK_EMAIL_OPTIONAL: "true",
    });
    const page = await followToProvider(authorizeUrl("facebook"), lenient.request);
    const back = redirectTargetOf(
      await followCallback(await chooseOnProviderPage(page, nameless), lenient.request),
    );
    expect(await userOf(auth, back)).toMatchObject({
      email: "",
      identities: [{ provider: "facebook", id: "4711" }],
    });
  });

  test("sign-up is off: only known identities sign in", async ({
    visit,
    serviceWith,
    companies,
  }) => {
    await visit("google", ADA);
    const closed = serviceWith({ ...companies.settings, DISABLE_SIGNUP: "true" });
    const come = async (person: typeof ADA) => {
      const page = await followToProvider(authorizeUrl("google"), closed.request);
      return redirectTargetOf(
        await followCallback(await chooseOnProviderPage(page, person), closed.request),
      );
    };
    expect((await come(ADA)).fragment).toHaveProperty("access_token");
    expect(refusalAt(await come({ ...ADA, email: "bob@shop.example" }))).toMatchObject({
      error: "access_denied",
      error_code: "signup_disabled",
    });
  });

  test("banned user: cannot sign in with OAuth", async ({ visit, database }) => {
    await visit("google", ADA);
    await database.query("update users set banned_until = now() + interval '1 day'");
    expect(refusalAt(await visit("google", ADA))).toMatchObject({
      error: "access_denied",
      error_code: "user_banned",
    });
  });
});

describe("OAuth callback", () => {
  test("state: valid once", async ({ auth }) => {
    const page = await followToProvider(authorizeUrl("google"), auth.request);
    const back = await chooseOnProviderPage(page, ADA);
    expect(redirectTargetOf(await followCallback(back, auth.request)).fragment).toHaveProperty(
      "access_token",
    );
    const again = await followCallback(back, auth.request);
    expect(again.status).toBe(303);
    expect(refusalAt(redirectTargetOf(again))).toEqual({
      at: `${SITE}/`,
      error: "invalid_request",
      error_code: "bad_oauth_state",
      error_description: "OAuth state not found or expired",
    });
  });

  test("ids of mailed links and PKCE codes: rejected as states", async ({
    auth,
    visit,
    database,
  }) => {
    await visit("google", ADA, PKCE);
    const { rows } = await database.query("select id from flow_states");
    const answer = await auth.request(`/callback?state=${rows[0]?.id}&code=x`);
    expect(refusalAt(redirectTargetOf(answer))).toMatchObject({ error_code: "bad_oauth_state" });
    const left = await database.query("select id from flow_states");
    expect(left.rows).toEqual(rows);
  });

  test("flow older than five minutes: rejected", async ({ auth }) => {
    const page = await followToProvider(authorizeUrl("google"), auth.request);
    const back = await chooseOnProviderPage(page, ADA);
    auth.wait(301);
    expect(refusalAt(redirectTargetOf(await followCallback(back, auth.request)))).toMatchObject({
      error: "server_error",
      error_code: "flow_state_expired",
    });
  });

  test("user denies access: redirects with the provider's error", async ({ visit }) => {
    const error = { error: "access_denied", error_description: "The person said no." };
    for (const company of ["google", "apple", "github"]) {
      const back = await visit(company, "deny", { redirect_to: `${SITE}/login`, ...PKCE });
      expect(refusalAt(back)).toEqual({ at: `${SITE}/login`, ...error });
    }
  });

  test("callback without a code or a known state: redirects to the site with an error", async ({
    auth,
  }) => {
    for (const [name, query, code] of [
      ["nothing", "", "bad_oauth_callback"],
      ["a code without a state", "code=abc", "bad_oauth_callback"],
      ["a malformed state", "state=%00%27--&code=abc", "bad_oauth_state"],
      ["an unknown state", "state=0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11", "bad_oauth_state"],
      ["half a character", "state=%ED%A0%80", "bad_oauth_state"],
    ] as const) {
      for (const answer of [
        await auth.request(`/callback?${query}`),
        await auth.request("/callback", { method: "POST", body: query }),
      ]) {
        expect(answer.status, name).toBe(303);
        expect(refusalAt(redirectTargetOf(answer), name), name).toMatchObject({
          at: `${SITE}/`,
          error_code: code,
        });
      }
    }
  });

  test("callback with an endless body: rejected", async ({ auth }) => {
    const answer = await auth.request("/callback", { method: "POST", body: "x".repeat(2 ** 21) });
    expect(answer.status).toBe(413);
  });

  test("callback by HEAD: does not use up the state", async ({ auth }) => {
    const page = await followToProvider(authorizeUrl("google"), auth.request);
    const back = await chooseOnProviderPage(page, ADA);
    expect((await auth.request(back.url, { method: "HEAD" })).status).toBe(200);
    expect(redirectTargetOf(await followCallback(back, auth.request)).fragment).toHaveProperty(
      "access_token",
    );
  });

  test("callback without a code, with a foreign one or of another issuer: does not sign in", async ({
    auth,
    database,
  }) => {
    for (const [name, changed, code] of [
      ["no code", { code: "" }, "bad_oauth_callback"],
      ["a foreign code", { code: "made-up" }, "unexpected_failure"],
      ["another issuer's answer", { iss: "https://elsewhere.example" }, "unexpected_failure"],
    ] as const) {
      const page = await followToProvider(authorizeUrl("google"), auth.request);
      const url = new URL((await chooseOnProviderPage(page, ADA)).url);
      for (const [name, value] of Object.entries(changed)) url.searchParams.set(name, value);
      const back = await followCallback({ url: url.href, init: {} }, auth.request);
      expect(refusalAt(redirectTargetOf(back), name), name).toMatchObject({ error_code: code });
    }
    const { rows } = await database.query("select id from users");
    expect(rows).toEqual([]);
  });

  test("id token for another client or visit, of another issuer, expired or without a subject: does not sign in", async ({
    auth,
    visit,
    companies,
    database,
  }) => {
    for (const [name, claims] of [
      ["for another client", { aud: "someone-else" }],
      ["from another issuer", { iss: "https://elsewhere.example" }],
      ["for another visit", { nonce: "another" }],
      ["without a nonce", { nonce: null }],
      ["that has expired", { exp: 1_700_000_000 }],
      ["without a subject", { sub: "" }],
    ] as const) {
      auth.log.length = 0;
      await fetch(`${companies.url}/google/next-claims`, {
        method: "POST",
        body: JSON.stringify(claims),
      });
      expect(refusalAt(await visit("google", ADA), name), name).toMatchObject({
        error: "server_error",
        error_code: "unexpected_failure",
      });
      expect(auth.log, name).toContainEqual(
        expect.objectContaining({ message: "provider_failed" }),
      );
    }
    const { rows } = await database.query("select id from users");
    expect(rows).toEqual([]);
  });

  test("provider rotates its signing key: sign-in still works", async ({ visit, companies }) => {
    expect((await visit("google", ADA)).fragment).toHaveProperty("access_token");
    await fetch(`${companies.url}/google/rotate`, { method: "POST" });
    expect((await visit("google", ADA)).fragment).toHaveProperty("access_token");
  });

  test("provider disabled during the flow: does not sign in", async ({
    auth,
    serviceWith,
    companies,
  }) => {
    const page = await followToProvider(authorizeUrl("github"), auth.request);
    const back = await chooseOnProviderPage(page, ADA);
    const without = serviceWith({ ...companies.settings, EXTERNAL_GITHUB_ENABLED: "false" });
    expect(refusalAt(redirectTargetOf(await followCallback(back, without.request)))).toMatchObject({
      error_code: "provider_disabled",
    });
  });
});

describe("PKCE required", () => {
  const pkceOnly = test.extend<{ auth: AuthService }>({
    auth: async ({ serviceWith, companies }, use) => {
      await use(serviceWith({ ...companies.settings, SECURITY_PKCE_REQUIRED: "true" }));
    },
  });

  pkceOnly.for([
    ["no challenge", {}, "implicit_flow_disabled"],
    ["a plain one", { ...PKCE, code_challenge_method: "plain" }, "validation_failed"],
  ] as const)("%s: refused", async ([, query, code], { auth }) => {
    expect(refusal(await auth.call("GET", authorizeUrl("google", query)))).toEqual([400, code]);
  });

  pkceOnly("SSO without a challenge: refused", async ({ auth }) => {
    expect(refusal(await auth.call("POST", "/sso", { domain: "acme.example" }))).toEqual([
      400,
      "implicit_flow_disabled",
    ]);
  });

  pkceOnly("S256: signs in", async ({ auth, visit }) => {
    const answer = await exchange(auth, await visit("google", ADA, PKCE));
    expect(answer).toMatchObject({ status: 200, body: { user: { email: ADA.email } } });
  });
});
