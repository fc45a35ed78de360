import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { discountedPence } from "#contracts/billing/discounts.ts";
import { CANCEL_REASONS, type CancelReason } from "#contracts/billing/retention-offer.ts";
import type { RetentionCounts } from "#db/ops/get-retention-counts.ts";
import type { RefundRequestState } from "#db/schema/billing.ts";

type OfferTotals = {
  shown: number;
  accepted: number;
  declined: number;
  unanswered: number;
};

type CancellationTotals = {
  count: number;
  resumed: number;
  lostPence: number;
};

type ByReason<T> = readonly ({ readonly reason: CancelReason | null } & T)[];

export type RetentionTotals = {
  readonly offers: OfferTotals & { readonly byReason: ByReason<OfferTotals> };
  readonly cancellations: CancellationTotals & { readonly byReason: ByReason<CancellationTotals> };
  /** Monthly pence of customers who accepted and stay, before the discount. */
  readonly savedPence: number;
  readonly discountsPence: number;
  readonly refunds: Readonly<Record<RefundRequestState, { count: number; pence: number }>>;
};

export function retentionTotals({ offers, ends, refunds }: RetentionCounts): RetentionTotals {
  const refundTotals = {
    asked: { count: 0, pence: 0 },
    approved: { count: 0, pence: 0 },
    declined: { count: 0, pence: 0 },
    disputed: { count: 0, pence: 0 },
    refunded: { count: 0, pence: 0 },
  };
  for (const { state, count, amountPence } of refunds) {
    refundTotals[state] = { count, pence: amountPence };
  }
  const applied = offers.filter(({ isOfferApplied }) => isOfferApplied);
  return {
    offers: { ...offerTotals(offers), byReason: byReason(offers, offerTotals) },
    cancellations: { ...cancellationTotals(ends), byReason: byReason(ends, cancellationTotals) },
    savedPence: sum(applied, (row) => (row.isStaying ? row.count * row.monthlyPence : 0)),
    discountsPence: sum(applied, (row) => row.count * discountOf(row.monthlyPence)),
    refunds: refundTotals,
  };
}

/** @returns pence that the accepted retention offer saves the customer over its months, if each payment is like the first */
function discountOf(monthlyPence: number): number {
  const item = { amountPence: monthlyPence, quantity: 1 };
  return (monthlyPence - discountedPence([item], [RETENTION_OFFER])) * RETENTION_OFFER.months;
}

function offerTotals(rows: RetentionCounts["offers"]): OfferTotals {
  const answered = (answer: "accepted" | "declined" | null) =>
    sum(rows, (row) => (row.answer === answer ? row.count : 0));
  return {
    shown: sum(rows, ({ count }) => count),
    accepted: answered("accepted"),
    declined: answered("declined"),
    unanswered: answered(null),
  };
}

const cancellationTotals = (rows: RetentionCounts["ends"]): CancellationTotals => ({
  count: sum(rows, ({ count }) => count),
  resumed: sum(rows, ({ isResumed, count }) => (isResumed ? count : 0)),
  lostPence: sum(rows, ({ isResumed, monthlyPence }) => (isResumed ? 0 : monthlyPence)),
});

function byReason<R extends { reason: CancelReason | null }, T>(
  rows: readonly R[],
  totals: (rows: R[]) => T,
): ByReason<T> {
  return [...CANCEL_REASONS, null].flatMap((reason) => {
    const rowsOfReason = rows.filter((row) => row.reason === reason);
    return rowsOfReason.length === 0 ? [] : [{ reason, ...totals(rowsOfReason) }];
  });
}

function sum<T>(rows: readonly T[], value: (row: T) => number): number {
  return rows.reduce((total, row) => total + value(row), 0);
}
