import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { GoTrueClient, Provider } from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import { freshAccount, freshAuthClient } from "../support/account.ts";
import {
  type Choice,
  type RedirectTarget,
  mintIdToken,
  openProviderPage,
} from "../support/oauth-flow.ts";
import { freshAddress } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const { inbox, site } = thisStack();
const COMPANIES_URL = new URL("/oauth", inbox.replace("localhost", "127.0.0.1")).href;

const freshPerson = () => ({ email: freshAddress(), email_verified: true, name: "Ada Byron" });

async function authorizeUrl(
  client: GoTrueClient,
  provider: Provider,
  redirectTo = `${site}/dashboard`,
) {
  const { data, error } = await client.signInWithOAuth({
    provider,
    options: { redirectTo, skipBrowserRedirect: true },
  });
  if (error !== null) throw error;
  return data.url;
}

async function comeFrom(provider: Provider, choice: Choice): Promise<RedirectTarget> {
  return openProviderPage(await authorizeUrl(freshAuthClient(), provider), choice);
}

async function clientAt({ fragment }: RedirectTarget): Promise<GoTrueClient> {
  const client = freshAuthClient();
  const { access_token = "", refresh_token = "" } = fragment;
  const { error } = await client.setSession({ access_token, refresh_token });
  if (error !== null) throw error;
  return client;
}

async function userAt(callback: RedirectTarget) {
  const { data } = await (await clientAt(callback)).getUser();
  if (data.user === null) throw new Error("nobody is signed in");
  return data.user;
}

describe("OAuth sign-in", () => {
  test("with PKCE: its code gives a session with provider tokens, refreshed and signed out", async () => {
    const person = freshPerson();
    const client = freshAuthClient("pkce");
    const callback = await openProviderPage(await authorizeUrl(client, "google"), person);
    expect(callback.url.origin + callback.url.pathname).toBe(`${site}/dashboard`);
    const { data, error } = await client.exchangeCodeForSession(callback.query["code"] ?? "");
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

    const secondClient = freshAuthClient("pkce");
    const again = await openProviderPage(await authorizeUrl(secondClient, "google"), person);
    const second = await secondClient.exchangeCodeForSession(again.query["code"] ?? "");
    expect(second.data.user?.id).toBe(data.user?.id);
  });
});

describe("linking and unlinking identities", () => {
  test("identity: linked, used to sign in, unlinked", async () => {
    const account = await freshAccount();
    const person = freshPerson();
    const client = freshAuthClient("pkce");
    await client.signInWithPassword(account);
    const { data: linking } = await client.linkIdentity({
      provider: "google",
      options: { skipBrowserRedirect: true },
    });
    const callback = await openProviderPage(linking.url ?? "", person);
    const exchanged = await client.exchangeCodeForSession(callback.query["code"] ?? "");
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
});

test("log of OAuth sign-ins: contains no user data and no provider tokens", async () => {
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
