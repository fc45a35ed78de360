import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { GoTrueClient, Provider } from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import { freshAuthClient } from "../support/account.ts";
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
