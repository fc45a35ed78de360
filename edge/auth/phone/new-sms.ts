import { type AuthSms, type SmsChannel, SMS_CHANNELS } from "#contracts/events/accounts.ts";
import type { Actor } from "#contracts/events/envelope.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { EdgeConfig } from "../../config.ts";
import type { AppContext } from "../../http/env.ts";
import type { AuthDeps } from "../deps.ts";
import { validationError } from "../http/auth-errors.ts";
import { newSmsToken } from "../one-time-tokens/new-token.ts";

export function newSms(
  c: AppContext,
  deps: AuthDeps,
  actor: Actor,
  sms: {
    purpose: "phone_confirmation" | "phone_change" | "reauthentication";
    phone: string;
    kind: AuthSms;
    channel: SmsChannel;
  },
) {
  const { purpose, phone, kind, channel } = sms;
  const token = newSmsToken(deps, { purpose, phone });
  const data = { codeId: token.id, text: kind, channel };
  return { token, sms: newEvent(c.var.events, "AuthSmsRequested", actor, data) };
}

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
  throw validationError(`Invalid channel, supported values are '${known.join("' or '")}'`);
}
