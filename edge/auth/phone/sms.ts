import type { Context } from "hono";
import { z } from "zod";
import { SMS_CHANNELS, type SmsChannel } from "#contracts/events/auth-sms-requested.ts";
import type { AppEnv } from "../../http/env.ts";
import { requireBudget } from "../limits/send-budget.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../http/auth-errors.ts";

const Channel = z.enum(SMS_CHANNELS);

/**
 * Parses the channel; SMS by default.
 *
 * @throws {AuthError} `validation_failed`
 */
export function readChannel(given: string | undefined): SmsChannel {
  const channel = Channel.safeParse(given === undefined || given === "" ? "sms" : given);
  if (channel.success) return channel.data;
  throw new AuthError(
    "validation_failed",
    "Invalid channel, supported values are 'sms' or 'whatsapp'",
  );
}

/** Separate timers: a sign-in by SMS may be followed by a second factor. */
type TextTimer = "sign-in" | "second-step";

/**
 * Counts a text to a phone, whether or not anybody has an account with it: an answer must not tell. Only a text that is
 * written counts in everybody's budget.
 *
 * @throws {AuthError} `over_sms_send_rate_limit`, to this phone or to all of them together
 */
export async function requirePhoneAllowed(
  c: Context<AppEnv>,
  { limits }: Pick<AuthDeps, "limits">,
  phone: string,
  timer: TextTimer = "sign-in",
): Promise<void> {
  const taken = await limits.take("text_phone", `${timer} ${phone}`);
  if (!taken.allowed) throw tooSoon(taken.retryAfterS);
  await requireBudget(c, { limits }, "sms_sent");
}

/**
 * @param lastAt ISO 8601, or null
 * @param frequencyS minimum seconds between two
 * @returns the error, or null
 */
export function smsTooSoon(lastAt: string | null, frequencyS: number, now: Date): AuthError | null {
  if (lastAt === null) return null;
  const waitMs = Date.parse(lastAt) + frequencyS * 1_000 - now.getTime();
  return waitMs <= 0 ? null : tooSoon(Math.ceil(waitMs / 1_000));
}

function tooSoon(retryAfterS: number): AuthError {
  return new AuthError(
    "over_sms_send_rate_limit",
    `For security purposes, you can only request this after ${retryAfterS} seconds.`,
    { retryAfterS },
  );
}
