import { hash } from "node:crypto";
import * as z from "zod";
import { redeemIdToken } from "#db/accounts/oauth/change-flows.ts";
import type { EdgeConfig } from "../../config.ts";
import type { AppContext } from "../../http/env.ts";
import type { AuthDeps } from "../deps.ts";
import { requireAal2IfEnrolled } from "../factors/factor-rules.ts";
import { redirectTarget } from "../http/allowed-redirects.ts";
import { AuthError, OAuthError, validationError } from "../http/auth-errors.ts";
import { metaFields, readJson } from "../http/auth-json-body.ts";
import { providerUnavailableError, requireManualLinking } from "../oauth/authorize.ts";
import { isIssuedTo } from "../oauth/client.ts";
import { BadIdToken } from "../oauth/oauth-errors.ts";
import { findProvider, isProviderName, type Provider } from "../oauth/presets.ts";
import { signInWithProvider } from "../oauth/sign-in-with-provider.ts";
import { getCurrentUser, requireTokenUser } from "../sessions/bearer.ts";
import { newSession } from "../sessions/new-session.ts";
import { requireRecentSignIn } from "../sessions/recent-sign-in.ts";
import { sessionResponse } from "../sessions/session-response.ts";

export const IdTokenGrant = z.object({
  provider: z.string().default(""),
  id_token: z.string().default(""),
  access_token: z.optional(z.string()),
  nonce: z.string().default(""),
  link_identity: z.boolean().default(false),
  ...metaFields,
});

/** Signs in or links with an id token that an app obtained itself. It is accepted once. */
export async function idTokenGrant(c: AppContext, deps: AuthDeps): Promise<Response> {
  const body = await readJson(c, IdTokenGrant);
  if (body.id_token === "") throw new OAuthError("invalid request", "id_token required");
  if (body.provider === "") throw new OAuthError("invalid request", "provider required");
  const provider = requireIssuer(deps.config, body.provider);
  const link = body.link_identity
    ? { userId: await requireLinkingUser(c, deps), flowId: null }
    : null;
  const { claims, profile } = await deps.providers
    .readIdToken(provider, body.id_token, body.access_token ?? null)
    .catch((error: unknown) => {
      if (!(error instanceof BadIdToken)) throw providerUnavailableError(c, provider, error);
      throw new OAuthError("invalid request", "Bad ID token", { cause: error });
    });
  if (!isIssuedTo(claims, provider.audiences)) {
    throw new OAuthError("invalid request", "Unacceptable audience in id_token");
  }
  if (!provider.skipsNonceCheck) requireNonce(body.nonce, claims["nonce"]);
  const isFirst = await redeemIdToken(deps.db, {
    // The signature is left out, because it may have a second form.
    id: hash("sha256", body.id_token.slice(0, body.id_token.lastIndexOf("."))),
    expiresAt: new Date(Number(claims.exp) * 1_000).toISOString(),
  });
  if (!isFirst) throw new OAuthError("invalid request", "The id token was used before");
  const { user, session } = await signInWithProvider(
    c,
    deps,
    { provider, profile, link, redirectTo: redirectTarget(c, deps.config) },
    { kind: "session", session: newSession(c, deps, "oauth") },
  );
  if (session === null) throw new Error("Bug: no session was issued");
  return c.json(await sessionResponse(deps, user, session));
}

function requireIssuer(config: EdgeConfig, name: string): Provider {
  const provider = isProviderName(name) ? findProvider(config, name) : null;
  if (provider === null) throw new AuthError("provider_disabled", "The provider is not enabled");
  if (!provider.hasIdTokens) throw validationError("The provider gives no id tokens");
  return provider;
}

async function requireLinkingUser(c: AppContext, deps: AuthDeps): Promise<string> {
  const tokenUser = await requireTokenUser(c, deps);
  requireManualLinking(deps.config);
  const currentUser = await getCurrentUser(deps, tokenUser);
  requireAal2IfEnrolled(currentUser);
  requireRecentSignIn(currentUser, deps.now());
  return currentUser.user.id;
}

/** The provider saw only the hash, so a stolen token is useless here. */
function requireNonce(nonce: string, claim: unknown): void {
  const hashed = typeof claim === "string" ? claim : "";
  if ((nonce === "") !== (hashed === "")) {
    throw new OAuthError(
      "invalid request",
      "Passed nonce and nonce in id_token should either both exist or not.",
    );
  }
  if (nonce !== "" && hash("sha256", nonce) !== hashed) {
    throw new OAuthError("invalid nonce", "Nonces mismatch");
  }
}
