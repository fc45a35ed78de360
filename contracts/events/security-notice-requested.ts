import * as z from "zod";
import { eventSchema } from "./envelope.ts";

/** Changes to an account, and attempts at it, that we tell its user by mail. */
const SECURITY_NOTICES = [
  "factor-added",
  "factor-removed",
  "recovery-codes-made",
  "recovery-codes-removed",
  "recovery-code-used",
  "passkey-added",
  "passkey-removed",
  "identity-added",
  "identity-removed",
  "password-removed",
  "sign-in-methods-removed",
  "phone-changed",
  "phone-removed",
  "new-sign-in",
  "sign-up-repeated",
] as const;
export type SecurityNotice = (typeof SECURITY_NOTICES)[number];

/** Written in the statement of the change. An email or password that changes has an event of its own. */
export const SecurityNoticeRequested = eventSchema(
  "SecurityNoticeRequested",
  1,
  z.strictObject({
    userId: z.uuid(),
    notice: z.enum(SECURITY_NOTICES),
    /** The sign-in method that was added; the mail's link removes it. */
    subjectId: z.optional(z.uuid()),
  }),
);
