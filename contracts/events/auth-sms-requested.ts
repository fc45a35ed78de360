import { z } from "zod";
import { eventSchema } from "./envelope.ts";

/** The texts that carry a code. */
export const AUTH_TEXTS = [
  "confirm-sign-up",
  "sign-in",
  "phone-change",
  "reauthentication",
  "second-step",
] as const;
export type AuthText = (typeof AUTH_TEXTS)[number];

/** How a text reaches its phone. */
export const TEXT_CHANNELS = ["sms", "whatsapp"] as const;
export type TextChannel = (typeof TEXT_CHANNELS)[number];

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
    text: z.enum(AUTH_TEXTS),
    channel: z.enum(TEXT_CHANNELS),
  }),
);
