import type { Context } from "hono";
import * as z from "zod";
import {
  type OAuthFlow,
  redeemOAuthFlow,
  savePendingLink,
} from "#db/accounts/oauth/change-flows.ts";
import type { EdgeConfig } from "../../config.ts";
import { type AppContext, newRoutes } from "../../http/env.ts";
import type { AuthDeps } from "../deps.ts";
import { redirectTarget } from "../http/allowed-redirects.ts";
import { AuthError, OAUTH_ERRORS, reportAuthError } from "../http/auth-errors.ts";
import { readText } from "../http/auth-json-body.ts";
import { readChallenge, requireOpenFlow } from "../http/pkce-fields.ts";
import { redirectWith } from "../http/redirect.ts";
import { requireAllowed } from "../limits/require-allowed.ts";
import { authorize, requireProvider } from "../oauth/authorize.ts";
import type { ProviderTokens } from "../oauth/client.ts";
import { BadIdToken, ProviderRejection, ProviderUnavailableError } from "../oauth/oauth-errors.ts";
import { providerOfFlow, ssoProviderIdOf } from "../oauth/presets.ts";
import { encryptProviderTokens, providerTokenFields } from "../oauth/provider-tokens.ts";
import {
  type ImmediateSignInResponse,
  type OAuthIdentity,
  requireLinkable,
  signInWithProvider,
} from "../oauth/sign-in-with-provider.ts";
import { newSession } from "../sessions/new-session.ts";
import { sessionFragment, sessionResponse } from "../sessions/session-response.ts";

const ERROR_MAX_CHARS = 500;
const Uuid = z.uuid();

/** They are not passed on to the provider. */
const OUR_PARAMETERS = [
  "provider",
  "scopes",
  "redirect_to",
  "code_challenge",
  "code_challenge_method",
  "skip_http_redirect",
  "invite_token",
  "apikey",
];

export function oauthRoutes(deps: AuthDeps) {
  return newRoutes()
    .get("/authorize", async (c) => {
      await requireAllowed(c, deps, "authorize");
      const url = await authorize(c, deps, {
        provider: requireProvider(deps.config, c.req.query("provider") ?? ""),
        link: null,
        ...authorizeParameters(c, deps.config),
      });
      return c.redirect(url, 302);
    })
    .get("/callback", async (c) => {
      // Link scanners use nothing up.
      if (c.req.method === "HEAD") return c.body(null);
      return handleCallback(c, deps, new URL(c.req.url).searchParams);
    })
    .post("/callback", async (c) =>
      handleCallback(c, deps, new URLSearchParams(await readText(c.req.raw))),
    );
}

/** @throws {AuthError} `validation_failed` for an incomplete or malformed challenge */
export function authorizeParameters(c: Context, config: EdgeConfig) {
  const parameters = new URL(c.req.url).searchParams;
  for (const name of OUR_PARAMETERS) parameters.delete(name);
  return {
    challenge: readChallenge(c.req.query(), config),
    redirectTo: redirectTarget(c, config),
    scopes: c.req.query("scopes") ?? "",
    parameters,
  };
}

async function handleCallback(
  c: AppContext,
  deps: AuthDeps,
  parameters: URLSearchParams,
): Promise<Response> {
  const state = parameters.get("state") ?? "";
  const redirectWithoutFlow = (error: AuthError) =>
    redirectWithError(c, deps.config.SITE_URL, error, 303);
  if (state === "") {
    return redirectWithoutFlow(
      new AuthError("bad_oauth_callback", "OAuth state parameter missing"),
    );
  }
  const flow = Uuid.safeParse(state).success ? await redeemOAuthFlow(deps.db, state) : null;
  if (flow === null) return redirectWithoutFlow(stateNotFoundError());
  try {
    return await redeemCallback(c, deps, flow, parameters);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return redirectWithError(c, flow.redirectTo, error, 302);
  }
}

async function redeemCallback(
  c: AppContext,
  deps: AuthDeps,
  flow: OAuthFlow,
  parameters: URLSearchParams,
): Promise<Response> {
  requireOpenFlow(flow.createdAt, deps.now());
  const provider = providerOfFlow(deps.config, flow.provider);
  if (!parameters.has("error") && (parameters.get("code") ?? "") === "") {
    throw new AuthError("bad_oauth_callback", "OAuth callback with missing authorization code");
  }
  const redeemed = await deps.providers.redeem(
    provider,
    { state: flow.id, nonce: flow.providerNonce, verifier: flow.providerVerifier },
    parameters,
  );
  const { profile, tokens } = redeemed;
  const oauthIdentity = { provider, profile, redirectTo: flow.redirectTo };
  const signInResponse = newSignInResponse(c, deps, flow, tokens);
  if (flow.linkUserId !== null) return saveLink(c, deps, flow, oauthIdentity, signInResponse);
  const { user, session } = await signInWithProvider(
    c,
    deps,
    { ...oauthIdentity, link: null },
    signInResponse,
  );
  if (signInResponse.kind === "code") {
    const query = { code: signInResponse.exchange.authCode };
    return redirectWith(c, flow.redirectTo, { query, status: 302 });
  }
  if (session === null) throw new Error("Bug: no session was issued");
  const fragment = sessionFragment(
    await sessionResponse(deps, user, session),
    providerTokenFields(tokens),
  );
  return redirectWith(c, flow.redirectTo, { fragment, status: 302 });
}

/**
 * The identity waits until the browser that started the link exchanges its code: the callback's
 * browser may be a lured victim's.
 */
async function saveLink(
  c: AppContext,
  deps: AuthDeps,
  flow: OAuthFlow,
  oauthIdentity: Omit<OAuthIdentity, "link">,
  signInResponse: ImmediateSignInResponse,
): Promise<Response> {
  const { linkUserId: userId, linkSessionId: sessionId } = flow;
  if (userId === null || sessionId === null || signInResponse.kind !== "code") {
    throw stateNotFoundError();
  }
  await requireLinkable(deps, {
    ...oauthIdentity,
    link: { userId, flowId: signInResponse.exchange.id },
  });
  const isSaved = await savePendingLink(deps.db, {
    ...signInResponse.exchange,
    provider: oauthIdentity.provider.name,
    link: { userId, sessionId },
    identity: oauthIdentity.profile,
    at: deps.now().toISOString(),
  });
  if (!isSaved) throw stateNotFoundError();
  return redirectWith(c, flow.redirectTo, {
    query: { code: signInResponse.exchange.authCode },
    status: 302,
  });
}

function stateNotFoundError(): AuthError {
  return new AuthError("bad_oauth_state", "OAuth state not found or expired");
}

function newSignInResponse(
  c: AppContext,
  deps: AuthDeps,
  flow: OAuthFlow,
  tokens: ProviderTokens,
): ImmediateSignInResponse {
  const method = flow.authenticationMethod;
  const ssoProviderId = ssoProviderIdOf(flow.provider);
  if (flow.codeChallenge === null || flow.codeChallengeMethod === null) {
    return { kind: "session", session: newSession(c, deps, method, ssoProviderId ?? undefined) };
  }
  const id = deps.makeUuid();
  return {
    kind: "code",
    exchange: {
      id,
      authCode: deps.makeUuid(),
      challenge: flow.codeChallenge,
      method: flow.codeChallengeMethod,
      authenticationMethod: method,
      provider: ssoProviderId,
      redirectTo: flow.redirectTo,
      providerTokens: encryptProviderTokens(deps.config, tokens, id),
    },
  };
}

/** GoTrue puts the error into both query and fragment. */
function redirectWithError(
  c: AppContext,
  target: string,
  error: Error,
  status: 302 | 303,
): Response {
  const fields =
    error instanceof ProviderRejection
      ? // The provider's message, which clients expect; shown as text only.
        present({
          error: error.error.slice(0, ERROR_MAX_CHARS),
          error_description: error.description.slice(0, ERROR_MAX_CHARS),
        })
      : errorFields(reportAuthError(fromProvider(c, error), c));
  return redirectWith(c, target, { query: fields, fragment: { ...fields, sb: "" }, status });
}

function fromProvider(c: AppContext, error: Error): Error {
  if (!(error instanceof ProviderUnavailableError || error instanceof BadIdToken)) return error;
  const step = error instanceof ProviderUnavailableError ? error.step : "id_token";
  c.var.log.warn("provider_failed", { step });
  const message =
    step === "profile"
      ? "Error getting user profile from external provider"
      : "Unable to exchange external code";
  return new AuthError("unexpected_failure", message, { cause: error });
}

const ACCESS_DENIED: ReadonlySet<string> = new Set([
  "signup_disabled",
  "user_banned",
  "provider_email_needs_verification",
]);

function errorFields({ code, status, message }: AuthError): Record<string, string> {
  return {
    error: ACCESS_DENIED.has(code) ? "access_denied" : (OAUTH_ERRORS[status] ?? "server_error"),
    error_code: code,
    error_description: message,
  };
}

function present(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
}
