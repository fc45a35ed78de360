import type { Context } from "hono";
import { generateRandomCodeVerifier, generateRandomNonce } from "oauth4webapi";
import { insertOAuthFlow } from "#db/accounts/oauth-flow.ts";
import type { CodeChallenge } from "#db/accounts/insert-flow.ts";
import type { AppEnv } from "../../http/env.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../http/auth-errors.ts";
import { ProviderUnavailableError } from "./client.ts";
import { findProvider, isProviderName, ssoProviderIdOf, type Provider } from "./presets.ts";

/** What a visit to a provider begins with. */
export type AuthorizeRequest = {
  provider: Provider;
  challenge: CodeChallenge | null;
  redirectTo: string;
  /** Who adds an identity, and the session in which they do; null for whoever signs in. */
  link: { userId: string; sessionId: string } | null;
  /** On top of the usual ones, divided by blanks or commas. */
  scopes: string;
  /** What the client asks of the provider besides. */
  parameters: URLSearchParams;
};

/**
 * @param name as the client gives it
 * @throws {AuthError} `validation_failed` for a provider that does not exist or is not on
 */
export function requireProvider({ config }: Pick<AuthDeps, "config">, name: string): Provider {
  if (!isProviderName(name)) {
    const named = /^[\w:-]{1,40}$/.test(name) ? `Provider ${name}` : "Provider of this name";
    throw unsupported(`${named} could not be found`);
  }
  const provider = findProvider(config, name);
  if (provider === null) throw unsupported("provider is not enabled");
  return provider;
}

function unsupported(reason: string): AuthError {
  return new AuthError("validation_failed", `Unsupported provider: ${reason}`);
}

/** Clients of organisations' sign-in know it by this name alone, whatever the organisation speaks. */
const SSO_METHOD = "sso/saml";

/**
 * Remembers a browser that is about to visit a provider.
 *
 * @returns where it goes
 * @throws {AuthError} `service_unavailable` when the provider does not say where that is
 */
export async function authorize(
  c: Context<AppEnv>,
  deps: Pick<AuthDeps, "db" | "makeUuid" | "now" | "providers">,
  wish: AuthorizeRequest,
): Promise<string> {
  const { provider, challenge, redirectTo, link, parameters } = wish;
  const visit = {
    state: deps.makeUuid(),
    nonce: generateRandomNonce(),
    verifier: generateRandomCodeVerifier(),
  };
  const scopes = wish.scopes.split(/[\s,]+/).filter((scope) => scope !== "");
  const url = await deps.providers
    .authorizationUrl(provider, visit, { scopes, parameters })
    .catch((error: unknown) => {
      throw providerUnavailable(c, provider, error);
    });
  await insertOAuthFlow(deps.db, {
    id: visit.state,
    provider: provider.name,
    authenticationMethod: ssoProviderIdOf(provider.name) === null ? "oauth" : SSO_METHOD,
    challenge,
    redirectTo,
    nonce: visit.nonce,
    verifier: visit.verifier,
    link,
    at: deps.now().toISOString(),
  });
  return url;
}

/** What a caller is told of a provider that cannot be asked; the log learns which and where it failed. */
export function providerUnavailable(
  c: Context<AppEnv>,
  provider: Provider,
  error: unknown,
): unknown {
  if (!(error instanceof ProviderUnavailableError)) return error;
  c.var.log.warn("provider_failed", { provider: provider.name, step: error.step });
  return new AuthError("service_unavailable", "The provider cannot be reached at the moment", {
    cause: error,
    retryAfterS: 30,
  });
}
