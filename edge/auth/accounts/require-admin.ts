import type { Context } from "hono";
import type { AuthDeps } from "../deps.ts";
import { needsAal2 } from "../factors/factor-rules.ts";
import { AuthError } from "../http/auth-errors.ts";
import { requireTokenUser, requireClaims, getCurrentUser } from "../sessions/bearer.ts";

/**
 * Accepts the service key, and users whose account has an administrator's role.
 *
 * @throws {AuthError} as `requireTokenUser` and `getCurrentUser`, `not_admin`, or
 * `insufficient_aal`
 */
export async function requireAdmin(c: Context, deps: AuthDeps): Promise<void> {
  const roles = deps.config.JWT_ADMIN_ROLES;
  const claims = await requireClaims(c, deps);
  if (!roles.includes(claims.role)) throw notAdminError();
  if (claims.sub === undefined) return;
  const tokenUser = await requireTokenUser(c, deps);
  const currentUser = await getCurrentUser(deps, tokenUser);
  // The role in the token may be outdated.
  if (!roles.includes(currentUser.user.role)) throw notAdminError();
  if (needsAal2(currentUser)) {
    throw new AuthError("insufficient_aal", "AAL2 session is required to administer accounts");
  }
}

function notAdminError(): AuthError {
  return new AuthError("not_admin", "User not allowed");
}
