/** Source: the product specification, limits. */
export const GUARANTEE_DAYS = 14;

const DAY_MS = 86_400_000;

/**
 * When the money-back guarantee of a subscription ends.
 *
 * @param firstPaidAt ISO 8601, when its first payment arrived
 * @returns ISO 8601; the guarantee holds until just before it
 */
export function guaranteeEnd(firstPaidAt: string): string {
  return new Date(Date.parse(firstPaidAt) + GUARANTEE_DAYS * DAY_MS).toISOString();
}

export type GuaranteeError = "nothing_paid" | "over" | "asked" | "used";

/**
 * Why somebody cannot ask for their money back under the guarantee; null where they can. It is given once to a person.
 *
 * @param given.firstPaidAt ISO 8601; null where nothing was paid
 * @param given.isAsked whether they have asked for this subscription
 * @param given.isUsed whether they had their money back for another one
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
