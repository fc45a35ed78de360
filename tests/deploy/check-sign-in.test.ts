import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Env } from "#db/bin/target.ts";
import type { CheckResult } from "./check-result.ts";
import { checkAlertChannel, checkIssuer, checkProviders, checkSignIn } from "./check-sign-in.ts";
import type { PartSettings } from "./part-settings.ts";

const brief = (results: readonly CheckResult[]) =>
  results.map(({ about, state }) => `${state} ${about}`);

const given = (target: PartSettings["target"], edge: Env): PartSettings => ({
  target,
  edge,
  worker: {},
  site: {},
  vars: {},
  unread: [],
});

const GOOGLE = {
  EXTERNAL_GOOGLE_ENABLED: "true",
  EXTERNAL_GOOGLE_CLIENT_ID: "client",
  EXTERNAL_GOOGLE_SECRET: "its-secret",
};
const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const APPLE = {
  EXTERNAL_APPLE_ENABLED: "true",
  EXTERNAL_APPLE_CLIENT_ID: "client",
  EXTERNAL_APPLE_SECRET: String(privateKey.export({ type: "pkcs8", format: "pem" })),
  EXTERNAL_APPLE_TEAM_ID: "team",
  EXTERNAL_APPLE_KEY_ID: "key",
};
const organisation = (issuer: string) =>
  JSON.stringify([
    {
      id: "6f0e2b6c-3c0a-4b52-9a43-0c7b6c9f0f11",
      issuer,
      client_id: "client",
      client_secret: "its-secret",
    },
  ]);

test.each<[string, Env, readonly string[]]>([
  ["complete settings", { ...GOOGLE, ...APPLE }, []],
  ["nothing", {}, []],
  [
    "a provider without its secret",
    { ...GOOGLE, EXTERNAL_GOOGLE_SECRET: "" },
    ["failed EXTERNAL_GOOGLE_SECRET (edge)"],
  ],
  [
    "an issuer without its address",
    {
      EXTERNAL_KEYCLOAK_ENABLED: "true",
      EXTERNAL_KEYCLOAK_CLIENT_ID: "client",
      EXTERNAL_KEYCLOAK_SECRET: "its-secret",
    },
    ["failed EXTERNAL_KEYCLOAK_URL (edge)"],
  ],
  [
    "a disabled provider",
    { EXTERNAL_GITHUB_SECRET: "its-secret" },
    ["note EXTERNAL_GITHUB_SECRET"],
  ],
  [
    "an Apple key without a team id",
    { ...APPLE, EXTERNAL_APPLE_TEAM_ID: "" },
    ["failed EXTERNAL_APPLE_TEAM_ID (edge)"],
  ],
  [
    "an organisation whose issuer is not encrypted",
    { SSO_PROVIDERS: organisation("http://issuer.test") },
    ["failed SSO_PROVIDERS[0].issuer (edge)"],
  ],
])("OAuth settings: reports %s", (_, edge, expected) => {
  const set = Object.fromEntries(Object.entries(edge).filter(([, value]) => value !== ""));
  const results = [...checkSignIn(given("production", set))];
  expect(brief(results)).toEqual(expected);
  expect(JSON.stringify(results)).not.toContain("its-secret");
});

test("local stack: an organisation's issuer may answer over HTTP", () => {
  const local = { SSO_PROVIDERS: organisation("http://issuer.test") };
  expect([...checkSignIn(given("local", local))]).toEqual([]);
});

test.each<[string, Parameters<typeof checkIssuer>[2], string]>([
  ["names the expected issuer", { status: 200, body: { issuer: "https://issuer.test" } }, "ok"],
  ["writes a slash at its end", { status: 200, body: { issuer: "https://issuer.test/" } }, "ok"],
  ["names another issuer", { status: 200, body: { issuer: "https://other.test" } }, "failed"],
  ["says nothing", { status: 200, body: null }, "failed"],
  ["is not there", { status: 404, body: null }, "failed"],
  ["does not answer", null, "failed"],
])("issuer that %s: reported as such", (_, answer, state) => {
  expect(checkIssuer("it", "https://issuer.test", answer).state).toBe(state);
});

/** A fake issuer that records its requests. */
async function fakeIssuer(status: number, answer: (base: string) => object) {
  const asked: string[] = [];
  let base = "";
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    asked.push(
      `${String(method)} ${String(url)}${"authorization" in headers ? " with a key" : ""}`,
    );
    const text = JSON.stringify(answer(base));
    response.writeHead(status, { "content-type": "application/json" }).end(text);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { base, asked };
}

test("issuer check: reads public metadata and sends no secret", async () => {
  const { base, asked } = await fakeIssuer(200, (issuer) => ({ issuer }));
  const results = await checkProviders({
    ...GOOGLE,
    EXTERNAL_GOOGLE_URL: base,
    ...APPLE,
    EXTERNAL_APPLE_URL: base,
    EXTERNAL_GITHUB_ENABLED: "true",
    EXTERNAL_GITHUB_CLIENT_ID: "client",
    EXTERNAL_GITHUB_SECRET: "its-secret",
    EXTERNAL_GITHUB_URL: base,
    EXTERNAL_AZURE_ENABLED: "true",
    EXTERNAL_AZURE_CLIENT_ID: "client",
    EXTERNAL_AZURE_SECRET: "its-secret",
    EXTERNAL_AZURE_URL: base,
    SSO_PROVIDERS: organisation(base),
  });
  expect(brief(results).toSorted()).toEqual([
    "ok EXTERNAL_APPLE_SECRET",
    "ok EXTERNAL_AZURE_SECRET",
    "ok EXTERNAL_GITHUB_SECRET",
    "ok EXTERNAL_GOOGLE_SECRET",
    "ok SSO_PROVIDERS[0]",
  ]);
  expect(asked.toSorted()).toEqual([
    "GET /.well-known/openid-configuration",
    "GET /.well-known/openid-configuration",
    "GET /.well-known/openid-configuration",
    "GET /discovery/v2.0/keys",
    "HEAD /",
  ]);
});

test("unreachable issuer and unusable signing key: reported", async () => {
  const results = await checkProviders({
    ...APPLE,
    EXTERNAL_APPLE_SECRET: "-----BEGIN PRIVATE KEY-----\\nnonsense\\n-----END PRIVATE KEY-----",
    SSO_PROVIDERS: organisation("http://127.0.0.1:1"),
  });
  expect(brief(results)).toEqual(["failed EXTERNAL_APPLE_SECRET", "failed SSO_PROVIDERS[0]"]);
});

test("team chat: checked without sending a message", async () => {
  const { base, asked } = await fakeIssuer(405, () => ({}));
  expect(brief(await checkAlertChannel({ ALERT_WEBHOOK_URL: `${base}/hook` }))).toEqual([
    "ok ALERT_WEBHOOK_URL",
  ]);
  expect(asked).toEqual(["HEAD /hook"]);
  expect(brief(await checkAlertChannel({ ALERT_WEBHOOK_URL: "http://127.0.0.1:1" }))).toEqual([
    "failed ALERT_WEBHOOK_URL",
  ]);
  expect(await checkAlertChannel({})).toEqual([]);
});
