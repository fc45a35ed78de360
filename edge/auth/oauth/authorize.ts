import { generateRandomCodeVerifier, generateRandomNonce } from "oauth4webapi";
import { insertOAuthFlow } from "#db/accounts/oauth/change-flows.ts";
import type { CodeChallenge } from "#db/accounts/pkce-flows.ts";
import type { EdgeConfig } from "../../config.ts";
import type { AppContext } from "../../http/env.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError, validationError } from "../http/auth-errors.ts";
import { ProviderUnavailableError } from "./oauth-errors.ts";
import { findProvider, isProviderName, type Provider, ssoProviderIdOf } from "./presets.ts";

type AuthorizeRequest = {
  provider: Provider;
  challenge: CodeChallenge | null;
  redirectTo: string;
  /** Null for sign-ins. */
  link: { userId: string; sessionId: string } | null;
  /** They join the default ones; spaces or commas separate them. */
  scopes: string;
  parameters: URLSearchParams;
};

/** @throws {AuthError} `manual_linking_disabled` */
export function requireManualLinking(config: EdgeConfig): void {
  if (config.SECURITY_MANUAL_LINKING_ENABLED) return;
  throw new AuthError("manual_linking_disabled", "Manual linking is disabled");
}

/** @throws {AuthError} `validation_failed` for an unknown or disabled provider */
export function requireProvider(config: EdgeConfig, name: string): Provider {
  if (!isProviderName(name)) {
    const label = /^[\w:-]{1,40}$/.test(name) ? `Provider ${name}` : "Provider of this name";
    throw unsupportedError(`${label} could not be found`);
  }
  const provider = findProvider(config, name);
  if (provider === null) throw unsupportedError("provider is not enabled");
  return provider;
}

function unsupportedError(reason: string): AuthError {
  return validationError(`Unsupported provider: ${reason}`);
}

/** auth-js knows SSO by this name only, whatever the protocol. */
const SSO_METHOD = "sso/saml";

/**
 * @returns the provider's authorization URL
 * @throws {AuthError} `implicit_flow_disabled`, and `service_unavailable` when the provider does
 * not publish it
 */
export async function authorize(
  c: AppContext,
  deps: AuthDeps,
  request: AuthorizeRequest,
): Promise<string> {
  const { provider, challenge, redirectTo, link, parameters } = request;
  if (challenge === null && deps.config.SECURITY_PKCE_REQUIRED) {
    throw new AuthError(
      "implicit_flow_disabled",
      "The implicit flow is disabled: send a code_challenge",
    );
  }
  const flow = {
    state: deps.makeUuid(),
    nonce: generateRandomNonce(),
    verifier: generateRandomCodeVerifier(),
  };
  const scopes = request.scopes.split(/[\s,]+/).filter((scope) => scope !== "");
  const url = await deps.providers
    .authorizationUrl(provider, flow, { scopes, parameters })
    .catch((error: unknown) => {
      throw providerUnavailableError(c, provider, error);
    });
  await insertOAuthFlow(deps.db, {
    id: flow.state,
    provider: provider.name,
    authenticationMethod: ssoProviderIdOf(provider.name) === null ? "oauth" : SSO_METHOD,
    codeChallenge: challenge?.challenge ?? null,
    codeChallengeMethod: challenge?.method ?? null,
    redirectTo,
    providerNonce: flow.nonce,
    providerVerifier: flow.verifier,
    linkUserId: link?.userId ?? null,
    linkSessionId: link?.sessionId ?? null,
    createdAt: deps.now().toISOString(),
  });
  return url;
}

/** The client does not see why; the log has the provider's name and the step. */
export function providerUnavailableError(
  c: AppContext,
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
