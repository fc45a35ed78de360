import type { Context } from "hono";
import { loadCaller } from "#db/auth/load-caller.ts";
import { requireCaller, requireClaims, requireLive } from "./bearer.ts";
import type { AuthDeps } from "./deps.ts";
import { AuthError } from "./errors.ts";
import { lacksSecondStep } from "./factors.ts";

/**
 * Admits whoever bears one of the roles of administrators: our own servers by their key alone, which names nobody, and
 * people while their session lives, their account has the role, and they have shown the second step that they set up.
 *
 * @throws {AuthError} as `requireCaller` and `requireLive`, `not_admin`, or `insufficient_aal`
 */
export async function requireAdmin(
  c: Context,
  deps: Pick<AuthDeps, "verifyToken" | "config" | "db" | "now">,
): Promise<void> {
  const roles = deps.config.JWT_ADMIN_ROLES;
  const claims = await requireClaims(c, deps);
  if (!roles.includes(claims.role)) throw notAdmin();
  if (claims.sub === undefined) return;
  const caller = await requireCaller(c, deps);
  const live = requireLive(await loadCaller(deps.db, caller), caller, deps.now());
  // What the token says was true when it was made.
  if (!roles.includes(live.user.role)) throw notAdmin();
  if (lacksSecondStep(live)) {
    throw new AuthError("insufficient_aal", "AAL2 session is required to administer accounts");
  }
}

function notAdmin(): AuthError {
  return new AuthError("not_admin", "User not allowed");
}
