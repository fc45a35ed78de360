import type { AuthSession } from "#contracts/api/auth.ts";
import type { SessionRow } from "#db/accounts/sessions/current-user-sql.ts";
import type { Account } from "#db/accounts/users/account-row.ts";
import type { AuthDeps } from "../deps.ts";
import { userJson } from "./user-json.ts";

/** @param extra provider tokens, or a weak password's reasons */
export async function sessionResponse(
  deps: AuthDeps,
  account: Account,
  session: Pick<SessionRow, "id" | "aal" | "amr" | "notAfter" | "refreshCounter">,
  extra: Pick<AuthSession, "provider_token" | "provider_refresh_token" | "weak_password"> = {},
): Promise<AuthSession> {
  const { token, expiresIn, expiresAt } = await deps.accessTokens.issue(account, session);
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: expiresIn,
    expires_at: expiresAt,
    refresh_token: deps.refreshTokens.issue({
      sessionId: session.id,
      counter: session.refreshCounter,
    }),
    user: userJson(account, deps.config),
    ...extra,
  };
}

export function sessionFragment(
  response: AuthSession,
  more: Record<string, string> = {},
): Record<string, string> {
  return {
    access_token: response.access_token,
    expires_at: String(response.expires_at),
    expires_in: String(response.expires_in),
    refresh_token: response.refresh_token,
    sb: "",
    token_type: response.token_type,
    ...more,
  };
}
