import { describe, expect } from "vitest";
import type { Db } from "#db/client.ts";
import { subscriptionRequests, refundRequests, retentionOffers } from "#db/schema/billing.ts";
import { insertCustomer, insertSubscription } from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { getRetentionCounts } from "./get-retention-counts.ts";

const SINCE = "2026-11-01T00:00:00.000Z";
const BEFORE = "2026-10-31T23:59:59.999Z";
const AT = "2026-11-20T12:00:00.000Z";
const LATER = "2026-11-21T12:00:00.000Z";

type Subscription = Partial<Parameters<typeof insertSubscription>[1]>;

async function subscription(db: Db, id: string, change: Subscription = {}): Promise<void> {
  await insertCustomer(db, { id: `cus_${id}` });
  await insertSubscription(db, { id, customerId: `cus_${id}`, paidAt: null, ...change });
}

let ids = 0;
const newId = () => `id_${String((ids += 1)).padStart(4, "0")}`;

const show = (
  db: Db,
  subscriptionId: string,
  change: Partial<typeof retentionOffers.$inferInsert> = {},
) =>
  db
    .insert(retentionOffers)
    .values({ id: newId(), subscriptionId, monthlyPence: 97_00, shownAt: AT, ...change });

const ask = (
  db: Db,
  subscriptionId: string,
  kind: typeof subscriptionRequests.$inferInsert.kind,
  change: Partial<typeof subscriptionRequests.$inferInsert> = {},
) =>
  db.insert(subscriptionRequests).values({
    id: newId(),
    subscriptionId,
    kind,
    monthlyPence: 97_00,
    state: "applied",
    requestedAt: AT,
    ...change,
  });

describe("retention figures", () => {
  test("no data: empty", async ({ db }) => {
    expect(await getRetentionCounts(db, SINCE)).toEqual({ offers: [], ends: [], refunds: [] });
  });

  test("groups equal offers within the window", async ({ db }) => {
    await subscription(db, "sub_1");
    await show(db, "sub_1", { reason: "unused", answer: "declined" });
    await show(db, "sub_1", { reason: "unused", answer: "declined" });
    await show(db, "sub_1", { reason: "unused" });
    await show(db, "sub_1", { reason: "unused", shownAt: BEFORE });
    const { offers } = await getRetentionCounts(db, SINCE);
    const same = { reason: "unused", monthlyPence: 97_00, isOfferApplied: false, isStaying: true };
    expect(offers).toHaveLength(2);
    expect(offers).toContainEqual({ ...same, answer: "declined", count: 2 });
    expect(offers).toContainEqual({ ...same, answer: null, count: 1 });
  });

  test("accepted offer: stays unless it ends, counting a request that is pending", async ({
    db,
  }) => {
    const cases = [
      ["too_expensive", {}, null, true],
      ["unused", { status: "past_due" }, null, true],
      ["low_quality", { status: "canceled" }, null, false],
      ["customer_service", { cancelAtPeriodEnd: true }, null, false],
      ["switched_service", {}, "cancel", false],
      ["other", { cancelAtPeriodEnd: true }, "resume", true],
    ] as const;
    for (const [reason, change, pending] of cases) {
      const id = `sub_${reason}`;
      await subscription(db, id, change);
      await show(db, id, { reason, answer: "accepted" });
      await ask(db, id, "retention_offer");
      if (pending !== null) await ask(db, id, pending, { state: "pending" });
    }
    const { offers } = await getRetentionCounts(db, SINCE);
    expect(offers).toHaveLength(cases.length);
    for (const [reason, , , isStaying] of cases) {
      expect(
        offers.find((offer) => offer.reason === reason),
        reason,
      ).toMatchObject({
        answer: "accepted",
        isOfferApplied: true,
        isStaying,
      });
    }
  });

  test("rejected by Stripe: not counted; accepted again: counted once", async ({ db }) => {
    await subscription(db, "sub_1");
    await show(db, "sub_1", { answer: "accepted" });
    await ask(db, "sub_1", "retention_offer", { state: "rejected" });
    expect((await getRetentionCounts(db, SINCE)).offers).toMatchObject([{ isOfferApplied: false }]);
    await show(db, "sub_1", { answer: "accepted", shownAt: LATER });
    await ask(db, "sub_1", "retention_offer", { requestedAt: LATER });
    const { offers } = await getRetentionCounts(db, SINCE);
    expect(offers).toHaveLength(2);
    expect(offers.filter(({ isOfferApplied }) => isOfferApplied)).toHaveLength(1);
  });

  test("counts cancellations by reason and those taken back, none that were rejected", async ({
    db,
  }) => {
    for (const id of ["sub_1", "sub_2", "sub_3", "sub_4", "sub_5"]) await subscription(db, id);
    await ask(db, "sub_1", "cancel", { reason: "other" });
    await ask(db, "sub_2", "cancel", { reason: "other", monthlyPence: 175_00 });
    await ask(db, "sub_3", "cancel", { reason: "other", state: "superseded" });
    await ask(db, "sub_3", "resume", { requestedAt: LATER, state: "pending" });
    // Stripe keeps the end that was set before.
    await ask(db, "sub_4", "cancel", { reason: "unused" });
    await ask(db, "sub_4", "resume", { requestedAt: LATER, state: "rejected" });
    await ask(db, "sub_4", "cancel", { reason: "unused", requestedAt: BEFORE });
    await ask(db, "sub_5", "cancel", { state: "rejected" });
    const { ends } = await getRetentionCounts(db, SINCE);
    expect(ends).toHaveLength(3);
    for (const row of [
      { reason: "other", isResumed: false, monthlyPence: 272_00, count: 2 },
      { reason: "other", isResumed: true, monthlyPence: 97_00, count: 1 },
      { reason: "unused", isResumed: false, monthlyPence: 97_00, count: 1 },
    ]) {
      expect(ends).toContainEqual(row);
    }
  });

  test("counts refund requests by their state", async ({ db }) => {
    for (const [id, state, requestedAt] of [
      ["sub_1", "asked", AT],
      ["sub_2", "refunded", AT],
      ["sub_3", "refunded", LATER],
      ["sub_4", "declined", BEFORE],
    ] as const) {
      await subscription(db, id);
      await db.insert(refundRequests).values({
        id: newId(),
        subscriptionId: id,
        customerId: `cus_${id}`,
        amountPence: 97_00,
        state,
        requestedAt,
      });
    }
    const { refunds } = await getRetentionCounts(db, SINCE);
    expect(refunds).toHaveLength(2);
    expect(refunds).toContainEqual({ state: "asked", amountPence: 97_00, count: 1 });
    expect(refunds).toContainEqual({ state: "refunded", amountPence: 194_00, count: 2 });
  });
});
