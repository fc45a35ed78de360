import * as z from "zod";
import { eventSchema } from "./envelope.ts";

export const AUTH_SMS = [
  "confirm-sign-up",
  "sign-in",
  "phone-change",
  "reauthentication",
  "factor",
] as const;
export type AuthSms = (typeof AUTH_SMS)[number];

export const SMS_CHANNELS = ["sms", "whatsapp"] as const;
export type SmsChannel = (typeof SMS_CHANNELS)[number];

/** `codeId` is a one-time token or an MFA challenge, from whose id the worker derives the code. */
export const AuthSmsRequested = eventSchema(
  "AuthSmsRequested",
  1,
  z.strictObject({
    codeId: z.uuid(),
    text: z.enum(AUTH_SMS),
    channel: z.enum(SMS_CHANNELS),
  }),
);
