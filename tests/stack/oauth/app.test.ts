import { createHash, randomUUID } from "node:crypto";
import {
  createLocalJWKSet,
  exportPKCS8,
  generateKeyPair,
  type JSONWebKeySet,
  jwtVerify,
} from "jose";
import { beforeEach, describe, expect, test } from "vitest";
import { clientIdAt, createOAuthEmulator } from "./app.ts";
import { emulatorClient } from "./settings.ts";
import type { Company } from "./shapes.ts";

const REDIRECT_URI = "https://api.tidepost.example/auth/v1/callback";
const VERIFIER = randomUUID().repeat(2);
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

const { privateKey } = await generateKeyPair("ES256", { extractable: true });
const client = emulatorClient({
  redirectUri: REDIRECT_URI,
  appleKey: await exportPKCS8(privateKey),
});

let app: ReturnType<typeof createOAuthEmulator>;
let clock: Date;

beforeEach(() => {
  clock = new Date();
  app = createOAuthEmulator(client, () => clock);
});

const requestAt = (company: Company, changes: Record<string, string> = {}) => ({
  client_id: clientIdAt(company),
  redirect_uri: REDIRECT_URI,
  response_type: "code",
  state: "state-1",
  nonce: "nonce-1",
  code_challenge: CHALLENGE,
  code_challenge_method: "S256",
  ...changes,
});

async function signInAsAda(company: Company, path = "/authorize"): Promise<URL> {
  const request = Object.entries(requestAt(company)).map(([name, value]) => [
    `request.${name}`,
    value,
  ]);
  const answer = await app.request(`/${company}${path}`, {
    method: "POST",
    body: new URLSearchParams([
      ...request,
      ["email", "ada@shop.example"],
      ["email_verified", "true"],
      ["name", "Ada Byron"],
    ]),
  });
  return new URL(answer.headers.get("location") ?? "");
}

async function exchange(
  company: Company,
  changes: Record<string, string>,
  path = "/token",
): Promise<[number, Record<string, unknown>]> {
  const answer = await app.request(`/${company}${path}`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: clientIdAt(company),
      client_secret: client.secret,
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
      ...changes,
    }),
  });
  return [answer.status, (await answer.json()) as Record<string, unknown>];
}

test("chosen user: returns with a code whose id token verifies with the published keys", async () => {
  const callback = await signInAsAda("google");
  expect(callback.origin + callback.pathname).toBe(REDIRECT_URI);
  expect(callback.searchParams.get("state")).toBe("state-1");
  const [status, tokens] = await exchange("google", {
    code: callback.searchParams.get("code") ?? "",
  });
  expect(status).toBe(200);
  const keys = (await (await app.request("/google/keys")).json()) as JSONWebKeySet;
  const { payload } = await jwtVerify(String(tokens["id_token"]), createLocalJWKSet(keys));
  expect(payload).toMatchObject({
    iss: "http://localhost/google",
    aud: clientIdAt("google"),
    nonce: "nonce-1",
    email: "ada@shop.example",
    email_verified: true,
  });
});

test.each([
  ["another client", { client_id: "someone-else" }],
  ["another redirect address", { redirect_uri: `${REDIRECT_URI}/` }],
  ["no challenge", { code_challenge: "" }],
  ["a challenge that hides nothing", { code_challenge_method: "plain" }],
  ["a token at once", { response_type: "token" }],
])("request for %s: shows no page", async (_, changes) => {
  const query = new URLSearchParams(requestAt("google", changes));
  expect((await app.request(`/google/authorize?${query}`)).status).toBe(400);
});

describe("code", () => {
  test.each([
    ["unknown", { code: "made-up" }, "invalid_grant"],
    ["with another redirect address", { redirect_uri: `${REDIRECT_URI}?x` }, "invalid_grant"],
    ["with another verifier", { code_verifier: "x".repeat(43) }, "invalid_grant"],
    ["with another secret", { client_secret: "guess" }, "invalid_client"],
    ["for another client", { client_id: clientIdAt("github") }, "invalid_client"],
    ["for another grant", { grant_type: "password" }, "unsupported_grant_type"],
  ])("%s: rejected", async (_, changes, error) => {
    const code = (await signInAsAda("google")).searchParams.get("code") ?? "";
    expect(await exchange("google", { code, ...changes })).toEqual([
      400,
      expect.objectContaining({ error }),
    ]);
  });

  test("code: valid once and for a minute", async () => {
    const code = (await signInAsAda("google")).searchParams.get("code") ?? "";
    expect((await exchange("google", { code }))[0]).toBe(200);
    expect((await exchange("google", { code }))[0]).toBe(400);
    const expiredCode = (await signInAsAda("google")).searchParams.get("code") ?? "";
    clock = new Date(clock.getTime() + 61_000);
    expect((await exchange("google", { code: expiredCode }))[0]).toBe(400);
  });
});

test("GitHub: answers errors with 200 and lists addresses separately", async () => {
  const [authorize, token] = ["/login/oauth/authorize", "/login/oauth/access_token"];
  const code = (await signInAsAda("github", authorize)).searchParams.get("code") ?? "";
  expect(await exchange("github", { code: "made-up" }, token)).toEqual([
    200,
    expect.objectContaining({ error: "invalid_grant" }),
  ]);
  const [, tokens] = await exchange("github", { code }, token);
  expect(tokens).not.toHaveProperty("id_token");
  const headers = { authorization: `Bearer ${String(tokens["access_token"])}` };
  const user = await app.request("/github/api/v3/user", { headers });
  expect(await user.json()).toMatchObject({ login: "ada-byron", name: "Ada Byron" });
  const emails = await app.request("/github/api/v3/user/emails", { headers });
  expect(await emails.json()).toContainEqual({
    email: "ada@shop.example",
    primary: true,
    verified: true,
  });
  expect((await app.request("/github/api/v3/user")).status).toBe(401);
});

test("Apple: rejects a plain client secret and posts its response", async () => {
  const query = new URLSearchParams(requestAt("apple"));
  expect((await app.request(`/apple/authorize?${query}`)).status).toBe(400);
  expect(await exchange("apple", { code: "x" })).toEqual([
    400,
    expect.objectContaining({ error: "invalid_client" }),
  ]);
});

test("next signing key: published before it is used", async () => {
  const kids = async () => {
    const { keys } = (await (await app.request("/google/keys")).json()) as JSONWebKeySet;
    return keys.map(({ kid }) => kid);
  };
  const [, next] = await kids();
  await app.request("/google/rotate", { method: "POST" });
  expect((await kids())[0]).toBe(next);
});
