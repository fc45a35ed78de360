import { hash } from "node:crypto";

/** Idempotency keys at Stripe have at most 255 characters. */
export function hashOf(values: unknown): string {
  return hash("sha256", JSON.stringify(values)).slice(0, 32);
}
