import { eq } from "drizzle-orm";
import { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, onTestFinished, vi } from "vitest";
import { PLANS } from "#contracts/catalogue.ts";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { Db } from "#db/client.ts";
import { eraseAccount } from "#db/personal-data/erase-account.ts";
import { users } from "#db/schema/accounts.ts";
import { customers, disputes } from "#db/schema/billing.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { CHECKOUT_METADATA_KEY } from "#db/stripe/metadata-keys.ts";
import { openDispute } from "../../tests/stack/stripe/billing/disputes.ts";
import {
  customerWithCard,
  type Running,
  createSubscriptionFor,
  startForTest,
} from "../../tests/stack/stripe/start-for-test.ts";
import { PLAN } from "../../tests/support/catalogue.ts";
import { insertAccountRow, insertCustomer } from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { newId, stripeActionsWith } from "../../tests/support/pipeline.ts";
import { checkDrift } from "./drift-check.ts";
import { StripeRejected } from "./stripe-calls.ts";

const DAY_S = 86_400;

let provider: Running;
let price: string;
let dearer: string;

beforeAll(async () => {
  provider = await startForTest();
  const [one, two] = await Promise.all(
    PLANS.map(({ name, pricePence: pence, priceId: lookupKey }) =>
      createSubscriptionFor(provider, { name, pence, lookupKey }),
    ),
  );
  price = String(one?.id);
  dearer = String(two?.id);
});
afterAll(() => provider.stop());

const openCashier = (db: Db, stripe: Running["stripe"] | null = provider.stripe) =>
  stripeActionsWith({ db }, stripe);

async function subscriber(db: Db, given: { agoDays?: number; userId?: string } = {}) {
  const { agoDays = 0, userId } = given;
  const now = Math.floor(Date.now() / 1_000);
  const clocks = provider.stripe.testHelpers.testClocks;
  const clock =
    agoDays === 0 ? null : await clocks.create({ frozen_time: Math.round(now - agoDays * DAY_S) });
  const { id: customerId } = await customerWithCard(
    provider,
    clock === null ? {} : { clock: clock.id },
  );
  await insertCustomer(db, { id: customerId, ...(userId === undefined ? {} : { userId }) });
  const { id: subscriptionId } = await provider.stripe.subscriptions.create({
    customer: customerId,
    items: [{ price }],
  });
  let at = agoDays;
  const passUntil = async (days: number) => {
    if (clock === null) throw new Error("no clock");
    while (at > days) {
      at = Math.max(days, at - 28);
      await clocks.advance(clock.id, { frozen_time: Math.round(now - at * DAY_S) });
      await eventually("the clock is ready", async () => {
        const { status } = await clocks.retrieve(clock.id);
        return status === "ready";
      });
    }
  };
  return { customerId, subscriptionId, correlationId: "req_1", passUntil };
}
type CurrentPlan = Awaited<ReturnType<typeof subscriber>>;

const chargesOf = ({ customerId }: Pick<CurrentPlan, "customerId">) =>
  [...provider.world.store.all("charge")]
    .filter((charge) => charge.customer === customerId && charge.status === "succeeded")
    .toSorted((a, b) => a.created - b.created)
    .map((charge) => [charge.amount, charge.amount_refunded]);

function killAfter(kind: "cancel" | "update") {
  const { subscriptions: calls } = provider.stripe;
  const call = calls[kind].bind(calls) as (...asked: unknown[]) => Promise<unknown>;
  return vi.spyOn(calls, kind).mockImplementationOnce(async (...asked: unknown[]) => {
    await call(...asked);
    throw new Error("killed");
  });
}

/** After a day Stripe has forgotten every idempotency key. */
function forgetKeys(): void {
  const { store } = provider.world;
  const ids = Array.from(store.all("answer"), ({ id }) => id);
  store.transaction(() => {
    for (const id of ids) store.remove("answer", id);
  });
}

test("duplicate purchase: refunded once, however often and late the effect runs", async ({
  db,
}) => {
  const stripeActions = openCashier(db);
  const kept = await subscriber(db);
  const second = { ...(await subscriber(db)), keptSubscriptionId: kept.subscriptionId };
  expect(await stripeActions.refundDuplicate(second)).toMatch(/^re_/);
  await stripeActions.refundDuplicate(second);
  forgetKeys();
  expect(await stripeActions.refundDuplicate(second)).toBeNull();
  const { status } = await provider.stripe.subscriptions.retrieve(second.subscriptionId);
  expect(status).toBe("canceled");
  expect(chargesOf(second)).toEqual([[97_00, 97_00]]);
  expect(chargesOf(kept)).toEqual([[97_00, 0]]);
});

describe("duplicate of an older subscription", () => {
  async function claimed(db: Db, keptDays: number) {
    const old = await subscriber(db, { agoDays: 100 });
    await old.passUntil(keptDays);
    const kept = await subscriber(db, { agoDays: keptDays });
    return { ...old, keptSubscriptionId: kept.subscriptionId };
  }
  const read = ({ subscriptionId }: CurrentPlan) =>
    provider.stripe.subscriptions.retrieve(subscriptionId);

  test("runs to the end of the paid period without a refund", async ({ db }) => {
    const old = await claimed(db, 3);
    await old.passUntil(0);
    const { items } = await read(old);
    await provider.stripe.subscriptionSchedules.create({ from_subscription: old.subscriptionId });
    const stripeActions = openCashier(db);
    const killed = killAfter("update");
    await expect(stripeActions.refundDuplicate(old)).rejects.toThrow("killed");
    killed.mockRestore();
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await stripeActions.refundDuplicate(old)).toBeNull();
    }
    expect(await read(old)).toMatchObject({
      status: "active",
      cancel_at: items.data[0]?.current_period_end,
      schedule: null,
    });
    await old.passUntil(-40);
    await stripeActions.refundDuplicate(old);
    expect(await read(old)).toMatchObject({ status: "canceled" });
    expect(chargesOf(old)).toEqual(Array.from({ length: 4 }, () => [97_00, 0]));
  });

  test("period renewed after the second purchase: cancels immediately and refunds it", async ({
    db,
  }) => {
    const old = await claimed(db, 20);
    await old.passUntil(0);
    const stripeActions = openCashier(db);
    const killed = killAfter("cancel");
    await expect(stripeActions.refundDuplicate(old)).rejects.toThrow("killed");
    killed.mockRestore();
    expect(await stripeActions.refundDuplicate(old)).toMatch(/^re_/);
    forgetKeys();
    expect(await stripeActions.refundDuplicate(old)).toBeNull();
    expect(await read(old)).toMatchObject({ status: "canceled" });
    expect(chargesOf(old)).toEqual([
      ...Array.from({ length: 3 }, () => [97_00, 0]),
      [97_00, 97_00],
    ]);
  });

  test("past due: cancels immediately and voids the open invoice", async ({ db }) => {
    const old = await claimed(db, 20);
    const { customerId, subscriptionId } = old;
    const bad = await provider.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
      customer: customerId,
    });
    await provider.stripe.subscriptions.update(subscriptionId, { default_payment_method: bad.id });
    await old.passUntil(0);
    expect(await read(old)).toMatchObject({ status: "past_due" });
    expect(await openCashier(db).refundDuplicate(old)).toBeNull();
    expect(await read(old)).toMatchObject({ status: "canceled" });
    const { data } = await provider.stripe.invoices.list({ subscription: subscriptionId });
    expect(data.map(({ status }) => status)).toEqual(["void", "paid", "paid", "paid"]);
    expect(chargesOf(old)).toEqual(Array.from({ length: 3 }, () => [97_00, 0]));
  });

  test("renewal under way: cancels immediately, and the renewal is not charged", async ({ db }) => {
    const old = await subscriber(db, { agoDays: 100 });
    await old.passUntil(20);
    const { items } = await read(old);
    const renewed = (items.data[0]?.current_period_end ?? 0) + 600;
    const daysAgo = (Date.now() / 1_000 - renewed) / 86_400;
    await old.passUntil(daysAgo);
    const kept = await subscriber(db, { agoDays: daysAgo });
    const what = { ...old, keptSubscriptionId: kept.subscriptionId };
    expect(await openCashier(db).refundDuplicate(what)).toBeNull();
    expect(await read(old)).toMatchObject({ status: "canceled" });
    await old.passUntil(0);
    expect(chargesOf(old)).toEqual(Array.from({ length: 3 }, () => [97_00, 0]));
  });

  test("linked to an account with a newer subscription: the older one is the duplicate", async ({
    db,
  }) => {
    const userId = await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
    const old = await subscriber(db, { agoDays: 100 });
    await old.passUntil(3);
    const sync = ({ customerId }: CurrentPlan) =>
      openCashier(db).sync({ customerId, correlationId: "req_1", stripeEventId: null });
    await sync(old);
    const kept = await subscriber(db, { agoDays: 3, userId });
    await sync(kept);
    await db.update(customers).set({ userId }).where(eq(customers.id, old.customerId));
    await sync(old);
    const found = await db
      .select({ data: outboxEvents.payload })
      .from(outboxEvents)
      .where(eq(outboxEvents.type, "DuplicateSubscriptionFound"));
    expect(found).toMatchObject([
      {
        data: {
          subscriptionId: old.subscriptionId,
          keptSubscriptionId: kept.subscriptionId,
        },
      },
    ]);
    await openCashier(db).refundDuplicate({ ...old, keptSubscriptionId: kept.subscriptionId });
    expect(chargesOf(old)).toEqual(Array.from({ length: 4 }, () => [97_00, 0]));
    expect(chargesOf(kept)).toEqual([[97_00, 0]]);
  });
});

test("two purchases on one day: refunds the duplicate, whichever subscription stays", async ({
  db,
}) => {
  const elder = await subscriber(db, { agoDays: 0.5 });
  await elder.passUntil(0);
  const younger = await subscriber(db);
  await openCashier(db).refundDuplicate({ ...elder, keptSubscriptionId: younger.subscriptionId });
  expect(chargesOf(elder)).toEqual([[97_00, 97_00]]);
});

test("account with another email: a sync gives it to its own customer, not to a guest's", async ({
  db,
}) => {
  const userId = await insertAccountRow(db, { email: "new@shop.example", isProven: true });
  const account = await subscriber(db, { userId });
  const guest = await subscriber(db);
  await db.update(customers).set({ userId }).where(eq(customers.id, guest.customerId));
  const readEmails = () =>
    Promise.all(
      [account, guest].map(async ({ customerId }) => {
        const customer = await provider.stripe.customers.retrieve(customerId);
        return customer.deleted === true ? null : customer.email;
      }),
    );
  expect(await readEmails()).toEqual(["ada@example.com", "ada@example.com"]);
  const { customerId } = guest;
  await openCashier(db).sync({ customerId, correlationId: "req_1", stripeEventId: null });
  await openCashier(db).syncAccount({ userId, correlationId: "req_1" });
  expect(await readEmails()).toEqual(["new@shop.example", "ada@example.com"]);
});

test("email that the team sets at Stripe: stays there without drift, until the account has another", async ({
  db,
}) => {
  const userId = await insertAccountRow(db, { email: "ada@example.com", isProven: true });
  const { customerId } = await subscriber(db, { userId });
  const sync = () =>
    openCashier(db).sync({ customerId, correlationId: "req_1", stripeEventId: null });
  const read = async () => {
    const customer = await provider.stripe.customers.retrieve(customerId);
    return "email" in customer ? customer.email : null;
  };
  await sync();
  await provider.stripe.customers.update(customerId, { email: "books@shop.example" });
  for (const _ of ["first", "again"]) {
    expect(await sync()).toBe("synced");
    expect(await read()).toBe("books@shop.example");
  }
  await db.update(users).set({ email: "new@shop.example" }).where(eq(users.id, userId));
  await openCashier(db).syncAccount({ userId, correlationId: "req_1" });
  expect(await read()).toBe("new@shop.example");
  await provider.stripe.customers.update(customerId, { email: "books@shop.example" });
  await openCashier(db).syncAccount({ userId, correlationId: "req_1" });
  expect(await read()).toBe("books@shop.example");
});

test("email that Stripe refuses: stays as it is there, with one alert and no drift, until the account has another", async ({
  db,
}) => {
  const userId = await insertAccountRow(db, { email: "ada@shop", isProven: true });
  const { customerId } = await subscriber(db, { userId });
  const sync = () =>
    openCashier(db).sync({ customerId, correlationId: "req_1", stripeEventId: null });
  const read = async () => {
    const customer = await provider.stripe.customers.retrieve(customerId);
    const events = await db
      .select({ data: outboxEvents.payload })
      .from(outboxEvents)
      .where(eq(outboxEvents.type, "AccountEmailRefused"));
    const { drifted } = await checkDrift({
      db,
      stripe: provider.stripe,
      makeId: newId,
      now: () => new Date(),
      wait: () => Promise.resolve(),
      onUnknown: () => undefined,
    });
    return { email: "email" in customer ? customer.email : null, events: events.length, drifted };
  };
  for (const _ of ["first", "again"]) {
    expect(await sync()).toBe("synced");
    expect(await read()).toEqual({ email: "ada@example.com", events: 1, drifted: 0 });
  }
  await db.update(users).set({ email: "new@shop.example" }).where(eq(users.id, userId));
  await openCashier(db).syncAccount({ userId, correlationId: "req_1" });
  expect(await read()).toEqual({ email: "new@shop.example", events: 1, drifted: 0 });
  await db.update(users).set({ email: "new@shop" }).where(eq(users.id, userId));
  await openCashier(db).syncAccount({ userId, correlationId: "req_1" });
  expect(await read()).toEqual({ email: "new@shop.example", events: 2, drifted: 0 });
});

test("account that is erased: Stripe forgets names and addresses of its customers and of its guest purchases", async ({
  db,
}) => {
  const email = "ada@shop.example";
  const userId = await insertAccountRow(db, { email, isProven: true });
  const stripeActions = openCashier(db);
  const ids: string[] = [];
  for (const row of [
    { email, userId },
    { email, userId: null },
    { email: "grace@navy.example", userId: null },
  ]) {
    const personal = { email: row.email, name: "Ada Byron", address: { line1: "1 Quay" } };
    const { id } = await provider.stripe.customers.create(personal);
    await insertCustomer(db, { id, ...row });
    await stripeActions.sync({ customerId: id, correlationId: "req_1", stripeEventId: null });
    ids.push(id);
  }
  const data = { userId, by: "owner", left: "nothing" } as const;
  const context = { makeId: newId, now: () => new Date(), correlationId: "req_1" };
  const event = newEvent(context, "AccountErased", { kind: "user", userId }, data);
  expect(await eraseAccount(db, { userId, sessionId: null, event })).toBe("erased");
  expect(await stripeActions.syncErasedCustomers({ correlationId: "req_1" })).toBe(2);
  expect(await stripeActions.syncErasedCustomers({ correlationId: "req_1" })).toBe(0);
  const kept = await Promise.all(ids.map((id) => provider.stripe.customers.retrieve(id)));
  const forgotten = { email: null, name: null, address: null };
  expect(kept).toMatchObject([forgotten, forgotten, { email: "grace@navy.example" }]);
});

test("erasure while Stripe is away: stops at the first customer, and the attempt has Stripe's answer", async ({
  db,
}) => {
  for (const id of ["cus_a", "cus_b"]) await insertCustomer(db, { id, email: ERASED_EMAIL });
  const away = new Stripe.errors.StripeConnectionError({ type: "api_error", message: "no route" });
  const read = vi.spyOn(provider.stripe.customers, "retrieve").mockRejectedValue(away);
  onTestFinished(() => read.mockRestore());
  await expect(
    openCashier(db).syncErasedCustomers({ correlationId: "req_1" }),
  ).rejects.toMatchObject({
    message: "Stripe: StripeConnectionError (no status)",
    cause: { message: "no route" },
  });
  expect(read).toHaveBeenCalledTimes(1);
});

test("ended for non-payment: its open invoice is voided, another subscription's stays", async ({
  db,
}) => {
  const ended = await subscriber(db, { agoDays: 60 });
  const { customerId, subscriptionId } = ended;
  const bad = await provider.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
    customer: customerId,
  });
  await provider.stripe.subscriptions.update(subscriptionId, { default_payment_method: bad.id });
  await ended.passUntil(0);
  const listInvoices = async () => {
    const { data } = await provider.stripe.invoices.list({ customer: customerId });
    return data.map(({ parent, status }) => [
      parent?.subscription_details?.subscription === subscriptionId,
      status,
    ]);
  };
  const other = await provider.stripe.subscriptions.create({
    customer: customerId,
    items: [{ price }],
    payment_behavior: "allow_incomplete",
    default_payment_method: bad.id,
  });
  expect(other.status).toBe("incomplete");
  expect(await listInvoices()).toEqual([
    [false, "open"],
    [true, "open"],
    [true, "paid"],
  ]);
  const stripeActions = openCashier(db);
  await stripeActions.voidOpenInvoices(ended);
  await stripeActions.voidOpenInvoices(ended);
  expect(await listInvoices()).toEqual([
    [false, "open"],
    [true, "void"],
    [true, "paid"],
  ]);
});

test.for(["paid", "void"] as const)(
  "open invoice is %s since it was read: it stays so, and the effect goes on",
  async (status, { db }) => {
    const { customerId } = await subscriber(db);
    const { invoices, subscriptions } = provider.stripe;
    const { id: subscriptionId } = await subscriptions.create({
      customer: customerId,
      items: [{ price }],
      payment_behavior: "default_incomplete",
    });
    const voidInvoice = invoices.voidInvoice.bind(invoices);
    const late = vi.spyOn(invoices, "voidInvoice").mockImplementationOnce(async (id) => {
      await (status === "paid" ? invoices.pay(id) : voidInvoice(id));
      return voidInvoice(id);
    });
    await openCashier(db).voidOpenInvoices({ customerId, subscriptionId, correlationId: "req_1" });
    expect(late).toHaveBeenCalledOnce();
    late.mockRestore();
    const { data } = await invoices.list({ subscription: subscriptionId });
    expect(data).toMatchObject([{ status }]);
  },
);

test.for([true, false])(
  "customer deleted in Stripe, its lists can be read %s: the subscription ends, its address is erased, its order stays",
  async (listsDeletedCustomers, { db, database }) => {
    const who = await subscriber(db);
    const stripeActions = openCashier(db);
    const sync = () => stripeActions.sync({ ...who, stripeEventId: null });
    await sync();
    const saved = await database.query("select email from customers");
    expect(saved.rows).toEqual([{ email: "ada@example.com" }]);
    provider.world.settings = { ...provider.world.settings, listsDeletedCustomers };
    await provider.stripe.customers.del(who.customerId);
    await sync();
    await sync();
    const { rows } = await database.query(
      `select customer.is_deleted, customer.email, subscription.status, saved.status as "order"
       from customers customer join subscriptions subscription on subscription.customer_id = customer.id
       join orders saved on saved.customer_id = customer.id`,
    );
    expect(rows).toEqual([
      { is_deleted: true, email: null, status: "canceled", order: "completed" },
    ]);
    const ends = await db
      .select()
      .from(outboxEvents)
      .where(eq(outboxEvents.type, "SubscriptionEnded"));
    expect(ends).toHaveLength(1);
    const report = await checkDrift({
      db,
      stripe: provider.stripe,
      makeId: newId,
      now: () => new Date(),
      wait: () => Promise.resolve(),
      onUnknown: () => undefined,
    });
    expect(report).toMatchObject({ drifted: 0 });
  },
);

test("payment that is disputed before the first sync: bought once, and the dispute is saved", async ({
  db,
}) => {
  const who = await subscriber(db);
  const { world } = provider;
  const charges = [...world.store.all("charge")];
  const charge = charges.find(({ customer }) => customer === who.customerId);
  if (charge === undefined) throw new Error("nothing was paid");
  const { id } = world.store.transaction(() =>
    openDispute(world, charge, "chargeback", charge.created),
  );
  for (let times = 0; times < 2; times += 1) {
    await openCashier(db).sync({ ...who, stripeEventId: null });
  }
  const events = await db.select({ type: outboxEvents.type }).from(outboxEvents);
  expect(events).toEqual([{ type: "CheckoutCompleted" }]);
  expect(await db.select({ id: disputes.id }).from(disputes)).toEqual([{ id }]);
});

describe("scheduled change", () => {
  async function overtaken(db: Db, bookedOn: string | null) {
    const who = await subscriber(db);
    const { subscriptions: calls, subscriptionSchedules: schedules } = provider.stripe;
    const { id } = await schedules.create({ from_subscription: who.subscriptionId });
    const { items } = await calls.retrieve(who.subscriptionId);
    const [item] = items.data;
    const ends = item?.current_period_end ?? 0;
    await schedules.update(id, {
      metadata: {
        items: `${PLAN.plus.priceId}=${PLAN.plus.pricePence}x1`,
        ...(bookedOn === null ? {} : { booked_on: bookedOn }),
      },
      phases: [
        { items: [{ price }], start_date: item?.current_period_start ?? 0, end_date: ends },
        { items: [{ price: dearer }], duration: { interval: "month", interval_count: 1 } },
      ],
    });
    const sync = () => openCashier(db).sync({ ...who, stripeEventId: null });
    if (bookedOn !== PLAN.plus.priceId) await sync();
    await calls.update(who.subscriptionId, {
      items: [{ id: String(item?.id), price: dearer }],
    });
    await sync();
    await sync();
    const events = await db.select({ type: outboxEvents.type }).from(outboxEvents);
    const { schedule } = await calls.retrieve(who.subscriptionId);
    return { schedule, events: events.map(({ type }) => type).toSorted() };
  }

  test("upgrade since: releases the schedule and publishes one change", async ({ db }) => {
    expect(await overtaken(db, PLAN.starter.priceId)).toEqual({
      schedule: null,
      events: ["CheckoutCompleted", "SubscriptionChangeScheduled", "SubscriptionChanged"],
    });
  });

  test.for([
    ["on what is there now", PLAN.plus.priceId],
    ["by somebody else", null],
  ] as const)("scheduled %s: stays", async ([, bookedOn], { db }) => {
    expect(await overtaken(db, bookedOn)).toMatchObject({
      schedule: expect.stringMatching(/^sub_sched_/),
    });
  });
});

test.for([
  ["108800 00012345", "active", ["CheckoutCompleted", undefined]],
  ["108800 22222227", "canceled", ["SubscriptionEnded", "never_paid"]],
] as const)(
  "purchase by bank account %s: incomplete for days, then %s",
  async ([card, status, type], { db, database }) => {
    const now = Math.floor(Date.now() / 1_000);
    const { testHelpers, customers: calls, checkout, subscriptions } = provider.stripe;
    const clock = await testHelpers.testClocks.create({ frozen_time: now });
    const { id: customerId } = await calls.create({ test_clock: clock.id });
    await insertCustomer(db, { id: customerId });
    const session = await checkout.sessions.create({
      mode: "subscription",
      customer: customerId,
      line_items: [{ price, quantity: 1 }],
      success_url: "https://shop.example",
      subscription_data: { metadata: { [CHECKOUT_METADATA_KEY]: newId("checkout") } },
    });
    await fetch(`${provider.url}/control/checkout/${session.id}/pay`, {
      method: "POST",
      body: JSON.stringify({ card }),
    });
    const sync = () =>
      openCashier(db).sync({ customerId, correlationId: "req_1", stripeEventId: null });
    const saved = async () => (await database.query("select status from subscriptions")).rows;
    const events = async () =>
      (
        await database.query<{ type: string; payload: { reason?: string } }>(
          "select type, payload from outbox_events where type <> 'InvoicePaid'",
        )
      ).rows.map(({ type, payload }) => [type, payload.reason]);
    await sync();
    expect(await saved()).toEqual([{ status: "incomplete" }]);
    expect(await events()).toEqual([]);
    await testHelpers.testClocks.advance(clock.id, { frozen_time: now + 5 * DAY_S });
    await sync();
    await sync();
    expect(await saved()).toEqual([{ status }]);
    const { data } = await subscriptions.list({ customer: customerId, status: "all" });
    expect(data).toMatchObject([{ status }]);
    expect(await events()).toEqual([type]);
  },
);

test("lost response to the cancellation: the refund is still made", async ({ db }) => {
  const { subscriptionId: keptSubscriptionId } = await subscriber(db);
  const second = { ...(await subscriber(db)), keptSubscriptionId };
  const { subscriptions } = provider.stripe;
  const cancel = subscriptions.cancel.bind(subscriptions);
  // As stripe-node retries by itself.
  const twice = vi.spyOn(subscriptions, "cancel").mockImplementationOnce(async (id, params) => {
    await cancel(id, params);
    return cancel(id, params);
  });
  const refundId = await openCashier(db).refundDuplicate(second);
  twice.mockRestore();
  expect(refundId).toMatch(/^re_/);
});

test("Stripe not configured: the effect is dead-lettered", async ({ db }) => {
  const stripeActions = openCashier(db, null);
  const asked = stripeActions.sync({
    customerId: "cus_1",
    correlationId: "req_1",
    stripeEventId: null,
  });
  await expect(asked).rejects.toThrow(StripeRejected);
});

test("customer unknown to Stripe: dead-lettered, and the error holds no personal data", async ({
  db,
}) => {
  await insertCustomer(db, { id: "cus_gone" });
  const asked = openCashier(db).sync({
    customerId: "cus_gone",
    correlationId: "req_1",
    stripeEventId: null,
  });
  await expect(asked).rejects.toThrow(new StripeRejected("Stripe: resource_missing (404)"));
});
