import type { Account, SessionRow } from "#db/accounts/account.ts";
import type { AuthDeps } from "../deps.ts";
import type { WeakPasswordReason } from "../http/auth-errors.ts";
import { userJson } from "../accounts/user-json.ts";

/**
 * The answer of everything that signs somebody in.
 *
 * @param extra what some grants add: the provider's own tokens, a password that would be refused today
 */
export async function sessionResponse(
  deps: Pick<AuthDeps, "config" | "accessTokens" | "refreshTokens">,
  account: Account,
  session: Pick<SessionRow, "id" | "aal" | "amr" | "refresh_counter">,
  extra: {
    provider_token?: string;
    provider_refresh_token?: string;
    weak_password?: { message: string; reasons: WeakPasswordReason[] };
  } = {},
) {
  const { token, expiresIn, expiresAt } = await deps.accessTokens.issue(account, session);
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: expiresIn,
    expires_at: expiresAt,
    refresh_token: deps.refreshTokens.issue({
      sessionId: session.id,
      counter: session.refresh_counter,
    }),
    user: userJson(account, deps.config),
    ...extra,
  };
}
type SessionAnswer = Awaited<ReturnType<typeof sessionResponse>>;

/** The same for a browser that is led back with it: what stands behind the `#`. */
export function sessionFragment(
  answer: SessionAnswer,
  more: Record<string, string> = {},
): Record<string, string> {
  return {
    access_token: answer.access_token,
    expires_at: String(answer.expires_at),
    expires_in: String(answer.expires_in),
    refresh_token: answer.refresh_token,
    sb: "",
    token_type: answer.token_type,
    ...more,
  };
}
