import type { Context } from "hono";
import { findCurrentUser } from "#db/accounts/sessions/find-sessions.ts";
import type { AppEnv } from "../../http/env.ts";
import type { AuthDeps } from "../deps.ts";
import type { LimitBucket } from "../limits/limits.ts";
import { requireAllowedFor } from "../limits/require-allowed.ts";
import { requireTokenUser } from "../sessions/bearer.ts";
import { type FactorUser, requireFactorUser } from "./factor-rules.ts";

/**
 * @param bucket counts the request before it queries
 * @throws {AuthError} as `requireTokenUser`, `requireAllowedFor` and `requireFactorUser`
 */
export async function getFactorUser(
  c: Context<AppEnv>,
  deps: AuthDeps,
  bucket?: LimitBucket,
): Promise<FactorUser> {
  const tokenUser = await requireTokenUser(c, deps);
  if (bucket !== undefined) await requireAllowedFor(c, deps, bucket, tokenUser.userId);
  return requireFactorUser(await findCurrentUser(deps.db, tokenUser), tokenUser, deps.now());
}
