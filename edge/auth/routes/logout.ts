import * as z from "zod";
import { endSessions, LOGOUT_SCOPES } from "#db/accounts/sessions/end-sessions.ts";
import { newRoutes } from "../../http/env.ts";
import type { AuthDeps } from "../deps.ts";
import { needsAal2 } from "../factors/factor-rules.ts";
import { AuthError, validationError } from "../http/auth-errors.ts";
import { requireCurrentUser, requireTokenUser } from "../sessions/bearer.ts";

export const Scope = z.enum(LOGOUT_SCOPES);

/** Access tokens of ended sessions stop working at once. Below aal2, `global` ends the current session only. */
export function logoutRoutes(deps: AuthDeps) {
  return newRoutes().post("/logout", async (c) => {
    const tokenUser = await requireTokenUser(c, deps);
    const scope = Scope.safeParse(c.req.query("scope") ?? "global");
    if (!scope.success) throw validationError("Unsupported logout scope");
    const now = deps.now();
    const state = await endSessions(deps.db, tokenUser, {
      scope: scope.data,
      at: now.toISOString(),
    });
    const currentUser = requireCurrentUser(state, tokenUser, now);
    if (scope.data === "others" && needsAal2(currentUser)) {
      throw new AuthError("insufficient_aal", "AAL2 required to end other sessions");
    }
    return c.body(null, 204);
  });
}
