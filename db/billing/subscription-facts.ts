import { toldItems } from "#contracts/billing/item-names.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import {
  collectionOf,
  isInvoiced,
  monthlyPence,
  type Payment,
  upcomingPayments,
} from "#contracts/billing/upcoming-payments.ts";
import type { SubscriptionFacts } from "#contracts/events/subscriptions.ts";
import type { SubscriptionRow } from "./find-subscriptions.ts";

/** As saved, or as just read from Stripe. */
type Described = Pick<
  SubscriptionRow,
  | "id"
  | "customerId"
  | "status"
  | "items"
  | "discounts"
  | "scheduled"
  | "announced"
  | "currentPeriodEnd"
  | "anchorAt"
  | "balancePence"
  | "currency"
  | "pause"
  | "upcoming"
  | "collectionMethod"
  | "duplicateOf"
  | "isEnding"
  | "promisedEndAt"
  | "cancelAt"
  | "endedAt"
>;

/** @returns when an ended or cancelled subscription ends; null for one that renews */
export function endOf(row: Described): string | null {
  if (!isOpen(row.status)) return row.endedAt;
  if (!row.isEnding) return null;
  return row.promisedEndAt ?? row.cancelAt ?? row.currentPeriodEnd;
}

/** Nothing more is charged for a subscription that was paid twice. */
export function paymentsOf(row: Described, endsAt = endOf(row)): Payment[] {
  return row.duplicateOf === null ? upcomingPayments({ ...row, endsAt }) : [];
}

/** @param endsAt null for a subscription that goes on; the default is as saved */
export function factsOf(row: Described, endsAt = endOf(row)): SubscriptionFacts {
  return {
    customerId: row.customerId,
    subscriptionId: row.id,
    priceIds: toldItems(row.items),
    amountPence: monthlyPence(row),
    payments: paymentsOf(row, endsAt),
    periodEnd: row.currentPeriodEnd,
    collection: endsAt === null && isOpen(row.status) ? collectionOf(row) : "usual",
    pausedUntil: row.pause?.resumesAt ?? null,
    isInvoiced: isInvoiced(row),
    currency: row.currency,
  };
}
