import { GUARANTEE_DAYS } from "../company.ts";

const DAY_MS = 86_400_000;

/**
 * Returns the end of the money-back guarantee, exclusive.
 *
 * @param firstPaidAt ISO 8601
 * @returns ISO 8601
 */
export function guaranteeEnd(firstPaidAt: string): string {
  return new Date(Date.parse(firstPaidAt) + GUARANTEE_DAYS * DAY_MS).toISOString();
}

export type GuaranteeError = "nothing_paid" | "over" | "asked" | "used";

/**
 * Says why a user cannot ask for a refund under the guarantee; null if they can. It is granted
 * once per user.
 *
 * @param given.firstPaidAt ISO 8601; null when nothing was paid
 * @param given.isAsked whether a request for this subscription exists
 * @param given.isUsed whether another subscription was refunded
 * @param now ISO 8601
 */
export function guaranteeError(
  given: {
    readonly firstPaidAt: string | null;
    readonly isAsked: boolean;
    readonly isUsed: boolean;
  },
  now: string,
): GuaranteeError | null {
  if (given.isAsked) return "asked";
  if (given.firstPaidAt === null) return "nothing_paid";
  if (given.isUsed) return "used";
  return Date.parse(now) < Date.parse(guaranteeEnd(given.firstPaidAt)) ? null : "over";
}
