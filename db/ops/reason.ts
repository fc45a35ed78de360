import { z } from "zod";

// Room for a sentence or two and a link; the audit log keeps it for years.
export const REASON_MAX = 500;

/** Why a person changes what the system would do by itself. Kept in the audit log, so it is never empty. */
export const Reason = z
  .string()
  .trim()
  .min(3)
  .max(REASON_MAX)
  .regex(/^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u);
