import type { AppContext } from "../../http/env.ts";
import type { AuthDeps, LimitDeps } from "../deps.ts";
import { AuthError, waitMessage } from "../http/auth-errors.ts";
import type { LimitResult } from "./limits.ts";
import { type Addressee, type SendPermission, requireBudget } from "./send-budget.ts";

const TOO_SOON = { mail: "over_email_send_rate_limit", sms: "over_sms_send_rate_limit" } as const;

/** Mails with one timer wait for each other. */
type MailTimer = "confirmation" | "recovery" | "email_change";

/** Two timers: a second factor may follow a sign-in by SMS. */
type SmsTimer = "sign-in" | "factor";

/** Counts a mail to another mailbox of a request that is already in the budget. */
export function countMailbox(
  { limits }: LimitDeps,
  timer: MailTimer,
  address: string,
): Promise<LimitResult> {
  return limits.take("mail_address", `${timer} ${address}`);
}

/**
 * Counts known and unknown addresses alike: the response must not tell them apart.
 *
 * @throws {AuthError} `over_email_send_rate_limit`
 */
export async function requireMailAllowed(
  c: AppContext,
  deps: AuthDeps,
  timer: MailTimer,
  address: string,
  addressee: Addressee,
): Promise<SendPermission> {
  const { allowed, retryAfterS } = await countMailbox(deps, timer, address);
  if (!allowed) throw tooSoonAfterError("mail", retryAfterS);
  if (deps.config.MAILER_AUTOCONFIRM) return { unprovenAllowed: true, provenAllowed: true };
  return unlessRefused(
    () => requireBudget(c, deps, "email", addressee),
    () => deps.limits.uncount("mail_address", `${timer} ${address}`),
  );
}

/**
 * As {@link requireMailAllowed}.
 *
 * @throws {AuthError} `over_sms_send_rate_limit`
 */
export async function requireSmsAllowed(
  c: AppContext,
  deps: AuthDeps,
  phone: string,
  addressee: Addressee,
  timer: SmsTimer = "sign-in",
): Promise<SendPermission> {
  const key = `${timer} ${phone}`;
  const { allowed, retryAfterS } = await deps.limits.take("sms_phone", key);
  if (!allowed) throw tooSoonAfterError("sms", retryAfterS);
  return unlessRefused(
    () => requireBudget(c, deps, "sms", addressee),
    () => deps.limits.uncount("sms_phone", key),
  );
}

/** Called after a failed delivery, so that the next code needs no wait. */
export function endSmsTimer({ limits }: LimitDeps, phone: string, timer: SmsTimer): Promise<void> {
  return limits.uncount("sms_phone", `${timer} ${phone}`);
}

/** A visitor whose share is spent must not start the timer of somebody else's mailbox or phone. */
async function unlessRefused(
  requireAllowance: () => Promise<SendPermission>,
  uncount: () => Promise<void>,
): Promise<SendPermission> {
  try {
    return await requireAllowance();
  } catch (error) {
    await uncount();
    throw error;
  }
}

/**
 * @param lastAt ISO 8601
 * @param frequencyS minimum seconds between two
 * @returns null when late enough
 */
export function tooSoonError(
  kind: keyof typeof TOO_SOON,
  lastAt: string | null,
  frequencyS: number,
  now: Date,
): AuthError | null {
  if (lastAt === null) return null;
  const waitMs = Date.parse(lastAt) + frequencyS * 1_000 - now.getTime();
  return waitMs <= 0 ? null : tooSoonAfterError(kind, Math.ceil(waitMs / 1_000));
}

export function tooSoonAfterError(kind: keyof typeof TOO_SOON, retryAfterS: number): AuthError {
  return new AuthError(TOO_SOON[kind], waitMessage(retryAfterS), { retryAfterS });
}
