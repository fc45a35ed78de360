import { z } from "zod";
import type {
  Account,
  CurrentUserIds,
  CurrentUserState,
  FactorRow,
  SessionRow,
} from "#db/accounts/account.ts";
import type { VerifyFactor } from "#db/accounts/verify-factor.ts";
import { type CurrentUser, requireCurrentUser } from "../sessions/bearer.ts";
import { AuthError } from "../http/auth-errors.ts";
import type { AuthSettings } from "../auth-settings.ts";

const Uuid = z.uuid();

/** How a session's amr names what each type of factor proved. */
export const FACTOR_METHODS = {
  totp: "totp",
  phone: "mfa/phone",
} as const satisfies Record<FactorRow["factor_type"], string>;

/** Somebody with an account of their own and a session, which is what a second step belongs to. */
export type FactorUser = { user: Account; session: SessionRow };

/**
 * Judges what a statement found of the caller.
 *
 * @throws {AuthError} as `requireCurrentUser`; `session_not_found` for a token without a session, `no_authorization` for
 *   somebody who never said who they are
 */
export function requireFactorUser(
  state: CurrentUserState,
  currentUser: CurrentUserIds,
  now: Date,
): FactorUser {
  const { user, session } = requireCurrentUser(state, currentUser, now);
  if (session === null) {
    throw new AuthError("session_not_found", "A second step needs a session");
  }
  if (user.is_anonymous) {
    throw new AuthError("no_authorization", "Anonymous user not allowed to perform these actions", {
      status: 403,
    });
  }
  return { user, session };
}

/**
 * Finds one of the caller's own factors.
 *
 * @throws {AuthError} `validation_failed` (404) for what is no id, `mfa_factor_not_found` also for somebody else's
 */
export function findFactor({ user }: FactorUser, id: string): FactorRow {
  if (!Uuid.safeParse(id).success) {
    throw new AuthError("validation_failed", "factor_id must be an UUID", { status: 404 });
  }
  const factor = user.factors.find((known) => known.id === id.toLowerCase());
  if (factor === undefined) throw factorNotFound();
  return factor;
}

/** There is no such factor, or it is somebody else's. */
export function factorNotFound(): AuthError {
  return new AuthError("mfa_factor_not_found", "Factor not found");
}

/**
 * Decides whether the account may have one more factor.
 *
 * @param wanted.phone of a factor that begins; unproved ones with the same give way to it
 * @param wanted.staleBefore unproved factors that began before this and were never asked for a code do so, too
 * @throws {AuthError} `insufficient_aal`, `too_many_enrolled_mfa_factors` or `mfa_factor_name_conflict`
 */
export function requireBelowFactorLimit(
  { user, session }: FactorUser,
  wanted: { friendlyName: string | null; phone: string | null; staleBefore: Date },
  settings: Pick<AuthSettings, "MFA_MAX_ENROLLED_FACTORS">,
): void {
  const { friendlyName, phone, staleBefore } = wanted;
  const factors = user.factors.filter(
    (factor) =>
      isVerified(factor) ||
      !(isStale(factor, staleBefore) || (phone !== null && factor.phone === phone)),
  );
  if (factors.some(isVerified) && session.aal !== "aal2") {
    throw new AuthError("insufficient_aal", "AAL2 required to enroll a new factor");
  }
  if (factors.length >= settings.MFA_MAX_ENROLLED_FACTORS) {
    throw new AuthError(
      "too_many_enrolled_mfa_factors",
      "Maximum number of verified factors reached, unenroll to continue",
    );
  }
  if (friendlyName !== null && factors.some((factor) => factor.friendly_name === friendlyName)) {
    throw nameConflict();
  }
}

/**
 * Admits a session to a factor. One that was only begun is no way past another that is proved: whoever began it may have
 * had nothing but the password.
 *
 * @throws {AuthError} `insufficient_aal`
 */
export function requireLevelFor({ user, session }: FactorUser, factor: FactorRow): void {
  if (isVerified(factor) || session.aal === "aal2" || !user.factors.some(isVerified)) return;
  throw new AuthError("insufficient_aal", "AAL2 required to verify a new factor");
}

/** Whether an account has a second step that a session was not proven with. */
export function needsAal2({ user, session }: CurrentUser): boolean {
  return session?.aal !== "aal2" && user.factors.some(isVerified);
}

/**
 * Admits a session to what decides how its account is entered: address, phone, password, identities.
 *
 * @throws {AuthError} `insufficient_aal` (401) where the account has a second step and the session does not
 */
export function requireAal2(currentUser: CurrentUser): void {
  if (!needsAal2(currentUser)) return;
  throw new AuthError(
    "insufficient_aal",
    "AAL2 session is required to update email or password when MFA is enabled.",
    { status: 401 },
  );
}

/** The account has a factor of this name. */
export function nameConflict(): AuthError {
  return new AuthError(
    "mfa_factor_name_conflict",
    "A factor with this friendly name already exists for this user",
  );
}

export function isVerified(factor: Pick<FactorRow, "status">): boolean {
  return factor.status === "verified";
}

function isStale(
  factor: Pick<FactorRow, "last_challenged_at" | "created_at">,
  before: Date,
): boolean {
  return factor.last_challenged_at === null && Date.parse(factor.created_at) < before.getTime();
}

/**
 * A session's amr after one more proof: most recent first, one entry for each method.
 *
 * @param at seconds are kept
 */
export function amrWith(
  amr: readonly SessionRow["amr"][number][],
  method: string,
  at: Date,
): VerifyFactor["amr"] {
  const others = amr.filter((entry) => entry.method !== method);
  return [{ method, timestamp: Math.floor(at.getTime() / 1_000) }, ...others];
}
