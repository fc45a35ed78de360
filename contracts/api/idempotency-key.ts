import * as z from "zod/mini";

export const IDEMPOTENCY_KEY_HEADER = "idempotency-key";

/** Printable ASCII, as in the IETF's draft of the header; at most 255 characters, as at Stripe. */
export const IdempotencyKey = z
  .string()
  .check(z.minLength(1), z.maxLength(255), z.regex(/^[ -~]*$/));
