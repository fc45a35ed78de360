import * as z from "zod";
import { AppError } from "#contracts/errors.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { CurrentUserAt, CurrentUserIds } from "#db/accounts/sessions/current-user-sql.ts";
import type { EdgeConfig } from "../config.ts";
import type { VerifyToken } from "./api-key.ts";
import type { AppContext } from "./env.ts";
import { readBearerToken } from "./request-headers.ts";

export type CurrentUserDeps = {
  config: Pick<EdgeConfig, "JWT_AUD">;
  verifyToken: VerifyToken;
};

const UserClaims = z.object({ sub: z.uuid(), aud: z.string(), session_id: z.optional(z.uuid()) });

/**
 * Reads the user of the access token. The query that follows checks the session.
 *
 * @returns null for a visitor
 * @throws {AppError} `unauthenticated` for a token without a user
 */
export async function readTokenUser(
  c: AppContext,
  { verifyToken, config }: CurrentUserDeps,
): Promise<CurrentUserIds | null> {
  const token = readBearerToken(c);
  if (token === undefined) return null;
  const claims = await verifyToken(token);
  if (claims.role === "anon") return null;
  const user = UserClaims.safeParse(claims);
  if (!user.success || user.data.aud !== config.JWT_AUD) {
    throw new AppError("unauthenticated", MESSAGES.refused.invalidToken);
  }
  return { userId: user.data.sub, sessionId: user.data.session_id ?? null };
}

/** @throws {AppError} `unauthenticated` for a visitor */
export async function requireUser(c: AppContext, deps: CurrentUserDeps): Promise<CurrentUserIds> {
  return requireSignedIn(await readTokenUser(c, deps));
}

export async function requireUserAt(
  c: AppContext,
  deps: CurrentUserDeps & { now: () => Date },
): Promise<CurrentUserAt> {
  return { ...(await requireUser(c, deps)), at: deps.now().toISOString() };
}

/**
 * @param found null when the session has ended
 * @throws {AppError} `unauthenticated`
 */
export function requireSignedIn<T>(found: T | null): T {
  if (found === null) throw new AppError("unauthenticated", MESSAGES.refused.signIn);
  return found;
}
