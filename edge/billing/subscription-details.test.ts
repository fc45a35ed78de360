import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { Pool } from "pg";
import { expect, onTestFinished, vi } from "vitest";
import { QUIET_SUBSCRIPTION } from "#contracts/api/quiet-subscription.ts";
import { SubscriptionDetailsResponse } from "#contracts/api/subscription-details.ts";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { handChangeOf } from "#contracts/billing/plan-change.ts";
import { productIdOf } from "#contracts/catalogue.ts";
import type { Db } from "#db/client.ts";
import { createAddressHash } from "#db/emails/address-hash.ts";
import { users } from "#db/schema/accounts.ts";
import {
  subscriptionRequests,
  orders,
  refundRequests,
  subscriptionItems,
  subscriptions,
  priceChanges,
} from "#db/schema/billing.ts";
import { undeliverableAddresses } from "#db/schema/emails.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { promises } from "#db/schema/promises.ts";
import { SECRET, test as base } from "../../tests/support/auth-service.ts";
import { ADDON, AD_PLAN, PLAN } from "../../tests/support/catalogue.ts";
import {
  insertAccountRow,
  insertCustomer,
  insertSubscription,
} from "../../tests/support/customer-rows.ts";
import { newPerson } from "../../tests/support/new-person.ts";
import { ODD_NAMES, ODD_SUBSCRIPTIONS } from "../../tests/support/odd-subscriptions.ts";
import { proposePost } from "../../tests/support/post-rows.ts";

const NOW = "2026-11-25T12:00:00.000Z";
const PATH = "/functions/v1/subscription";
const s = (iso: string) => Date.parse(iso) / 1_000;

type Person = { userId: string; look: () => Promise<{ status: number; body: unknown }> };

const test = base.extend<{
  person: () => Promise<Person>;
  /** Has a subscription. */
  who: Person;
}>({
  person: async ({ auth, db }, use) => {
    auth.clock.now = new Date(NOW);
    await use(async () => {
      const { userId, ask } = await newPerson(auth, db);
      return { userId, look: () => ask("GET", PATH) };
    });
  },
  who: async ({ db, person }, use) => {
    const who = await person();
    await insertCustomer(db, { id: "cus_1", userId: who.userId });
    await insertSubscription(db, { id: "sub_1", customerId: "cus_1", userId: who.userId });
    await use(who);
  },
});

async function detailsOf({ look: ask }: Person) {
  const { subscription } = SubscriptionDetailsResponse.parse((await ask()).body);
  if (subscription === null) throw new Error("there is no subscription");
  return subscription;
}

const change = (db: Db, set: Partial<typeof subscriptions.$inferInsert>) =>
  db.update(subscriptions).set(set).where(eq(subscriptions.id, "sub_1"));

const request = (
  db: Db,
  kind: typeof subscriptionRequests.$inferInsert.kind,
  state: typeof subscriptionRequests.$inferInsert.state = "pending",
) =>
  db.insert(subscriptionRequests).values({
    id: `end_${kind}`,
    subscriptionId: "sub_1",
    kind,
    monthlyPence: 184_99,
    state,
    requestedAt: NOW,
  });

const wishForRefund = (
  db: Db,
  given: Pick<typeof refundRequests.$inferInsert, "state" | "subscriptionId" | "customerId">,
) =>
  db
    .insert(refundRequests)
    .values({ id: "rfr_1", amountPence: 184_99, requestedAt: NOW, ...given });

test("open subscription: returned by one statement", async ({ who }) => {
  // The first request saves the counts of requests; they are due every ten seconds.
  await who.look();
  const statements = vi.spyOn(Pool.prototype, "query");
  onTestFinished(() => statements.mockRestore());
  expect(await who.look()).toEqual({
    status: 200,
    body: {
      subscription: {
        ...QUIET_SUBSCRIPTION,
        subscription_id: "sub_1",
        price_id: PLAN.plus.priceId,
        current_period_end: s("2026-12-20T12:00:00Z"),
        items: [
          {
            price_id: PLAN.plus.priceId,
            name: "Plus Package",
            amount_pence: 175_00,
            quantity: 1,
          },
          {
            price_id: ADDON.channel.priceId,
            name: "Additional Channel",
            amount_pence: 9_99,
            quantity: 1,
          },
        ],
        payments: [{ at: s("2026-12-20T12:00:00Z"), pence: 184_99 }],
        offer: [
          { at: s("2026-12-20T12:00:00Z"), pence: 147_99, regular_pence: 184_99 },
          { at: s("2027-01-20T12:00:00Z"), pence: 147_99, regular_pence: 184_99 },
          { at: s("2027-02-20T12:00:00Z"), pence: 147_99, regular_pence: 184_99 },
        ],
        guarantee: { state: "available", until: s("2026-12-04T12:00:05Z") },
      },
    },
  });
  expect(statements).toHaveBeenCalledTimes(1);
});

test.for([
  ["paused", { pause: { behavior: "void", resumesAt: "2027-02-01T00:00:00.000Z" } }, "paused", 1],
  ["paused without an end", { pause: { behavior: "void", resumesAt: null } }, "paused", 0],
  ["in euros", { currency: "eur" }, "unknown", 0],
  ["without a preview", { upcoming: { pence: null, balancePence: 0 } }, "unknown", 0],
  [
    "under a discount that we cannot count",
    { upcoming: { pence: 100_00, balancePence: 0, isOnly: true } },
    "usual",
    1,
  ],
] as const)(
  "subscription %s: no sum that is not taken, and no offer",
  async ([, change, collection, payments], { db, who }) => {
    await db.update(subscriptions).set(change);
    const subscription = await detailsOf(who);
    expect(subscription).toMatchObject({ collection, offer: null });
    expect(subscription.payments).toHaveLength(payments);
  },
);

test.for(ODD_NAMES)(
  "subscription %s: the pages offer to change its plan as the plan change allows it",
  async (name, { db, who }) => {
    const { change: set, item, handChange } = ODD_SUBSCRIPTIONS[name];
    await db.update(subscriptions).set({ currency: "gbp", ...set });
    await db.update(subscriptionItems).set({ interval: "month", ...item });
    const { collection, cadence, is_invoiced: isInvoiced } = await detailsOf(who);
    expect(handChangeOf({ collection, cadence, isInvoiced })).toBe(handChange);
  },
);

test("two of a plan and a product of the Dashboard: named as they are", async ({ db, who }) => {
  await db
    .update(subscriptionItems)
    .set({ quantity: 2 })
    .where(eq(subscriptionItems.priceId, PLAN.plus.priceId));
  await db
    .update(subscriptionItems)
    .set({ priceId: null, productName: "Website care" })
    .where(eq(subscriptionItems.priceId, ADDON.channel.priceId));
  expect((await detailsOf(who)).items.map(({ name }) => name)).toEqual([
    "2 × Plus Package",
    "Website care",
  ]);
});

test("yearly item beside a monthly plan: says that a part is paid for longer than a cancellation lasts", async ({
  db,
  who,
}) => {
  expect(await detailsOf(who)).toMatchObject({ is_paid_longer: false });
  await db
    .update(subscriptionItems)
    .set({ interval: "year" })
    .where(eq(subscriptionItems.priceId, ADDON.channel.priceId));
  expect(await detailsOf(who)).toMatchObject({ is_paid_longer: true });
  // The team set the end of the year.
  const end = { cancelAtPeriodEnd: true, cancelAt: "2027-11-20T12:00:00.000Z" };
  await db.update(subscriptions).set(end);
  expect(await detailsOf(who)).toMatchObject({ is_paid_longer: false });
});

test("yearly subscription: its sum once a year, and no offer", async ({ db, who }) => {
  await db.update(subscriptionItems).set({ interval: "year" });
  const subscription = await detailsOf(who);
  expect(subscription).toMatchObject({
    collection: "usual",
    cadence: { interval: "year", count: 1 },
    payments: [{ at: s("2026-12-20T12:00:00Z"), pence: 184_99 }],
    offer: null,
  });
});

test("ads plan beside the plan: listed with its next payment", async ({ db, who }) => {
  const { userId } = who;
  await insertSubscription(db, {
    id: "sub_2",
    customerId: "cus_1",
    userId,
    priceIds: [AD_PLAN.professional.priceId],
    discounts: [
      {
        id: "di_1",
        couponId: "friends",
        percentOff: 10,
        amountOffPence: null,
        productIds: null,
        isOnce: false,
        isOfCustomer: false,
        endsAt: null,
      },
    ],
    // Newer than the plan.
    createdAt: "2026-11-24T12:00:00.000Z",
  });
  await insertSubscription(db, {
    id: "sub_3",
    customerId: "cus_1",
    userId,
    duplicateOf: "sub_1",
  });
  expect(await detailsOf(who)).toMatchObject({
    subscription_id: "sub_1",
    others: [
      {
        subscription_id: "sub_2",
        names: `Meta Ads ${AD_PLAN.professional.name}`,
        payments: [{ at: s("2026-12-20T12:00:00Z"), pence: 179_10 }],
        ends_at: null,
        is_payment_due: false,
      },
    ],
  });
});

test("ads plan with an announced price: its payments have that from the first renewal after the notice", async ({
  db,
  who,
}) => {
  const { priceId } = AD_PLAN.professional;
  await insertSubscription(db, {
    id: "sub_2",
    customerId: "cus_1",
    userId: who.userId,
    priceIds: [priceId],
  });
  await db.insert(priceChanges).values({
    subscriptionId: "sub_2",
    fromStripePriceId: `price_${priceId}`,
    stripePriceId: "price_new",
    amountPence: 219_00,
    announcedAt: NOW,
  });
  expect(await detailsOf(who)).toMatchObject({
    others: [
      {
        payments: [
          { at: s("2026-12-20T12:00:00Z"), pence: 199_00 },
          { at: s("2027-01-20T12:00:00Z"), pence: 219_00 },
        ],
      },
    ],
  });
});

test("ads plan that the team ends after two more periods: listed with its next payment and its end", async ({
  db,
  who,
}) => {
  await insertSubscription(db, {
    id: "sub_2",
    customerId: "cus_1",
    userId: who.userId,
    priceIds: [AD_PLAN.professional.priceId],
    cancelAtPeriodEnd: true,
    cancelAt: "2027-02-20T12:00:00.000Z",
  });
  expect(await detailsOf(who)).toMatchObject({
    others: [
      {
        payments: [{ at: s("2026-12-20T12:00:00Z"), pence: 199_00 }],
        ends_at: s("2027-02-20T12:00:00Z"),
      },
    ],
  });
});

test("promises about it and the user's posts: returned while open, and a week after they were kept", async ({
  db,
  who,
}) => {
  const promise = {
    subjectId: "sub_1",
    startedAt: "2026-11-24T12:00:00.000Z",
    warnAt: "2026-11-24T18:00:00.000Z",
    dueAt: "2026-11-25T12:00:00.000Z",
  };
  const kept = { ...promise, keptByEvent: "evt_9" };
  const postId = await proposePost(db, who.userId);
  const other = await insertAccountRow(db, { email: "bob@shop.example", isProven: true });
  const othersPostId = await proposePost(db, other);
  await db.insert(promises).values([
    { ...promise, rule: "contact-after-payment", startedByEvent: "evt_1" },
    { ...kept, rule: "arrange-call", startedByEvent: "evt_2", keptAt: "2026-11-18T12:00:01.000Z" },
    { ...kept, rule: "decide-refund", startedByEvent: "evt_3", keptAt: "2026-11-18T12:00:00.000Z" },
    {
      ...promise,
      rule: "send-refund",
      startedByEvent: "evt_4",
      releasedAt: NOW,
      releasedReason: "Disputed.",
    },
    { ...promise, subjectId: "sub_2", rule: "arrange-call", startedByEvent: "evt_5" },
    { ...promise, subjectId: postId, rule: "answer-changes", startedByEvent: "evt_6" },
    { ...promise, subjectId: othersPostId, rule: "answer-changes", startedByEvent: "evt_6" },
  ]);
  const { promises: shown } = await detailsOf(who);
  expect(shown).toEqual([
    { rule: "contact-after-payment", due_at: s(promise.dueAt), kept_at: null },
    { rule: "arrange-call", due_at: s(promise.dueAt), kept_at: s("2026-11-18T12:00:01.000Z") },
    { rule: "answer-changes", due_at: s(promise.dueAt), kept_at: null },
  ]);
});

test("user without a subscription: answers that there is none", async ({ person }) => {
  expect(await (await person()).look()).toEqual({ status: 200, body: { subscription: null } });
});

test("visitor, ended session, other user: nothing is returned", async ({ auth, person, who }) => {
  const { userId } = who;
  const refused = { status: 401, body: { code: "unauthenticated" } };
  expect(await auth.ask("GET", PATH)).toMatchObject(refused);
  const ended = await auth.sign({ sub: userId, session_id: randomUUID() });
  expect(await auth.ask("GET", PATH, { token: ended })).toMatchObject(refused);
  expect((await (await person()).look()).body).toEqual({ subscription: null });
});

test("discounts, scheduled change and pending update: returned until they end", async ({
  db,
  who,
}) => {
  await change(db, {
    discounts: [
      {
        id: "di_1",
        couponId: RETENTION_OFFER.couponId,
        percentOff: 20,
        amountOffPence: null,
        productIds: null,
        isOnce: false,
        isOfCustomer: false,
        endsAt: "2027-02-20T12:00:00.000Z",
      },
      {
        id: "di_2",
        couponId: "over",
        percentOff: 5,
        amountOffPence: null,
        productIds: null,
        isOnce: false,
        isOfCustomer: false,
        endsAt: "2026-11-25T11:59:59.000Z",
      },
      {
        id: "di_3",
        couponId: null,
        percentOff: null,
        amountOffPence: 5_00,
        productIds: [productIdOf(ADDON.channel.priceId), productIdOf(ADDON.influencer.priceId)],
        isOnce: false,
        isOfCustomer: false,
        endsAt: null,
      },
    ],
    scheduled: {
      scheduleId: "sub_sched_1",
      items: [{ priceId: PLAN.starter.priceId, amountPence: 97_00, quantity: 1 }],
      at: "2026-12-20T12:00:00.000Z",
    },
    awaiting: { priceIds: [PLAN.starter.priceId], expiresAt: "2026-11-26T11:00:00.000Z" },
  });
  expect(await detailsOf(who)).toMatchObject({
    discounts: [
      {
        coupon_id: RETENTION_OFFER.couponId,
        percent_off: 20,
        price_ids: null,
        ends_at: s("2027-02-20T12:00:00Z"),
      },
      {
        coupon_id: null,
        percent_off: null,
        amount_off_pence: 5_00,
        price_ids: [ADDON.channel.priceId],
        ends_at: null,
      },
    ],
    scheduled: {
      price_ids: [PLAN.starter.priceId],
      names: PLAN.starter.name,
      at: s("2026-12-20T12:00:00Z"),
    },
    awaiting: { names: PLAN.starter.name, expires_at: s("2026-11-26T11:00:00Z") },
  });
  await change(db, {
    awaiting: { priceIds: [PLAN.starter.priceId], expiresAt: "2026-11-25T12:00:00.000Z" },
  });
  expect(await detailsOf(who)).toMatchObject({ awaiting: null });
});

test("first bank debit under way over Christmas: the day by which the bank has answered", async ({
  db,
  who,
}) => {
  await change(db, {
    status: "incomplete",
    paymentMethodBrand: "bacs_debit",
    createdAt: "2026-12-23T12:00:00.000Z",
  });
  expect(await detailsOf(who)).toMatchObject({
    debit_answer_by: s("2027-01-06T18:00:00Z"),
    payments: [],
  });
});

test("cancelled: returned as cancelled before Stripe confirms", async ({ db, who }) => {
  await request(db, "cancel");
  expect(await detailsOf(who)).toMatchObject({
    ends_at: s("2026-12-20T12:00:00Z"),
    being_applied: ["cancellation"],
  });
});

test("cancelling: says whether it ends the subscription immediately", async ({ db, who }) => {
  const paid = { status: "active", renewalPence: null, cancelAtPeriodEnd: false } as const;
  for (const [what, given, isImmediate] of [
    ["past due", { status: "past_due", renewalPence: 184_99 }, true],
    ["past due for an upgrade", { status: "past_due" }, false],
    ["renewal being collected", { renewalPence: 184_99 }, true],
    ["paid", {}, false],
    ["ended", { status: "canceled", renewalPence: 184_99 }, false],
    ["already cancelled", { cancelAtPeriodEnd: true, renewalPence: 184_99 }, false],
  ] as const) {
    await change(db, { ...paid, ...given });
    expect(await detailsOf(who), what).toMatchObject({
      ends_at_once: isImmediate,
      renewal_pence: "renewalPence" in given ? 184_99 : null,
    });
  }
});

test.for([
  ["at once", NOW, true],
  ["with the period", "2026-12-20T12:00:00.000Z", false],
] as const)(
  "cancelled %s: keeps the kind of cancellation that its event recorded",
  async ([, end, isImmediate], { db, who }) => {
    await request(db, "cancel");
    await db.insert(outboxEvents).values({
      id: "evt_01KAHX2J3V7W8R9T0A1B2C3D4E",
      type: "SubscriptionCancelled",
      version: 1,
      aggregateType: "customer",
      aggregateId: "cus_1",
      actor: { kind: "system", name: "billing" },
      payload: { subscriptionId: "sub_1", periodEnd: end, isImmediate },
      correlationId: "req_1",
      occurredAt: NOW,
      nextPublishAt: NOW,
    });
    await change(db, { status: isImmediate ? "active" : "past_due" });
    expect(await detailsOf(who)).toMatchObject({
      ends_at: s(end),
      ends_at_once: isImmediate,
      being_applied: ["cancellation"],
    });
  },
);

test("resumed: returned as resumed before Stripe confirms", async ({ db, who }) => {
  await change(db, { cancelAtPeriodEnd: true, cancelAt: "2026-12-01T09:00:00.000Z" });
  expect(await detailsOf(who)).toMatchObject({
    ends_at: s("2026-12-01T09:00:00Z"),
    being_applied: [],
  });
  await request(db, "cancel", "applied");
  await request(db, "resume");
  expect(await detailsOf(who)).toMatchObject({ ends_at: null, being_applied: ["resumption"] });
});

test("retention offer: closed once accepted, open again when Stripe rejected it", async ({
  db,
  who,
}) => {
  await request(db, "retention_offer");
  for (const [state, isOpen, being] of [
    ["pending", false, ["discount"]],
    ["applied", false, []],
    ["rejected", true, []],
    ["superseded", true, []],
  ] as const) {
    await db.update(subscriptionRequests).set({ state });
    const details = await detailsOf(who);
    expect([details.offer !== null, details.being_applied], state).toEqual([isOpen, being]);
  }
});

test("ended subscription: returns when it ended, no offer and no guarantee", async ({
  db,
  who,
}) => {
  await request(db, "cancel");
  await change(db, {
    status: "canceled",
    endedAt: "2026-11-24T08:00:00.000Z",
    hasEndedUnpaid: true,
  });
  expect(await detailsOf(who)).toMatchObject({
    subscription_status: "canceled",
    has_left_owing: true,
    can_use_comeback_code: false,
    ends_at: s("2026-11-24T08:00:00Z"),
    being_applied: [],
    offer: null,
    guarantee: { state: "unavailable", until: s("2026-12-04T12:00:05Z") },
  });
});

test("open subscription: preferred to a later ended one", async ({ db, who }) => {
  await insertSubscription(db, {
    id: "sub_2",
    customerId: "cus_1",
    userId: who.userId,
    status: "canceled",
    createdAt: "2026-11-24T12:00:00.000Z",
  });
  expect(await detailsOf(who)).toMatchObject({ subscription_id: "sub_1" });
  await change(db, { status: "canceled" });
  expect(await detailsOf(who)).toMatchObject({ subscription_id: "sub_2" });
});

test("guarantee: counts from the first payment, even if it was refunded", async ({ db, who }) => {
  const paid = { customerId: "cus_1", subscriptionId: "sub_1", currency: "gbp" };
  await db.insert(orders).values([
    {
      ...paid,
      id: "in_free",
      status: "completed",
      amountPence: 0,
      orderedAt: "2026-10-01T12:00:00Z",
    },
    {
      ...paid,
      id: "in_open",
      status: "pending",
      amountPence: 1,
      orderedAt: "2026-10-02T12:00:00Z",
    },
    {
      ...paid,
      id: "in_back",
      status: "refunded",
      amountPence: 1,
      orderedAt: "2026-11-19T12:00:00Z",
    },
  ]);
  const guarantee = { state: "available", until: s("2026-12-03T12:00:00Z") };
  expect(await detailsOf(who)).toMatchObject({ guarantee });
});

test("refund request: its state is shown, also after the subscription ended", async ({
  db,
  who,
}) => {
  await wishForRefund(db, { state: "asked", subscriptionId: "sub_1", customerId: "cus_1" });
  await change(db, { status: "canceled", endedAt: NOW });
  for (const [state, refundedPence, shown] of [
    ["asked", 0, "asked"],
    ["approved", 0, "approved"],
    ["declined", 0, "declined"],
    ["disputed", 0, "disputed"],
    ["refunded", 184_99, "refunded"],
    // The bank sent the refund back.
    ["refunded", 0, "failed"],
  ] as const) {
    await db.update(refundRequests).set({ state });
    await db.update(orders).set({ refundedPence });
    expect(await detailsOf(who), shown).toMatchObject({ guarantee: { state: shown } });
  }
});

test("address that gets no email: told until the account has another one", async ({ db, who }) => {
  await db.update(users).set({ email: "ada@shop.example" }).where(eq(users.id, who.userId));
  await db.insert(undeliverableAddresses).values({
    addressHash: createAddressHash(SECRET).of("Ada@shop.example"),
    reason: "bounced",
    changedAt: NOW,
  });
  expect((await detailsOf(who)).is_email_undeliverable).toBe(true);
  await db.update(users).set({ email: "ada@new.example" }).where(eq(users.id, who.userId));
  expect((await detailsOf(who)).is_email_undeliverable).toBe(false);
});
