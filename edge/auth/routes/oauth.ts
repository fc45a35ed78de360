import { type Context, Hono } from "hono";
import { z } from "zod";
import { takeOAuthFlow, savePendingLink, type OAuthFlow } from "#db/accounts/oauth-flow.ts";
import type { EdgeConfig } from "../../config.ts";
import type { AppEnv } from "../../http/env.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError, reportAuthError } from "../http/auth-errors.ts";
import { readText } from "../http/auth-json-body.ts";
import { redirectWith } from "../http/redirect.ts";
import {
  signInWithProvider,
  type OAuthIdentity,
  type ImmediateSignInResponse,
  requireLinkable,
} from "../oauth/callback.ts";
import { authorize, requireProvider } from "../oauth/authorize.ts";
import type { ProviderTokens } from "../oauth/client.ts";
import { BadIdToken, ProviderRejection, ProviderUnavailableError } from "../oauth/oauth-errors.ts";
import { ssoProviderIdOf, providerOfFlow } from "../oauth/presets.ts";
import { providerTokenFields, encryptProviderTokens } from "../oauth/provider-tokens.ts";
import { sessionResponse, sessionFragment } from "../sessions/session-response.ts";
import { newSession } from "../sessions/new-session.ts";
import { readChallenge } from "../http/pkce-fields.ts";
import { redirectTarget } from "../http/allowed-redirects.ts";
import { requireAllowed } from "../limits/require-allowed.ts";

/** Time to find a password and a second factor. */
const VISIT_LIFETIME_MS = 300_000;
const TOLD_MAX_CHARS = 500;
const Uuid = z.uuid();

/** Ours; not passed on to the provider. */
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

/** `GET /authorize`, `GET` and `POST /callback`. */
export function oauthRoutes(deps: AuthDeps) {
  return new Hono<AppEnv>()
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
      return comeBack(c, deps, new URL(c.req.url).searchParams);
    })
    .post("/callback", async (c) =>
      comeBack(c, deps, new URLSearchParams(await readText(c.req.raw))),
    );
}

/** @throws {AuthError} `validation_failed` for an incomplete or malformed challenge */
export function authorizeParameters(c: Context, config: EdgeConfig) {
  const parameters = new URL(c.req.url).searchParams;
  for (const name of OUR_PARAMETERS) parameters.delete(name);
  return {
    challenge: readChallenge(c.req.query()),
    redirectTo: redirectTarget(c, config),
    scopes: c.req.query("scopes") ?? "",
    parameters,
  };
}

async function comeBack(
  c: Context<AppEnv>,
  deps: AuthDeps,
  answer: URLSearchParams,
): Promise<Response> {
  const state = answer.get("state") ?? "";
  const lost = (error: AuthError) => tellOfError(c, deps.config.SITE_URL, error, 303);
  if (state === "") {
    return lost(new AuthError("bad_oauth_callback", "OAuth state parameter missing"));
  }
  const visit = Uuid.safeParse(state).success ? await takeOAuthFlow(deps.db, state) : null;
  if (visit === null) return lost(stateLost());
  try {
    return await letIn(c, deps, visit, answer);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return tellOfError(c, visit.redirect_to, error, 302);
  }
}

async function letIn(
  c: Context<AppEnv>,
  deps: AuthDeps,
  visit: OAuthFlow,
  answer: URLSearchParams,
): Promise<Response> {
  if (deps.now().getTime() - Date.parse(visit.created_at) > VISIT_LIFETIME_MS) {
    throw new AuthError("flow_state_expired", "invalid flow state, flow state has expired");
  }
  const provider = providerOfFlow(deps.config, visit.provider);
  if (provider === null) {
    throw new AuthError("provider_disabled", "Unsupported provider: provider is not enabled");
  }
  if (!answer.has("error") && (answer.get("code") ?? "") === "") {
    throw new AuthError("bad_oauth_callback", "OAuth callback with missing authorization code");
  }
  const named = await deps.providers.redeem(
    provider,
    { state: visit.id, nonce: visit.provider_nonce, verifier: visit.provider_verifier },
    answer,
  );
  const { profile, tokens } = named;
  const guest = { provider, profile, redirectTo: visit.redirect_to };
  const signInResponse = entranceOf(c, deps, visit, tokens);
  if (visit.link_user_id !== null) return keepLink(c, deps, visit, guest, signInResponse);
  const { user, session } = await signInWithProvider(
    c,
    deps,
    { ...guest, link: null },
    signInResponse,
  );
  if (signInResponse.kind === "code") {
    const query = { code: signInResponse.exchange.authCode };
    return redirectWith(c, visit.redirect_to, { query, status: 302 });
  }
  if (session === null) throw new Error("Bug: a session was asked for, and there is none");
  const fragment = sessionFragment(
    await sessionResponse(deps, user, session),
    providerTokenFields(tokens),
  );
  return redirectWith(c, visit.redirect_to, { fragment, status: 302 });
}

/**
 * Stores an identity until the browser that started the link exchanges its code: the callback's
 * browser may be a lured victim's.
 */
async function keepLink(
  c: Context<AppEnv>,
  deps: AuthDeps,
  visit: OAuthFlow,
  guest: Omit<OAuthIdentity, "link">,
  signInResponse: ImmediateSignInResponse,
): Promise<Response> {
  const { link_user_id: userId, link_session_id: sessionId } = visit;
  if (userId === null || sessionId === null || signInResponse.kind !== "code") throw stateLost();
  await requireLinkable(deps, { ...guest, link: { userId, flowId: signInResponse.exchange.id } });
  const isKept = await savePendingLink(deps.db, {
    ...signInResponse.exchange,
    provider: guest.provider.name,
    link: { userId, sessionId },
    identity: guest.profile,
    at: deps.now().toISOString(),
  });
  if (!isKept) throw stateLost();
  return redirectWith(c, visit.redirect_to, {
    query: { code: signInResponse.exchange.authCode },
    status: 302,
  });
}

function stateLost(): AuthError {
  return new AuthError("bad_oauth_state", "OAuth state not found or expired");
}

function entranceOf(
  c: Context<AppEnv>,
  deps: AuthDeps,
  visit: OAuthFlow,
  tokens: ProviderTokens,
): ImmediateSignInResponse {
  const method = visit.authentication_method;
  const organisation = ssoProviderIdOf(visit.provider);
  if (visit.code_challenge === null || visit.code_challenge_method === null) {
    return { kind: "session", session: newSession(c, deps, method, organisation ?? undefined) };
  }
  const id = deps.makeUuid();
  return {
    kind: "code",
    exchange: {
      id,
      authCode: deps.makeUuid(),
      challenge: visit.code_challenge,
      method: visit.code_challenge_method,
      authenticationMethod: method,
      provider: organisation,
      redirectTo: visit.redirect_to,
      providerTokens: encryptProviderTokens(deps.config, tokens, id),
    },
  };
}

/** Redirects with an error, in query and fragment. */
function tellOfError(
  c: Context<AppEnv>,
  target: string,
  error: Error,
  status: 302 | 303,
): Response {
  const told =
    error instanceof ProviderRejection
      ? // The provider's message, which clients expect; shown as text only.
        present({
          error: error.error.slice(0, TOLD_MAX_CHARS),
          error_description: error.description.slice(0, TOLD_MAX_CHARS),
        })
      : errorFields(reportAuthError(fromProvider(c, error), c));
  return redirectWith(c, target, { query: told, fragment: { ...told, sb: "" }, status });
}

function fromProvider(c: Context<AppEnv>, error: Error): Error {
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

const OAUTH_ERRORS: Readonly<Record<number, string>> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
  503: "temporarily_unavailable",
};

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
