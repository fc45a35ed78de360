import { z } from "zod";
import { eventSchema } from "./envelope.ts";

/** The mails that carry a code or a link. */
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
 * Somebody asked for a mail with a code. Whose account it is about is the event's aggregate: the edge writes the event
 * in the statement that looks the account up. The code is in neither event nor database: whoever writes the mail derives it
 * from the token's id. A token that is gone by then was replaced or used, and its mail is not sent.
 */
export const AuthMailRequested = eventSchema(
  "AuthMailRequested",
  1,
  z.strictObject({ tokenId: z.uuid(), mail: z.enum(AUTH_MAILS) }),
);
