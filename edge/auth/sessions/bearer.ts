import type { Context } from "hono";
import * as z from "zod";
import type {
  CurrentUserIds,
  CurrentUserState,
  SessionRow,
} from "#db/accounts/sessions/current-user-sql.ts";
import { findCurrentUser } from "#db/accounts/sessions/find-sessions.ts";
import type { Account } from "#db/accounts/users/account-row.ts";
import type { TokenClaims } from "../../http/api-key.ts";
import { readBearerToken } from "../../http/request-headers.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../http/auth-errors.ts";

const Uuid = z.uuid();

export type CurrentUser = { user: Account; session: SessionRow | null; ids: CurrentUserIds };

/**
 * Checks the access token and queries nothing: {@link requireCurrentUser} checks that its session
 * and account still exist.
 *
 * @throws {AuthError} `no_authorization`, or `bad_jwt` for an invalid, expired or anonymous
 * token
 */
export async function requireTokenUser(c: Context, deps: AuthDeps): Promise<CurrentUserIds> {
  const claims = await requireClaims(c, deps);
  if (claims.sub === undefined || claims.sub === "") {
    throw new AuthError("bad_jwt", "invalid claim: missing sub claim");
  }
  if (!Uuid.safeParse(claims.sub).success) {
    throw new AuthError("bad_jwt", "invalid claim: sub claim must be a UUID", { status: 400 });
  }
  const sessionId = claims.session_id ?? null;
  if (sessionId !== null && !Uuid.safeParse(sessionId).success) {
    throw new AuthError("session_not_found", SESSION_NOT_FOUND);
  }
  if (claims.aud !== deps.config.JWT_AUD) {
    throw new AuthError("bad_jwt", "invalid claim: wrong aud claim");
  }
  return { userId: claims.sub, sessionId };
}

const SESSION_NOT_FOUND = "Session from session_id claim in JWT does not exist";

/** @throws {AuthError} as {@link requireCurrentUser} */
export async function getCurrentUser(
  { db, now }: AuthDeps,
  tokenUser: CurrentUserIds,
): Promise<CurrentUser> {
  return requireCurrentUser(await findCurrentUser(db, tokenUser), tokenUser, now());
}

/** @throws {AuthError} `user_not_found`, `session_not_found` or `user_banned` */
export function requireCurrentUser(
  state: CurrentUserState,
  tokenUser: CurrentUserIds,
  now: Date,
): CurrentUser {
  if (state.user === null) {
    throw new AuthError("user_not_found", "User from sub claim in JWT does not exist");
  }
  if (state.session === null && tokenUser.sessionId !== null) {
    throw new AuthError("session_not_found", SESSION_NOT_FOUND);
  }
  if (isBanned(state.user, now)) throw new AuthError("user_banned", "User is banned");
  const { user, session } = state;
  return { user, session, ids: { userId: user.id, sessionId: session?.id ?? null } };
}

/**
 * Tells why a statement that locks the session wrote nothing.
 *
 * @returns `error`
 * @throws {AuthError} as {@link requireCurrentUser}, when the session ended before the statement
 */
export async function unlessSignedOut<E extends Error>(
  deps: AuthDeps,
  ids: CurrentUserIds,
  error: E,
): Promise<E> {
  await getCurrentUser(deps, ids);
  return error;
}

export function isBanned(user: Pick<Account, "bannedUntil">, now: Date): boolean {
  return user.bannedUntil !== null && Date.parse(user.bannedUntil) > now.getTime();
}

/** @throws {AuthError} `no_authorization`, or `bad_jwt` for an invalid or expired token */
export async function requireClaims(c: Context, { verifyToken }: AuthDeps): Promise<TokenClaims> {
  const token = readBearerToken(c);
  if (token === undefined) {
    throw new AuthError("no_authorization", "This endpoint requires a valid Bearer token");
  }
  return verifyToken(token).catch((cause: unknown) => {
    throw new AuthError(
      "bad_jwt",
      "invalid JWT: unable to parse or verify signature, token is unverifiable or has expired",
      { cause },
    );
  });
}
