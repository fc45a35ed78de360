import { z } from "zod";
import { eventSchema } from "./envelope.ts";

/** The mails that carry a code or link. */
export const AUTH_MAILS = [
  "confirm-sign-up",
  "magic-link",
  "recovery",
  "invite",
  "email-change-current",
  "email-change-new",
  "reauthentication",
] as const;
export type AuthMail = (typeof AUTH_MAILS)[number];

/**
 * A user asked for a mail with a code. The aggregate is the account. The worker derives the code
 * from the token's id, so neither event nor database holds it. If the token was replaced or used,
 * the mail is skipped.
 */
export const AuthMailRequested = eventSchema(
  "AuthMailRequested",
  1,
  z.strictObject({ tokenId: z.uuid(), mail: z.enum(AUTH_MAILS) }),
);
