import { DAY_MS } from "../durations.ts";
import { TERMS } from "../terms.ts";
import { isOpen, type SubscriptionStatus } from "./subscription-status.ts";

/** @returns exclusive */
export function guaranteeEnd(firstPaidAt: string): string {
  return new Date(Date.parse(firstPaidAt) + TERMS.guarantee.days * DAY_MS).toISOString();
}

type RefundError = "asked" | "ended" | "nothing_paid" | "over";

/** Why the user may not ask for the money back; null: they may. */
export function refundError(
  subscription: {
    readonly status: SubscriptionStatus;
    readonly duplicateOf: string | null;
    readonly firstPaidAt: string | null;
    readonly refundRequest: string | null;
  },
  now: string,
): RefundError | null {
  const { status, duplicateOf, firstPaidAt, refundRequest } = subscription;
  if (refundRequest !== null) return "asked";
  if (!isOpen(status) || duplicateOf !== null) return "ended";
  if (firstPaidAt === null) return "nothing_paid";
  return Date.parse(now) < Date.parse(guaranteeEnd(firstPaidAt)) ? null : "over";
}
