import { GUARANTEE_DAYS } from "../company.ts";
import { DAY_MS } from "../durations.ts";

/** @returns exclusive */
export function guaranteeEnd(firstPaidAt: string): string {
  return new Date(Date.parse(firstPaidAt) + GUARANTEE_DAYS * DAY_MS).toISOString();
}

type GuaranteeError = "nothing_paid" | "over" | "asked";

export function guaranteeError(
  subscription: {
    readonly firstPaidAt: string | null;
    readonly isAsked: boolean;
  },
  now: string,
): GuaranteeError | null {
  if (subscription.isAsked) return "asked";
  if (subscription.firstPaidAt === null) return "nothing_paid";
  return Date.parse(now) < Date.parse(guaranteeEnd(subscription.firstPaidAt)) ? null : "over";
}
