import * as z from "zod";
import { refreshSession } from "#db/accounts/sessions/change-sessions.ts";
import type { AppContext } from "../../http/env.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError, validationError } from "../http/auth-errors.ts";
import { readJson } from "../http/auth-json-body.ts";
import { requireRefreshAllowed } from "../limits/require-allowed.ts";
import { sessionResponse } from "../sessions/session-response.ts";

export const RefreshGrant = z.object({ refresh_token: z.string().default("") });

export async function refreshTokenGrant(c: AppContext, deps: AuthDeps): Promise<Response> {
  const { config } = deps;
  const { refresh_token: text } = await readJson(c, RefreshGrant);
  const token = deps.refreshTokens.read(text);
  await requireRefreshAllowed(c, deps, token.outcome === "read" ? token.sessionId : null);
  if (text === "") throw validationError("refresh_token required");
  if (token.outcome === "malformed") throw validationError("Refresh token is not valid");
  if (token.outcome === "forged") throw refreshTokenNotFoundError();
  const refreshed = await refreshSession(deps.db, {
    sessionId: token.sessionId,
    counter: token.counter,
    at: deps.now().toISOString(),
    reuseIntervalS: config.SECURITY_REFRESH_TOKEN_REUSE_INTERVAL,
    endsOnReuse: config.SECURITY_REFRESH_TOKEN_ROTATION_ENABLED,
    inactivityS: config.SESSIONS_INACTIVITY_TIMEOUT ?? null,
  });
  switch (refreshed.outcome) {
    case "refreshed":
      return c.json(await sessionResponse(deps, refreshed.user, refreshed.session));
    case "unknown":
      throw refreshTokenNotFoundError();
    case "reused":
      throw new AuthError("refresh_token_already_used", "Invalid Refresh Token: Already Used");
    case "expired":
      throw new AuthError("session_expired", "Invalid Refresh Token: Session Expired");
    case "banned":
      throw new AuthError("user_banned", "Invalid Refresh Token: User Banned", { status: 400 });
  }
}

function refreshTokenNotFoundError(): AuthError {
  return new AuthError("refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
}
