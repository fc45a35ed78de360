import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { exportPKCS8, generateKeyPair } from "jose";
import { createOAuthEmulator } from "../stack/oauth/app.ts";
import { callbackOf, providerSettings, emulatorClient } from "../stack/oauth/settings.ts";
import { API, type AuthService, type Settings, test as base } from "./auth-service.ts";
import { type Choice, openProviderPage, type RedirectTarget } from "./oauth-flow.ts";

type Companies = {
  url: string;
  settings: Settings;
};

const { privateKey } = await generateKeyPair("ES256", { extractable: true });
const client = emulatorClient({
  redirectUri: callbackOf(API),
  appleKey: await exportPKCS8(privateKey),
});

export const test = base.extend<{
  companies: Companies;
  auth: AuthService;
  visit: (
    company: string,
    choice: Choice,
    query?: Record<string, string>,
  ) => Promise<RedirectTarget>;
}>({
  // oxlint-disable-next-line no-empty-pattern
  companies: async ({}, use) => {
    const app = new Hono().route(
      "/oauth",
      createOAuthEmulator(client, () => new Date()),
    );
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
    await new Promise((resolve) => {
      server.once("listening", resolve);
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/oauth`;
    await use({ url, settings: providerSettings(url, client) });
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  },
  auth: async ({ serviceWith, companies }, use) => {
    await use(serviceWith({ SECURITY_MANUAL_LINKING_ENABLED: "true", ...companies.settings }));
  },
  visit: async ({ auth }, use) => {
    await use((company, choice, query = {}) =>
      openProviderPage(authorizeUrl(company, query), choice, auth.request),
    );
  },
});

export function authorizeUrl(company: string, query: Record<string, string> = {}): string {
  return `${API}/auth/v1/authorize?${new URLSearchParams({ provider: company, ...query })}`;
}
