import * as z from "zod";
import { eventSchema } from "./envelope.ts";

const AUTH_MAILS = [
  "confirm-sign-up",
  "magic-link",
  "recovery",
  "invite",
  "email-change-current",
  "email-change-new",
  "reauthentication",
] as const;
export type AuthMail = (typeof AUTH_MAILS)[number];

/** The worker derives the code from the token's id, so neither event nor database holds it. */
export const AuthMailRequested = eventSchema(
  "AuthMailRequested",
  1,
  z.strictObject({ tokenId: z.uuid(), mail: z.enum(AUTH_MAILS) }),
);
