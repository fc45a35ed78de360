import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { EDGE_BINDINGS } from "../../../tests/support/edge-bindings.ts";
import { readEdgeConfig } from "../../config.ts";
import type { ProviderName } from "../../settings/oauth-settings.ts";
import { findProvider, ssoProviderIdOf, providerOfFlow, providersOn } from "./presets.ts";

const TENANT = "7b0c3f62-4f55-4c39-9d13-0f6f4a1f8c11";
const OTHER_TENANT = "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11";
const MICROSOFT = "https://login.microsoftonline.com";

const configOf = (settings: Record<string, string>) =>
  readEdgeConfig({ ...EDGE_BINDINGS, ...settings });

const on = (name: ProviderName, more: Record<string, string> = {}) => ({
  [`EXTERNAL_${name.toUpperCase()}_ENABLED`]: "true",
  [`EXTERNAL_${name.toUpperCase()}_CLIENT_ID`]: "web, ios ,android",
  [`EXTERNAL_${name.toUpperCase()}_SECRET`]: "secret",
  ...more,
});

const find = (name: ProviderName, more: Record<string, string> = {}) => {
  const provider = findProvider(configOf(on(name, more)), name);
  if (provider === null) throw new Error("it is not on");
  return provider;
};

test("provider: on only when enabled and complete", () => {
  expect(providersOn(configOf({}))).toEqual([]);
  const { EXTERNAL_GOOGLE_SECRET: _, ...withoutSecret } = on("google");
  expect(providersOn(configOf(withoutSecret))).toEqual([]);
  expect(providersOn(configOf(on("google", { EXTERNAL_GOOGLE_CLIENT_ID: " , " })))).toEqual([]);
  expect(providersOn(configOf({ ...on("google"), ...on("github") }))).toEqual(["github", "google"]);
  expect(providersOn(configOf(on("keycloak")))).toEqual([]);
  expect(
    providersOn(configOf(on("keycloak", { EXTERNAL_KEYCLOAK_URL: "https://id.example/realm" }))),
  ).toEqual(["keycloak"]);
});

test("first client id: used for the flow; the others: apps whose id tokens are accepted", () => {
  expect(find("google")).toMatchObject({
    clientId: "web",
    audiences: ["web", "ios", "android"],
    redirectUri: "https://api.tidepost.example/auth/v1/callback",
    authorizationServer: "https://accounts.google.com",
  });
});

test("redirect URI in the settings: replaces the default", () => {
  const elsewhere = "https://auth.tidepost.example/auth/v1/callback";
  expect(find("google", { EXTERNAL_GOOGLE_REDIRECT_URI: elsewhere }).redirectUri).toBe(elsewhere);
  expect(find("google", { API_EXTERNAL_URL: "https://auth.tidepost.example" }).redirectUri).toBe(
    elsewhere,
  );
});

describe("issuer of an Azure token", () => {
  test.each([
    ["a tenant, for all tenants", "common", TENANT, `${MICROSOFT}/${TENANT}/v2.0`, true],
    ["a tenant, for all companies", "organizations", TENANT, `${MICROSOFT}/${TENANT}/v2.0`, true],
    ["the configured tenant", TENANT, TENANT, `${MICROSOFT}/${TENANT}/v2.0`, true],
    ["another tenant than ours", TENANT, OTHER_TENANT, `${MICROSOFT}/${OTHER_TENANT}/v2.0`, false],
    ["another tenant than it says", "common", TENANT, `${MICROSOFT}/${OTHER_TENANT}/v2.0`, false],
    ["another place", "common", TENANT, `https://elsewhere.example/${TENANT}/v2.0`, false],
    ["no tenant", "common", undefined, `${MICROSOFT}/${TENANT}/v2.0`, false],
    ["a tenant with a path", "common", "x/../y", `${MICROSOFT}/x/../y/v2.0`, false],
  ])("issuer of an Azure token of %s", (_, ours, tid, iss, isOne) => {
    const { isIssuer } = find("azure", { EXTERNAL_AZURE_URL: `${MICROSOFT}/${ours}` });
    expect(isIssuer({ iss, tid }, "")).toBe(isOne);
  });
});

test("Google: issuer with or without https:// is accepted, any other is rejected", () => {
  const { isIssuer } = find("google");
  const issuer = "https://accounts.google.com";
  expect(isIssuer({ iss: issuer }, issuer)).toBe(true);
  expect(isIssuer({ iss: "accounts.google.com" }, issuer)).toBe(true);
  expect(isIssuer({ iss: "https://accounts.google.com.elsewhere.example" }, issuer)).toBe(false);
  expect(isIssuer({}, issuer)).toBe(false);
});

describe("Apple's client secret", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const ids = { EXTERNAL_APPLE_KEY_ID: "KEY", EXTERNAL_APPLE_TEAM_ID: "TEAM" };

  test.each([
    ["on several lines", pem],
    ["on one", pem.replaceAll("\n", "\\n")],
  ])("Apple's client secret: signed with the team's key, written %s", async (_, secret) => {
    const token = await find("apple", { ...ids, EXTERNAL_APPLE_SECRET: secret }).secret();
    const { payload, protectedHeader } = await jwtVerify(
      token,
      createPublicKey(createPrivateKey(pem)),
    );
    expect(protectedHeader).toEqual({ alg: "ES256", kid: "KEY" });
    expect(payload).toMatchObject({ iss: "TEAM", sub: "web", aud: "https://appleid.apple.com" });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
  });

  test("Apple's client secret: a finished JWT is used as it is", async () => {
    expect(await find("apple", { EXTERNAL_APPLE_SECRET: "a.b.c" }).secret()).toBe("a.b.c");
  });
});

describe("SSO organisations", () => {
  const id = "3f2b6a5e-8c1d-4e57-9a43-2d7f0b9c6e10";
  const organisation = {
    id,
    domains: ["Acme.example"],
    issuer: "https://id.acme.example",
    client_id: "us",
    client_secret: "secret",
  };
  const all = (...list: unknown[]) => configOf({ SSO_PROVIDERS: JSON.stringify(list) });

  test("SSO organisation: found by the provider name that a flow stores", () => {
    expect(providerOfFlow(all(organisation), `sso:${id}`)).toMatchObject({
      name: `sso:${id}`,
      authorizationServer: "https://id.acme.example",
    });
    expect(() => providerOfFlow(all(), `sso:${id}`)).toThrow("provider is not enabled");
    expect(ssoProviderIdOf(`sso:${id}`)).toBe(id);
    expect(ssoProviderIdOf("google")).toBeNull();
  });

  test("SSO organisations: domains and ids are lower-cased and unique", () => {
    expect(all(organisation).SSO_PROVIDERS[0]?.domains).toEqual(["acme.example"]);
    expect(() => all(organisation, { ...organisation, domains: [] })).toThrow("an id twice");
    const twin = { ...organisation, id: TENANT };
    expect(() => all(organisation, twin)).toThrow("a domain twice");
  });

  test("invalid SSO setting: named without its secret", () => {
    const broken = { ...organisation, issuer: "nowhere" };
    expect(() => all(broken)).toThrow(/SSO_PROVIDERS\.0\.issuer/);
    expect(() => all(broken)).not.toThrow(/secret/);
    expect(() => configOf({ SSO_PROVIDERS: "{" })).toThrow(/SSO_PROVIDERS \(not JSON\)/);
  });
});
