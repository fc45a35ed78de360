import { z } from "zod";
import { eventSchema } from "./envelope.ts";

/** The texts that carry a code. */
export const AUTH_SMS = [
  "confirm-sign-up",
  "sign-in",
  "phone-change",
  "reauthentication",
  "second-step",
] as const;
export type AuthSms = (typeof AUTH_SMS)[number];

/** How a text reaches its phone. */
export const SMS_CHANNELS = ["sms", "whatsapp"] as const;
export type SmsChannel = (typeof SMS_CHANNELS)[number];

/**
 * Somebody asked for a text with a code. Whose account it is about is the event's aggregate. The code is derived from
 * `codeId`, the id of a one-time token or, for `second-step`, of a challenge; one that is gone by then was replaced or
 * used, and its text is not sent.
 */
export const AuthSmsRequested = eventSchema(
  "AuthSmsRequested",
  1,
  z.strictObject({
    codeId: z.uuid(),
    text: z.enum(AUTH_SMS),
    channel: z.enum(SMS_CHANNELS),
  }),
);
