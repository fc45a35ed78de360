import { hash } from "node:crypto";

/** A hash of JSON values, short enough for Stripe's idempotency keys of 255 characters. */
export function hashOf(values: unknown): string {
  return hash("sha256", JSON.stringify(values)).slice(0, 32);
}
