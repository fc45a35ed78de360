import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { GoTrueClient, Provider } from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import { codeIn, freshAccount, freshAuthClient, mailTo } from "../support/account.ts";
import {
  type Choice,
  chooseOnProviderPage,
  followToProvider,
  followCallback,
  type RedirectTarget,
  redirectTargetOf,
  mintIdToken,
  openProviderPage,
} from "../support/oauth-flow.ts";
import { freshAddress, queryStack } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const { api, inbox, site } = thisStack();
const COMPANIES_URL = new URL("/oauth", inbox.replace("localhost", "127.0.0.1")).href;

const freshPerson = () => ({ email: freshAddress(), email_verified: true, name: "Ada Byron" });

async function wayTo(client: GoTrueClient, provider: Provider, redirectTo = `${site}/dashboard`) {
  const { data, error } = await client.signInWithOAuth({
    provider,
    options: { redirectTo, skipBrowserRedirect: true },
  });
  if (error !== null) throw error;
  return data.url;
}

async function comeFrom(provider: Provider, choice: Choice): Promise<RedirectTarget> {
  return openProviderPage(await wayTo(freshAuthClient(), provider), choice);
}

async function clientAt({ fragment }: RedirectTarget): Promise<GoTrueClient> {
  const client = freshAuthClient();
  const { access_token = "", refresh_token = "" } = fragment;
  const { error } = await client.setSession({ access_token, refresh_token });
  if (error !== null) throw error;
  return client;
}

async function userAt(back: RedirectTarget) {
  const { data } = await (await clientAt(back)).getUser();
  if (data.user === null) throw new Error("nobody is signed in");
  return data.user;
}

describe("OAuth sign-in", () => {
  test("PKCE: code exchanged for a session with provider tokens, refreshed, signed out", async () => {
    const person = freshPerson();
    const client = freshAuthClient("pkce");
    const back = await openProviderPage(await wayTo(client, "google"), person);
    expect(back.url.origin + back.url.pathname).toBe(`${site}/dashboard`);
    const { data, error } = await client.exchangeCodeForSession(back.query["code"] ?? "");
    expect(error).toBeNull();
    expect(data.session).toMatchObject({
      provider_token: expect.stringMatching(/^google-access-/),
      provider_refresh_token: expect.stringMatching(/^google-refresh-/),
      user: {
        email: person.email,
        app_metadata: { provider: "google", providers: ["google"] },
        user_metadata: { full_name: "Ada Byron" },
      },
    });
    const { data: claims } = await client.getClaims();
    expect(claims?.claims).toMatchObject({
      aal: "aal1",
      amr: [{ method: "oauth", timestamp: expect.any(Number) }],
    });
    const refreshed = await client.refreshSession();
    expect(refreshed.error).toBeNull();
    expect((await client.signOut()).error).toBeNull();

    const other = freshAuthClient("pkce");
    const again = await openProviderPage(await wayTo(other, "google"), person);
    const second = await other.exchangeCodeForSession(again.query["code"] ?? "");
    expect(second.data.user?.id).toBe(data.user?.id);
  });

  test.for(["apple", "azure", "facebook", "github", "google", "keycloak"] as const)(
    "%s: browser returns signed in",
    async (provider) => {
      const person = freshPerson();
      const user = await userAt(await comeFrom(provider, person));
      expect(user).toMatchObject({
        email: person.email,
        app_metadata: { provider },
        user_metadata: { full_name: "Ada Byron", email_verified: true },
        identities: [{ provider }],
      });
    },
  );

  test("settings: list the enabled providers", async () => {
    const settings = await (await fetch(`${api}/auth/v1/settings`)).json();
    expect(settings).toMatchObject({
      external: { google: true, apple: true, github: true, twitter: false },
      saml_enabled: true,
    });
  });

  test("account with the same address: signed in and keeps its password", async () => {
    const account = await freshAccount();
    const back = await comeFrom("github", { ...freshPerson(), email: account.email });
    expect((await userAt(back)).identities?.map(({ provider }) => provider)).toEqual([
      "email",
      "github",
    ]);
    expect((await freshAuthClient().signInWithPassword(account)).error).toBeNull();
  });

  test("unconfirmed account: locked out when the address's user signs in with OAuth", async () => {
    const person = freshPerson();
    const thief = { email: person.email, password: "chosen by a thief" };
    await freshAuthClient().signUp(thief);
    const code = codeIn(await mailTo(person.email));
    const user = await userAt(await comeFrom("google", person));
    expect(user.identities?.map(({ provider }) => provider)).toEqual(["google"]);
    const { error } = await freshAuthClient().signInWithPassword(thief);
    expect(error?.code).toBe("invalid_credentials");
    const old = await freshAuthClient().verifyOtp({
      email: person.email,
      token: code,
      type: "signup",
    });
    expect(old.error?.code).toBe("otp_expired");
  });

  test("address that the provider did not verify: confirmed by email first", async () => {
    const person = { ...freshPerson(), email_verified: false };
    const refused = await comeFrom("github", person);
    expect(refused.query).toMatchObject({
      error: "access_denied",
      error_code: "provider_email_needs_verification",
    });
    expect(refused.fragment).toMatchObject(refused.query);
    const token = codeIn(await mailTo(person.email));
    const { data } = await freshAuthClient().verifyOtp({
      email: person.email,
      token,
      type: "signup",
    });
    expect((await userAt(await comeFrom("github", person))).id).toBe(data.user?.id);
  });
});

describe("linking and unlinking identities", () => {
  test("identity: linked, used to sign in, unlinked", async () => {
    const account = await freshAccount();
    const person = freshPerson();
    const client = freshAuthClient("pkce");
    await client.signInWithPassword(account);
    const { data: begin } = await client.linkIdentity({
      provider: "google",
      options: { skipBrowserRedirect: true },
    });
    const back = await openProviderPage(begin.url ?? "", person);
    const exchanged = await client.exchangeCodeForSession(back.query["code"] ?? "");
    expect(exchanged.error).toBeNull();
    const { data } = await client.getUserIdentities();
    const google = data?.identities.find(({ provider }) => provider === "google");
    if (google === undefined) throw new Error("the identity is not there");
    expect(google.identity_data).toMatchObject({ email: person.email });
    expect((await userAt(await comeFrom("google", person))).email).toBe(account.email);

    expect((await client.unlinkIdentity(google)).error).toBeNull();
    const left = await client.getUserIdentities();
    expect(left.data?.identities.map(({ provider }) => provider)).toEqual(["email"]);
    expect((await userAt(await comeFrom("google", person))).email).toBe(person.email);
    const [last] = left.data?.identities ?? [];
    if (last === undefined) throw new Error("no identity is left");
    const { error } = await client.unlinkIdentity(last);
    expect(error?.code).toBe("single_identity_not_deletable");
  });

  test("another user's identity: neither linked nor unlinked", async () => {
    const person = freshPerson();
    const owner = await userAt(await comeFrom("google", person));
    const client = freshAuthClient("pkce");
    await client.signInWithPassword(await freshAccount());
    const { data: begin } = await client.linkIdentity({
      provider: "google",
      options: { skipBrowserRedirect: true },
    });
    const back = await openProviderPage(begin.url ?? "", person);
    expect(back.query).toMatchObject({ error_code: "identity_already_exists" });

    const { data: own } = await client.linkIdentity({
      provider: "github",
      options: { skipBrowserRedirect: true },
    });
    const ownBack = await openProviderPage(own.url ?? "", freshPerson());
    await client.exchangeCodeForSession(ownBack.query["code"] ?? "");
    const [theirs] = owner.identities ?? [];
    if (theirs === undefined) throw new Error("the owner has no identity");
    const { error } = await client.unlinkIdentity(theirs);
    expect(error?.code).toBe("identity_not_found");
  });
});

describe("id token", () => {
  const nonce = randomUUID();
  const hashed = createHash("sha256").update(nonce).digest("hex");
  const google = `${COMPANIES_URL}/google`;

  test("valid token: signs in and links", async () => {
    const person = freshPerson();
    const client = freshAuthClient();
    const token = await mintIdToken(google, { person, claims: { nonce: hashed } });
    const { data, error } = await client.signInWithIdToken({ provider: "google", token, nonce });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(person.email);
    const apple = await mintIdToken(`${COMPANIES_URL}/apple`, { person: freshPerson() });
    const linked = await client.linkIdentity({ provider: "apple", token: apple });
    expect(linked.error).toBeNull();
    const identities = await client.getUserIdentities();
    expect(identities.data?.identities.map(({ provider }) => provider)).toEqual([
      "google",
      "apple",
    ]);
  });

  test.for([
    ["is forged", { forged: true }, undefined],
    ["was made for another app", { claims: { aud: "someone-else" } }, undefined],
    ["is from another issuer", { claims: { iss: "https://elsewhere.example" } }, undefined],
    ["has expired", { claims: { exp: 1_700_000_000 } }, undefined],
    ["answers another nonce", { claims: { nonce: hashed } }, "made up"],
    ["answers no nonce", {}, nonce],
  ] as const)("rejected when the token %s", async ([, wanted, shown]) => {
    const person = freshPerson();
    const { data, error } = await freshAuthClient().signInWithIdToken({
      provider: "google",
      token: await mintIdToken(google, { person, ...wanted }),
      ...(shown === undefined ? {} : { nonce: shown }),
    });
    expect([data.session, error?.status]).toEqual([null, 400]);
    expect(await queryStack("select id from users where email = $1", [person.email])).toEqual([]);
  });
});

describe("callback", () => {
  test("state: valid once, and an unknown state is rejected", async () => {
    const page = await followToProvider(await wayTo(freshAuthClient(), "google"));
    const back = await chooseOnProviderPage(page, freshPerson());
    expect(redirectTargetOf(await followCallback(back)).fragment).toHaveProperty("access_token");
    const stranger = new URL(back.url);
    stranger.searchParams.set("state", randomUUID());
    for (const url of [back.url, stranger.href]) {
      const answer = await followCallback({ url, init: {} });
      expect(answer.status).toBe(303);
      expect(redirectTargetOf(answer)).toMatchObject({
        url: { origin: new URL(site).origin, pathname: "/" },
        query: { error: "invalid_request", error_code: "bad_oauth_state" },
      });
    }
  });

  test("state older than five minutes: rejected", async () => {
    const page = await followToProvider(await wayTo(freshAuthClient(), "google"));
    const state = new URL(page).searchParams.get("state");
    await queryStack(
      "update flow_states set created_at = created_at - interval '6 minutes' where id = $1",
      [state],
    );
    const back = redirectTargetOf(
      await followCallback(await chooseOnProviderPage(page, freshPerson())),
    );
    expect(back.query).toMatchObject({ error_code: "flow_state_expired" });
  });

  test("access denied: the page gets the error", async () => {
    for (const provider of ["google", "apple", "github"] as const) {
      const back = await comeFrom(provider, "deny");
      expect(back.url.pathname).toBe("/dashboard");
      expect(back.query).toEqual({
        error: "access_denied",
        error_description: "The person said no.",
      });
    }
  });

  test("foreign redirect target: never followed", async () => {
    const way = await wayTo(freshAuthClient(), "google", "https://elsewhere.example/steal");
    const back = await openProviderPage(way, freshPerson());
    expect(back.url.origin).toBe(new URL(site).origin);
  });

  test("code: valid once, and only with the browser's verifier", async () => {
    const client = freshAuthClient("pkce");
    const back = await openProviderPage(await wayTo(client, "google"), freshPerson());
    const code = back.query["code"] ?? "";
    const thief = await fetch(`${api}/auth/v1/token?grant_type=pkce`, {
      method: "POST",
      body: JSON.stringify({ auth_code: code, code_verifier: "x".repeat(64) }),
    });
    expect(thief.status).toBe(400);
    expect((await client.exchangeCodeForSession(code)).error).toBeNull();
    const again = await fetch(`${api}/auth/v1/token?grant_type=pkce`, {
      method: "POST",
      body: JSON.stringify({ auth_code: code, code_verifier: "x".repeat(64) }),
    });
    expect(again.status).toBe(404);
  });
});

describe("bad input", () => {
  const REQUESTS: [method: string, path: string, body?: string][] = [
    ["GET", "/authorize"],
    ["GET", "/authorize?provider=%00"],
    ["GET", "/authorize?provider=google&redirect_to=%ED%A0%80"],
    ["GET", "/authorize?provider=google&scopes=%00%0d%0a"],
    ["GET", "/authorize?provider=google&code_challenge=x"],
    ["GET", `/authorize?provider=google&prompt=${"x".repeat(5_000)}`],
    ["GET", "/authorize?provider=__proto__"],
    ["POST", "/authorize?provider=google", "{}"],
    ["GET", "/callback"],
    ["GET", "/callback?state=%00&code=%00"],
    ["GET", `/callback?state=${randomUUID()}&state=${randomUUID()}&code=x`],
    ["POST", "/callback", "\0\0\0"],
    ["POST", "/callback", '{"state":{}}'],
    ["PUT", "/callback", "x"],
    ["POST", "/callback", `state=${"x".repeat(2 ** 21)}`],
    ["POST", "/sso", "["],
    ["POST", "/sso", '{"domain":{"$gt":""}}'],
    ["POST", "/sso", '{"domain":"\\u0000"}'],
    ["POST", "/sso", '{"provider_id":"x"}'],
    ["POST", "/sso", `{"domain":"${"x".repeat(2 ** 21)}"}`],
    ["POST", "/token?grant_type=id_token", ""],
    ["POST", "/token?grant_type=id_token", '{"provider":"google","id_token":"a.b.c"}'],
    ["POST", "/token?grant_type=id_token", '{"provider":"google","id_token":[]}'],
    ["POST", "/token?grant_type=id_token", '{"provider":"google","id_token":"x","nonce":7}'],
    ["POST", "/token?grant_type=id_token", '{"provider":"\\ud800","id_token":"x"}'],
    ["GET", "/user/identities/authorize?provider=google"],
    ["DELETE", "/user/identities/%00"],
    ["DELETE", `/user/identities/${"x".repeat(5_000)}`],
  ];

  test.for(REQUESTS)("%s %.60s: answered without a 5xx", async ([method, path, body]) => {
    const answer = await fetch(`${api}/auth/v1${path}`, {
      method,
      redirect: "manual",
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status).toBeGreaterThanOrEqual(302);
    expect(answer.status).toBeLessThan(500);
  });
});

test("log: contains no user data and no provider tokens", async () => {
  const person = { ...freshPerson(), name: `Ada ${randomUUID()}` };
  const { fragment } = await comeFrom("google", person);
  await comeFrom("github", { ...person, email: freshAddress(), email_verified: false });
  const { logs } = thisStack();
  for (const name of await readdir(logs)) {
    const log = await readFile(join(logs, name), "utf8");
    for (const secret of [person.email, person.name, fragment["provider_token"] ?? ""]) {
      expect(log.includes(secret), name).toBe(false);
    }
  }
});
