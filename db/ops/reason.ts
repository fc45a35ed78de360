import { z } from "zod";

// Room for two sentences and a link; the audit log keeps it for years.
export const REASON_MAX = 500;

/** Why an operator acts; stored in the audit log. */
export const Reason = z
  .string()
  .trim()
  .min(3)
  .max(REASON_MAX)
  .regex(/^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u);
