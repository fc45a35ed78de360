import type { Context } from "hono";
import { findCurrentUser } from "#db/accounts/sessions/find-current-user.ts";
import type { AppEnv } from "../../http/env.ts";
import type { AuthDeps } from "../deps.ts";
import { requireTokenUser } from "../sessions/bearer.ts";
import { type FactorUser, requireFactorUser } from "./factor-rules.ts";

/** @throws {AuthError} as `requireTokenUser` and `requireFactorUser` */
export async function getFactorUser(c: Context<AppEnv>, deps: AuthDeps): Promise<FactorUser> {
  const tokenUser = await requireTokenUser(c, deps);
  return requireFactorUser(await findCurrentUser(deps.db, tokenUser), tokenUser, deps.now());
}
