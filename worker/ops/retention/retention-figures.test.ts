import { describe, expect, test } from "vitest";
import type { RetentionCounts } from "#db/ops/get-retention-counts.ts";
import { retentionTotals } from "./retention-figures.ts";

const NOTHING: RetentionCounts = { offers: [], ends: [], refunds: [] };

const offer = (change: Partial<RetentionCounts["offers"][number]>) => ({
  reason: null,
  answer: null,
  monthlyPence: 97_00,
  isOfferApplied: false,
  isStaying: true,
  count: 1,
  ...change,
});
const accepted = { answer: "accepted", isOfferApplied: true } as const;

describe("retention report", () => {
  test("without cancellations: all zero", () => {
    expect(retentionTotals(NOTHING)).toEqual({
      offers: { shown: 0, accepted: 0, declined: 0, unanswered: 0, byReason: [] },
      cancellations: { count: 0, resumed: 0, lostPence: 0, byReason: [] },
      savedPence: 0,
      discountsPence: 0,
      refunds: {
        asked: { count: 0, pence: 0 },
        approved: { count: 0, pence: 0 },
        declined: { count: 0, pence: 0 },
        disputed: { count: 0, pence: 0 },
        refunded: { count: 0, pence: 0 },
      },
    });
  });

  test("counts offers by answer and reason", () => {
    const { offers } = retentionTotals({
      ...NOTHING,
      offers: [
        offer({ ...accepted, count: 2 }),
        offer({ reason: "unused", answer: "declined", count: 3 }),
        offer({ reason: "unused", count: 4 }),
        offer({ reason: "too_expensive", ...accepted, monthlyPence: 175_00 }),
      ],
    });
    expect(offers).toEqual({
      shown: 10,
      accepted: 3,
      declined: 3,
      unanswered: 4,
      byReason: [
        { reason: "too_expensive", shown: 1, accepted: 1, declined: 0, unanswered: 0 },
        { reason: "unused", shown: 7, accepted: 0, declined: 3, unanswered: 4 },
        { reason: null, shown: 2, accepted: 2, declined: 0, unanswered: 0 },
      ],
    });
  });

  test("saved: customers who accepted and stay; cost: every discount given", () => {
    const { savedPence, discountsPence } = retentionTotals({
      ...NOTHING,
      offers: [
        // 20% of £97.00 is £19.40 for three months; of £106.99 it is £21.398, rounded to £21.40.
        offer({ ...accepted, count: 2 }),
        offer({ ...accepted, monthlyPence: 106_99 }),
        offer({ ...accepted, isStaying: false }),
        offer({ ...accepted, isOfferApplied: false }),
        offer({ answer: "declined", count: 9 }),
      ],
    });
    expect(savedPence).toBe(2 * 97_00 + 106_99);
    expect(discountsPence).toBe(3 * 3 * 19_40 + 3 * 21_40);
  });

  test("lost: cancellations that were not resumed", () => {
    const { cancellations } = retentionTotals({
      ...NOTHING,
      ends: [
        { reason: "other", isResumed: false, monthlyPence: 194_00, count: 2 },
        { reason: "other", isResumed: true, monthlyPence: 97_00, count: 1 },
        { reason: null, isResumed: false, monthlyPence: 275_00, count: 1 },
      ],
    });
    expect(cancellations).toEqual({
      count: 4,
      resumed: 1,
      lostPence: 469_00,
      byReason: [
        { reason: "other", count: 3, resumed: 1, lostPence: 194_00 },
        { reason: null, count: 1, resumed: 0, lostPence: 275_00 },
      ],
    });
  });

  test("sums refund requests by state", () => {
    const { refunds } = retentionTotals({
      ...NOTHING,
      refunds: [
        { state: "asked", amountPence: 97_00, count: 1 },
        { state: "refunded", amountPence: 350_00, count: 2 },
      ],
    });
    expect(refunds).toMatchObject({
      asked: { count: 1, pence: 97_00 },
      refunded: { count: 2, pence: 350_00 },
      declined: { count: 0, pence: 0 },
    });
  });
});
