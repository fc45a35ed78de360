import { SMS_CHANNELS, type SmsChannel } from "#contracts/events/accounts.ts";
import type { EdgeConfig } from "../../config.ts";
import { AuthError } from "../http/auth-errors.ts";

/**
 * WhatsApp delivers only approved templates, so it is a channel once there is one.
 *
 * @throws {AuthError} `validation_failed`
 */
export function readChannel(
  text: string | undefined,
  { TWILIO_WHATSAPP_CONTENT_SID: template }: EdgeConfig,
): SmsChannel {
  const known = SMS_CHANNELS.filter((channel) => channel === "sms" || template !== undefined);
  const channel = known.find((one) => one === (text || "sms"));
  if (channel !== undefined) return channel;
  throw new AuthError(
    "validation_failed",
    `Invalid channel, supported values are '${known.join("' or '")}'`,
  );
}
