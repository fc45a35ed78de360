import { z } from "zod";
import { TEXT_CHANNELS, type TextChannel } from "#contracts/events/auth-sms-requested.ts";
import type { AuthDeps } from "./deps.ts";
import { AuthError } from "./errors.ts";

const Channel = z.enum(TEXT_CHANNELS);

/** All texts are counted together: what they cost is paid by one. */
const EVERYBODY = "everybody";

/**
 * Reads how a text is to reach its phone: as an SMS unless something else is said.
 *
 * @throws {AuthError} `validation_failed`
 */
export function readChannel(given: string | undefined): TextChannel {
  const channel = Channel.safeParse(given === undefined || given === "" ? "sms" : given);
  if (channel.success) return channel.data;
  throw new AuthError(
    "validation_failed",
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
  );
}

/**
 * Counts a text that is about to be asked for.
 *
 * @throws {AuthError} `over_sms_send_rate_limit` when too many were sent lately
 */
export async function requireTextAllowed({ limits }: Pick<AuthDeps, "limits">): Promise<void> {
  const taken = await limits.take("sms_sent", EVERYBODY);
  if (taken.allowed) return;
  throw new AuthError("over_sms_send_rate_limit", "SMS rate limit exceeded", {
    retryAfterS: taken.retryAfterS,
  });
}

/**
 * The refusal of a text that comes too soon after another to the same phone.
 *
 * @param lastAt when the other was asked for, ISO 8601
 * @param frequencyS what lies between two, in seconds
 */
export function textTooSoon(lastAt: string, frequencyS: number, now: Date): AuthError {
  const waitMs = Date.parse(lastAt) + frequencyS * 1_000 - now.getTime();
  const retryAfterS = Math.min(frequencyS, Math.max(1, Math.ceil(waitMs / 1_000)));
  return new AuthError(
    "over_sms_send_rate_limit",
    `For security purposes, you can only request this after ${retryAfterS} seconds.`,
    { retryAfterS },
  );
}
