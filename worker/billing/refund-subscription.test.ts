import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import { PLANS } from "#contracts/catalogue.ts";
import type { Db } from "#db/client.ts";
import { disputes, orders, refundRequests, subscriptions } from "#db/schema/billing.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { DEFAULT_SETTINGS } from "../../tests/stack/stripe/account-settings.ts";
import { changeDispute, openDispute } from "../../tests/stack/stripe/billing/disputes.ts";
import { settleRefund } from "../../tests/stack/stripe/billing/refunds.ts";
import {
  customerWithCard,
  type Running,
  createSubscriptionFor,
  startForTest,
} from "../../tests/stack/stripe/start-for-test.ts";
import { insertCustomer } from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { newId, stripeActionsWith } from "../../tests/support/pipeline.ts";

let provider: Running;
let prices: string[] = [];

beforeAll(async () => {
  provider = await startForTest();
  prices = await Promise.all(
    PLANS.map(async ({ name, pricePence: pence, priceId: lookupKey }) => {
      const { id } = await createSubscriptionFor(provider, { name, pence, lookupKey });
      return id;
    }),
  );
});
afterAll(() => provider.stop());

const NOW = "2026-11-25T12:00:00.000Z";
const REQUEST = "rfr_01KAHX2J3V7W8R9T0A1B2C3D4E";

const openCashier = (db: Db) => stripeActionsWith({ db }, provider.stripe, () => new Date(NOW));

async function subscriber(db: Db, card = "pm_card_visa") {
  const { id: customerId } = await customerWithCard(provider, { card });
  await insertCustomer(db, { id: customerId });
  const { id: subscriptionId } = await provider.stripe.subscriptions.create({
    customer: customerId,
    items: [{ price: String(prices[0]) }],
  });
  const who = { customerId, subscriptionId };
  await read(db, who);
  return who;
}
type Who = Awaited<ReturnType<typeof subscriber>>;

const read = (db: Db, { customerId }: Who) =>
  openCashier(db).sync({ customerId, correlationId: "req_1", stripeEventId: null });

async function approved(db: Db) {
  const who = await subscriber(db);
  await db.insert(refundRequests).values({
    id: REQUEST,
    ...who,
    amountPence: 97_00,
    state: "approved",
    requestedAt: NOW,
    decidedAt: NOW,
  });
  const request = { ...who, refundRequestId: REQUEST, amountPence: 97_00, currency: "gbp" };
  return { ...who, request, eventId: "evt_01KAHX2J3V7W8R9T0A1B2C3D4E", correlationId: "req_1" };
}

async function upgrade({ subscriptionId }: Who): Promise<void> {
  const { subscriptions: calls } = provider.stripe;
  const { items } = await calls.retrieve(subscriptionId);
  await calls.update(subscriptionId, {
    items: [{ id: String(items.data[0]?.id), price: String(prices[1]) }],
    proration_behavior: "always_invoice",
  });
}

const charges = ({ customerId }: Who) =>
  [...provider.world.store.all("charge")]
    .filter((charge) => charge.customer === customerId && charge.status === "succeeded")
    .map((charge) => [charge.amount, charge.amount_refunded] as const);

const firstCharge = ({ customerId }: Who) =>
  String(
    [...provider.world.store.all("charge")].find(({ customer }) => customer === customerId)?.id,
  );

const eventTypes = async (db: Db) =>
  (await db.select({ type: outboxEvents.type }).from(outboxEvents))
    .map(({ type }) => type)
    .filter((type) => type.startsWith("Refund") || type.startsWith("SubscriptionE"))
    .toSorted();

function openDisputeOf(who: Who, kind: "chargeback" | "inquiry" = "chargeback") {
  const charge = provider.world.store.get("charge", firstCharge(who));
  if (charge === undefined) throw new Error("nothing was paid");
  return provider.world.store.transaction(() =>
    openDispute(provider.world, charge, kind, charge.created),
  );
}

async function chargesRefunded(who: Who, count: number): Promise<void> {
  const all = charges(who);
  expect(all).toHaveLength(count);
  for (const [amount, refunded] of all) expect(refunded).toBe(amount);
}

/** After a day Stripe has forgotten every idempotency key. */
function forgetKeys(): void {
  const { store } = provider.world;
  const ids = Array.from(store.all("answer"), ({ id }) => id);
  store.transaction(() => {
    for (const id of ids) store.remove("answer", id);
  });
}

async function passDay(): Promise<void> {
  await provider.emulator.app.request("/control/time", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ seconds: 86_400 }),
  });
}

const DEATHS = {
  "the end": () => {
    const { subscriptions: calls } = provider.stripe;
    const call = calls.cancel.bind(calls);
    return vi.spyOn(calls, "cancel").mockImplementationOnce(async (id, params) => {
      await call(id, params);
      throw new Error("killed");
    });
  },
  "a refund": () => {
    const { refunds: calls } = provider.stripe;
    const call = calls.create.bind(calls);
    return vi.spyOn(calls, "create").mockImplementationOnce(async (params, options) => {
      await call(params, options);
      throw new Error("killed");
    });
  },
  "all refunds": () => {
    const { customers: calls } = provider.stripe;
    return vi.spyOn(calls, "retrieve").mockImplementationOnce(() => {
      throw new Error("killed");
    });
  },
};

describe("refund under the guarantee", () => {
  test("refunds the rest of every payment, cancels, and publishes each event once", async ({
    db,
  }) => {
    const what = await approved(db);
    await upgrade(what);
    await provider.stripe.refunds.create({ charge: firstCharge(what), amount: 10_00 });
    await read(db, what);
    const stripeActions = openCashier(db);
    expect(await stripeActions.refundUnderGuarantee(what)).toEqual({
      refundId: expect.stringMatching(/^re_/),
      disputedPence: 0,
    });
    await stripeActions.refundUnderGuarantee(what);
    forgetKeys();
    expect(await stripeActions.refundUnderGuarantee(what)).toMatchObject({ refundId: null });

    await chargesRefunded(what, 2);
    expect(await db.select().from(refundRequests)).toMatchObject([{ state: "refunded" }]);
    expect(await db.select().from(subscriptions)).toMatchObject([{ status: "canceled" }]);
    const kept = await db.select().from(orders);
    expect(kept.map(({ status }) => status)).toEqual(["refunded", "refunded"]);
    for (const order of kept) expect(order.refundedPence).toBe(order.amountPence);
    expect(await eventTypes(db)).toEqual([
      "RefundIssued",
      "RefundIssued",
      "RefundIssued",
      "SubscriptionEnded",
    ]);
    const refunds = await provider.stripe.refunds.list();
    expect(refunds.data.slice(0, 2).map(({ reason }) => reason)).toEqual([
      "requested_by_customer",
      "requested_by_customer",
    ]);
  });

  test("disputed payment: cancels, refunds the rest, and says who has the money", async ({
    db,
  }) => {
    const what = await approved(db);
    await upgrade(what);
    const dispute = openDisputeOf(what);
    await expect(
      provider.stripe.refunds.create({ charge: firstCharge(what) }),
    ).rejects.toMatchObject({ code: "charge_disputed" });
    const stripeActions = openCashier(db);
    const asked = vi.spyOn(provider.stripe.refunds, "create");
    const first = await stripeActions.refundUnderGuarantee(what);
    expect(first).toEqual({ refundId: expect.stringMatching(/^re_/), disputedPence: 97_00 });
    // Stripe would repeat its refusal for a day, also once the dispute is won.
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockRestore();
    await stripeActions.refundUnderGuarantee(what);
    expect(charges(what).filter(([, refunded]) => refunded > 0)).toHaveLength(1);
    expect(await db.select().from(subscriptions)).toMatchObject([{ status: "canceled" }]);
    expect(await db.select().from(disputes)).toMatchObject([
      { id: dispute.id, status: "needs_response", isRefundable: false, amountPence: 97_00 },
    ]);
    expect(await db.select().from(refundRequests)).toMatchObject([{ state: "disputed" }]);
    expect(await eventTypes(db)).toEqual(["RefundDisputed", "RefundIssued", "SubscriptionEnded"]);

    provider.world.store.transaction(() =>
      changeDispute(provider.world, dispute, "won", dispute.created),
    );
    await db.update(refundRequests).set({ state: "approved" });
    await stripeActions.refundUnderGuarantee({ ...what, eventId: newId("event") });
    await chargesRefunded(what, 2);
    expect(await db.select().from(refundRequests)).toMatchObject([{ state: "refunded" }]);
    expect(await db.select().from(disputes)).toMatchObject([{ status: "won", isRefundable: true }]);
  });

  test("dispute between the question and the refund: counts as disputed", async ({ db }) => {
    const what = await approved(db);
    const { disputes: calls } = provider.stripe;
    const before = calls.list({ charge: firstCharge(what) });
    expect((await before).data).toEqual([]);
    const none = vi.spyOn(calls, "list").mockReturnValueOnce(before);
    openDisputeOf(what);
    expect(await openCashier(db).refundUnderGuarantee(what)).toEqual({
      refundId: null,
      disputedPence: 97_00,
    });
    none.mockRestore();
    expect(await db.select().from(refundRequests)).toMatchObject([{ state: "disputed" }]);
  });

  test.for(["within a day", "days later"] as const)(
    "balance too small: an operator replays it %s, and the customer hears when it is sent",
    async (replayed, { db }) => {
      const what = await approved(db);
      const { world } = provider;
      world.settings = { ...DEFAULT_SETTINGS, isBalanceSufficient: false };
      const refund = () => openCashier(db).refundUnderGuarantee(what);
      await expect(refund()).rejects.toThrow("top up the balance");
      world.settings = DEFAULT_SETTINGS;
      if (replayed === "days later") forgetKeys();
      await expect(refund()).rejects.toThrow("top up the balance");
      await read(db, what);
      expect(await eventTypes(db)).toEqual(["SubscriptionEnded"]);
      expect(await db.select().from(refundRequests)).toMatchObject([{ state: "approved" }]);

      const [waiting] = (await provider.stripe.refunds.list({ limit: 1 })).data;
      world.store.transaction(() =>
        settleRefund(world, { id: String(waiting?.id), status: "succeeded", at: 0 }),
      );
      await refund();
      expect(await eventTypes(db)).toEqual(["RefundIssued", "SubscriptionEnded"]);
      expect(await db.select().from(refundRequests)).toMatchObject([{ state: "refunded" }]);
    },
  );

  test("inquiry: refunded, which settles it", async ({ db }) => {
    const what = await approved(db);
    openDisputeOf(what, "inquiry");
    await openCashier(db).refundUnderGuarantee(what);
    await chargesRefunded(what, 1);
    expect(await db.select().from(disputes)).toMatchObject([{ status: "warning_closed" }]);
    expect(await db.select().from(refundRequests)).toMatchObject([{ state: "refunded" }]);
  });

  test.for(["the end", "a refund", "all refunds"] as const)(
    "worker killed after %s: the next run completes the refund",
    async (step, { db }) => {
      const what = await approved(db);
      await upgrade(what);
      const stripeActions = openCashier(db);
      const killed = DEATHS[step]();
      await expect(stripeActions.refundUnderGuarantee(what)).rejects.toThrow("killed");
      killed.mockRestore();
      forgetKeys();
      await stripeActions.refundUnderGuarantee(what);
      await chargesRefunded(what, 2);
      expect(await db.select().from(refundRequests)).toMatchObject([{ state: "refunded" }]);
      expect(await eventTypes(db)).toEqual(["RefundIssued", "RefundIssued", "SubscriptionEnded"]);
    },
  );

  test("scheduled change and pending upgrade: both are dropped", async ({ db }) => {
    const what = await approved(db);
    const { stripe } = provider;
    const asking = await stripe.paymentMethods.attach("pm_card_authenticationRequired", {
      customer: what.customerId,
    });
    const { items } = await stripe.subscriptions.retrieve(what.subscriptionId);
    await stripe.subscriptions.update(what.subscriptionId, {
      default_payment_method: asking.id,
    });
    await stripe.subscriptions.update(what.subscriptionId, {
      items: [{ id: String(items.data[0]?.id), price: String(prices.at(-1)) }],
      payment_behavior: "pending_if_incomplete",
      proration_behavior: "always_invoice",
    });
    await stripe.subscriptionSchedules.create({ from_subscription: what.subscriptionId });
    await openCashier(db).refundUnderGuarantee(what);
    await chargesRefunded(what, 1);
    expect(await db.select().from(subscriptions)).toMatchObject([
      { status: "canceled", scheduled: null, awaiting: null },
    ]);
    const kept = await db.select().from(orders);
    expect(kept.map(({ status }) => status).toSorted()).toEqual(["refunded", "void"]);
  });

  test("invoice item that waits: the end does not charge it", async ({ db }) => {
    const what = await approved(db);
    const { customerId: customer, subscriptionId: subscription } = what;
    await provider.stripe.invoiceItems.create({
      customer,
      subscription,
      amount: 10_00,
      currency: "gbp",
    });
    await openCashier(db).refundUnderGuarantee(what);
    await chargesRefunded(what, 1);
    expect((await provider.stripe.invoices.list({ customer })).data).toHaveLength(1);
  });

  test("invoice paid during the cancellation: refunded too", async ({ db }) => {
    const what = await approved(db);
    const { invoices, paymentMethods, subscriptions: calls } = provider.stripe;
    const declined = await paymentMethods.attach("pm_card_chargeCustomerFail", {
      customer: what.customerId,
    });
    await calls.update(what.subscriptionId, { default_payment_method: declined.id });
    await upgrade(what);
    const good = await paymentMethods.attach("pm_card_visa", { customer: what.customerId });
    const close = invoices.voidInvoice.bind(invoices);
    const faster = vi.spyOn(invoices, "voidInvoice").mockImplementationOnce(async (id) => {
      await invoices.pay(id, { payment_method: good.id });
      return close(id);
    });
    await openCashier(db).refundUnderGuarantee(what);
    faster.mockRestore();
    await chargesRefunded(what, 2);
  });
});

describe("refunds", () => {
  const refundPart = (who: Who, amount: number) =>
    provider.stripe.refunds.create({ charge: firstCharge(who), amount });

  test("partial refunds in Stripe's dashboard: one event each", async ({ db }) => {
    const who = await subscriber(db);
    for (const amount of [10_00, 87_00]) {
      await refundPart(who, amount);
      await read(db, who);
      await read(db, who);
    }
    const events = await db
      .select({ type: outboxEvents.type, payload: outboxEvents.payload })
      .from(outboxEvents)
      .orderBy(outboxEvents.id);
    expect(events.filter(({ type }) => type.startsWith("Refund"))).toMatchObject([
      {
        type: "RefundIssued",
        payload: {
          orderNumber: expect.stringMatching(/-0001$/),
          currency: "gbp",
          amountPence: 10_00,
          refundedPence: 10_00,
        },
      },
      { type: "RefundIssued", payload: { amountPence: 87_00, refundedPence: 97_00 } },
    ]);
    expect(await db.select().from(orders)).toMatchObject([
      { status: "refunded", amountPence: 97_00, refundedPence: 97_00 },
    ]);
    expect(await db.select().from(subscriptions)).toMatchObject([{ status: "active" }]);
  });

  test("partial refund: the order shows the amount", async ({ db }) => {
    const who = await subscriber(db);
    await refundPart(who, 10_00);
    await read(db, who);
    expect(await db.select().from(orders)).toMatchObject([
      { status: "partially_refunded", refundedPence: 10_00 },
    ]);
  });

  test.for([
    ["pm_card_pendingRefund", ["RefundIssued"], { status: "refunded", refundedPence: 97_00 }],
    [
      "pm_card_refundFail",
      ["RefundFailed", "RefundIssued"],
      { status: "completed", refundedPence: 0 },
    ],
  ] as const)(
    "pending or failing refund: publishes the outcome, %s",
    async ([card, events, order], { db }) => {
      const who = await subscriber(db, card);
      await refundPart(who, 97_00);
      await read(db, who);
      expect(await eventTypes(db)).toEqual(["RefundIssued"]);
      await passDay();
      await read(db, who);
      await read(db, who);
      expect(await eventTypes(db)).toEqual(events);
      expect(await db.select().from(orders)).toMatchObject([order]);
    },
  );
});
