import { timingSafeEqual } from "node:crypto";
import { base32nopad } from "@scure/base";
import type { SmsChannel } from "#contracts/events/accounts.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { FactorAttempt } from "#db/accounts/factors/find-factors.ts";
import { type ChallengeFactor, challengeFactor } from "#db/accounts/factors/verify-factor.ts";
import { MFA_CODE_DIGITS } from "#db/accounts/one-time-tokens/one-time-code.ts";
import type { FactorRow } from "#db/accounts/users/account-row.ts";
import type { AppContext } from "../../http/env.ts";
import { publishEvents, userActor } from "../../http/publish-events.ts";
import type { AuthDeps } from "../deps.ts";
import type { Encryptor } from "../encrypt.ts";
import { AuthError } from "../http/auth-errors.ts";
import { visitorKeyOf } from "../limits/require-allowed.ts";
import { requireSmsAllowed, tooSoonError } from "../limits/send-timers.ts";
import { unlessSignedOut } from "../sessions/bearer.ts";
import { factorNotFoundError, type FactorUser, isVerified } from "./factor-rules.ts";
import { matchTotp } from "./totp.ts";

/**
 * @throws {AuthError} `over_sms_send_rate_limit`, or `mfa_factor_not_found` when the factor was
 * deleted meanwhile
 */
export async function startChallenge(
  c: AppContext,
  deps: AuthDeps,
  currentUser: FactorUser,
  factor: FactorRow,
  channel: SmsChannel,
) {
  const { config } = deps;
  const { user, ids } = currentUser;
  const at = deps.now();
  const id = deps.makeUuid();
  const expiresAt = new Date(at.getTime() + config.MFA_CHALLENGE_EXPIRY_DURATION * 1_000);
  const { phone } = factor;
  const sms = phone === null ? null : newSmsOf(c, deps, { id, user, channel, at }, phone);
  if (phone !== null) {
    const tooSoon = tooSoonError(
      "sms",
      factor.lastChallengedAt,
      config.MFA_PHONE_MAX_FREQUENCY,
      at,
    );
    if (tooSoon !== null) throw tooSoon;
    const addressee = { accountId: user.id, isProven: isVerified(factor) };
    await requireSmsAllowed(c, deps, phone, addressee, "factor");
  }
  const isCreated = await challengeFactor(deps.db, {
    id,
    factorId: factor.id,
    ...ids,
    ip: visitorKeyOf(c),
    sms,
    at: at.toISOString(),
    expiresAt: expiresAt.toISOString(),
  });
  if (!isCreated) throw await unlessSignedOut(deps, ids, factorNotFoundError());
  if (sms !== null) publishEvents(c, [sms.event]);
  return { id, type: factor.factorType, expires_at: Math.floor(expiresAt.getTime() / 1_000) };
}

function newSmsOf(
  c: AppContext,
  deps: AuthDeps,
  challenge: { id: string; user: FactorUser["user"]; channel: SmsChannel; at: Date },
  phone: string,
): NonNullable<ChallengeFactor["sms"]> {
  const { id, user, channel, at } = challenge;
  return {
    codeHash: deps.codes.codeHash("factor", phone, deps.codes.code(id, MFA_CODE_DIGITS)),
    event: newEvent(c.var.events, "AuthSmsRequested", userActor(user.id), {
      codeId: id,
      text: "factor",
      channel,
    }),
    notAskedSince: new Date(
      at.getTime() - deps.config.MFA_PHONE_MAX_FREQUENCY * 1_000,
    ).toISOString(),
  };
}

/**
 * @throws {AuthError} `mfa_factor_not_found` (422), `mfa_ip_address_mismatch`, also for a used
 * challenge, or `mfa_challenge_expired`
 */
export function requireOpenChallenge(
  { challenge }: Pick<FactorAttempt, "challenge">,
  ip: string,
  now: Date,
): void {
  if (challenge === null) {
    throw new AuthError(
      "mfa_factor_not_found",
      "MFA factor with the provided challenge ID not found",
      { status: 422 },
    );
  }
  if (challenge.verifiedAt !== null || challenge.ip !== ip) {
    throw new AuthError("mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.");
  }
  if (Date.parse(challenge.expiresAt) <= now.getTime()) {
    throw new AuthError(
      "mfa_challenge_expired",
      "MFA challenge has expired, verify against another challenge or create a new challenge.",
    );
  }
}

/**
 * @returns the TOTP step, which the caller accepts once; `step: null` for SMS; null for a wrong
 * code
 */
export function verifyCode(
  { codes, now, encryptor }: AuthDeps & { encryptor: Encryptor },
  factor: FactorRow,
  attempt: Pick<FactorAttempt, "encryptedSecret" | "challenge">,
  code: string,
): { step: number | null } | null {
  if (factor.phone !== null) {
    const expected = attempt.challenge?.codeHash ?? "";
    const actual = codes.codeHash("factor", factor.phone, code);
    return isSameText(expected, actual) ? { step: null } : null;
  }
  if (attempt.encryptedSecret === null) throw new Error("Bug: an authenticator without a secret");
  const secret = base32nopad.decode(encryptor.decrypt(attempt.encryptedSecret, factor.id));
  const step = matchTotp(secret, code, now());
  return step === null ? null : { step };
}

export function invalidCodeError(factor: FactorRow): AuthError {
  const kind = factor.factorType === "totp" ? "TOTP" : "MFA Phone";
  return new AuthError("mfa_verification_failed", `Invalid ${kind} code entered`);
}

function isSameText(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
