import * as z from "zod";
import type { ChallengedFactorType, FactorType } from "#contracts/api/auth.ts";
import type { VerifyFactor } from "#db/accounts/factors/verify-factor.ts";
import type {
  CurrentUserIds,
  CurrentUserState,
  SessionRow,
} from "#db/accounts/sessions/current-user-sql.ts";
import { findCurrentUser } from "#db/accounts/sessions/find-sessions.ts";
import type { FactorRow } from "#db/accounts/users/account-row.ts";
import type { AppContext } from "../../http/env.ts";
import type { AuthSettings } from "../../settings/auth-settings.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError, validationError } from "../http/auth-errors.ts";
import { requireAllowedFor } from "../limits/require-allowed.ts";
import type { LimitBucket } from "../limits/rules.ts";
import { type CurrentUser, requireCurrentUser, requireTokenUser } from "../sessions/bearer.ts";

const Uuid = z.uuid();

export const FACTOR_METHODS: Readonly<Record<FactorType, string>> = {
  totp: "totp",
  phone: "mfa/phone",
  recovery_code: "mfa/recovery_code",
};

/** A factor that is challenged; recovery codes are not. */
export type ChallengedFactor = FactorRow & { factorType: ChallengedFactorType };

/** A permanent account with a session. Only these have factors. */
export type FactorUser = CurrentUser & { session: SessionRow };

/**
 * @throws {AuthError} as `requireCurrentUser`; `session_not_found` for a token without a
 * session, `no_authorization` for an anonymous user
 */
export function requireFactorUser(
  state: CurrentUserState,
  tokenUser: CurrentUserIds,
  now: Date,
): FactorUser {
  const currentUser = requireCurrentUser(state, tokenUser, now);
  const { user, session } = currentUser;
  if (session === null) throw new AuthError("session_not_found", "A second step needs a session");
  if (user.isAnonymous) {
    throw new AuthError("no_authorization", "Anonymous user not allowed to perform these actions", {
      status: 403,
    });
  }
  return { ...currentUser, session };
}

/**
 * @throws {AuthError} `validation_failed` (404) for a malformed id, `mfa_factor_not_found` also
 * for another user's
 */
export function getFactor({ user }: FactorUser, id: string): ChallengedFactor {
  if (!Uuid.safeParse(id).success) {
    throw validationError("factor_id must be an UUID", { status: 404 });
  }
  const factor = user.factors.filter(isChallenged).find((known) => known.id === id.toLowerCase());
  if (factor === undefined) throw factorNotFoundError();
  return factor;
}

export function factorNotFoundError(): AuthError {
  return new AuthError("mfa_factor_not_found", "Factor not found");
}

// The name is part of an index.
const NAME_MAX_CHARS = 255;

/**
 * @returns null for no name
 * @throws {AuthError} `validation_failed`
 */
export function readFactorName(name: string | undefined): string | null {
  if (name === undefined || name === "") return null;
  if (name.length <= NAME_MAX_CHARS) return name;
  throw validationError("The friendly name is too long");
}

/**
 * @param newFactor replaces an unverified factor with the same phone or name
 * @param newFactor.staleBefore replaces older unverified factors that were never challenged
 * @throws {AuthError} `insufficient_aal`, `too_many_enrolled_mfa_factors` or
 * `mfa_factor_name_conflict`
 */
export function requireBelowFactorLimit(
  { user, session }: FactorUser,
  newFactor: { friendlyName: string | null; phone: string | null; staleBefore: Date },
  settings: Pick<AuthSettings, "MFA_MAX_ENROLLED_FACTORS">,
): void {
  const { friendlyName, phone, staleBefore } = newFactor;
  const kept = user.factors.filter(
    (factor) =>
      isVerified(factor) ||
      !(
        isStale(factor, staleBefore) ||
        (phone !== null && factor.phone === phone) ||
        (friendlyName !== null && factor.friendlyName === friendlyName)
      ),
  );
  const factors = kept.filter(isChallenged);
  if (factors.some(isVerified) && session.aal !== "aal2") {
    throw new AuthError("insufficient_aal", "AAL2 required to enroll a new factor");
  }
  if (factors.length >= settings.MFA_MAX_ENROLLED_FACTORS) {
    throw new AuthError(
      "too_many_enrolled_mfa_factors",
      "Maximum number of verified factors reached, unenroll to continue",
    );
  }
  if (friendlyName !== null && kept.some((factor) => factor.friendlyName === friendlyName)) {
    throw nameConflictError();
  }
}

/**
 * An unverified factor must not bypass a verified one: its creator may have had only the
 * password.
 *
 * @throws {AuthError} `insufficient_aal`
 */
export function requireAal2ForNewFactor({ user, session }: FactorUser, factor: FactorRow): void {
  if (isVerified(factor) || session.aal === "aal2" || !user.factors.some(isVerified)) return;
  throw new AuthError("insufficient_aal", "AAL2 required to verify a new factor");
}

export function needsAal2({ user, session }: CurrentUser): boolean {
  return session?.aal !== "aal2" && user.factors.some(isVerified);
}

/**
 * Guards changes of email, phone, password, metadata and identities.
 *
 * @throws {AuthError} `insufficient_aal` (401)
 */
export function requireAal2IfEnrolled(currentUser: CurrentUser): void {
  if (!needsAal2(currentUser)) return;
  throw new AuthError(
    "insufficient_aal",
    "AAL2 session is required to update email or password when MFA is enabled.",
    { status: 401 },
  );
}

export function nameConflictError(): AuthError {
  return new AuthError(
    "mfa_factor_name_conflict",
    "A factor with this friendly name already exists for this user",
  );
}

function isChallenged(factor: FactorRow): factor is ChallengedFactor {
  return factor.factorType !== "recovery_code";
}

export function isVerified(factor: Pick<FactorRow, "status">): boolean {
  return factor.status === "verified";
}

function isStale(factor: Pick<FactorRow, "lastChallengedAt" | "createdAt">, before: Date): boolean {
  return factor.lastChallengedAt === null && Date.parse(factor.createdAt) < before.getTime();
}

/**
 * Adds a method: newest first, one entry per method.
 *
 * @param at truncated to seconds
 */
export function amrWith(
  amr: readonly SessionRow["amr"][number][],
  method: string,
  at: Date,
): VerifyFactor["amr"] {
  const others = amr.filter((entry) => entry.method !== method);
  return [{ method, timestamp: Math.floor(at.getTime() / 1_000) }, ...others];
}

/**
 * @param bucket counts the request before it queries
 * @throws {AuthError} as `requireTokenUser`, `requireAllowedFor` and `requireFactorUser`
 */
export async function getFactorUser(
  c: AppContext,
  deps: AuthDeps,
  bucket?: LimitBucket,
): Promise<FactorUser> {
  const tokenUser = await requireTokenUser(c, deps);
  if (bucket !== undefined) await requireAllowedFor(c, deps, bucket, tokenUser.userId);
  return requireFactorUser(await findCurrentUser(deps.db, tokenUser), tokenUser, deps.now());
}
