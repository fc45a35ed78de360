import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { type CurrentPlan, customerWithCard, startWithPlans, setCard } from "./start-for-test.ts";

const HOUR = 3_600;
const DAY = 24 * HOUR;
const START = Date.parse("2026-01-31T09:00:00Z") / 1_000;
const RENEWAL = Date.parse("2026-02-28T09:00:00Z") / 1_000;

let running: Awaited<ReturnType<typeof startWithPlans>>;
let stripe: Stripe;
let starter: Stripe.Price;
let plus: Stripe.Price;
let addon: Stripe.Price;

beforeAll(async () => {
  running = await startWithPlans(START);
  ({ stripe, starter, plus, addon } = running);
  await stripe.coupons.create({
    id: "retention",
    percent_off: 20,
    duration: "repeating",
    duration_in_months: 3,
  });
});

afterAll(() => running.stop());

const subscriber: typeof running.subscriber = (given) => running.subscriber(given);
const advance: typeof running.advance = (plan, to) => running.advance(plan, to);
const eventsOf: typeof running.eventsOf = (customer) => running.eventsOf(customer);
const invoicesOf: typeof running.invoicesOf = (subscription) => running.invoicesOf(subscription);

async function intentOf(invoice: Stripe.Invoice | undefined): Promise<string> {
  const { data } = await stripe.invoicePayments.list({ invoice: invoice?.id ?? "" });
  const intent = data[0]?.payment.payment_intent;
  return typeof intent === "string" ? intent : "";
}

test("subscription: active once its first invoice is paid", async () => {
  const { customer, subscription } = await subscriber();
  expect(subscription).toMatchObject({ status: "active", metadata: { userId: "u1" } });
  expect(subscription.items.data[0]).toMatchObject({
    current_period_start: START,
    current_period_end: Date.parse("2026-02-28T09:00:00Z") / 1_000,
  });
  const [invoice] = await invoicesOf(subscription.id);
  expect(invoice).toMatchObject({
    status: "paid",
    amount_paid: 97_00,
    billing_reason: "subscription_create",
    parent: { subscription_details: { subscription: subscription.id, metadata: { userId: "u1" } } },
  });
  const { data } = await stripe.invoicePayments.list({ invoice: invoice?.id ?? "" });
  expect(data[0]?.payment.payment_intent).toMatch(/^pi_/);
  expect(await eventsOf(customer.id)).toEqual(
    expect.arrayContaining(["customer.subscription.created", "invoice.paid", "charge.succeeded"]),
  );
});

test.for([
  ["pm_bacsDebit_success", "paid", "active"],
  ["pm_bacsDebit_insufficientFunds", "open", "past_due"],
] as const)("renewal by %s: open and active for days, then %s", async ([account, status, then]) => {
  const plan = await subscriber();
  await setCard(stripe, plan.customer.id, account);
  await advance(plan, RENEWAL + 2 * DAY);
  const read = async () => [
    (await invoicesOf(plan.subscription.id)).at(-1)?.status,
    (await stripe.subscriptions.retrieve(plan.subscription.id)).status,
  ];
  expect(await read()).toEqual(["open", "active"]);
  await advance(plan, RENEWAL + 5 * DAY);
  expect(await read()).toEqual([status, then]);
});

test("subscription that is changed too often: no more than ten invoices a minute, twenty a day", async () => {
  const { subscription } = await subscriber();
  const { id } = subscription;
  const item = String(subscription.items.data[0]?.id);
  const change = async (times = 1) => {
    for (let time = 0; time < times; time += 1) {
      const { items } = await stripe.subscriptions.retrieve(id);
      const isStarter = items.data[0]?.price.id === starter.id;
      await stripe.subscriptions.update(id, {
        items: [{ id: item, price: isStarter ? plus.id : starter.id }],
        proration_behavior: "always_invoice",
      });
    }
  };
  const refused = { type: "StripeRateLimitError", statusCode: 429 };
  await change(9);
  await expect(change()).rejects.toMatchObject({
    ...refused,
    headers: { "stripe-rate-limited-reason": "resource-specific" },
  });
  running.passWallTime(61_000);
  await change(10);
  running.passWallTime(61_000);
  await expect(change()).rejects.toMatchObject(refused);
  expect(await invoicesOf(id)).toHaveLength(20);
});

test.for([
  ["in time", 24, 26],
  ["for ever", 71, 73],
] as const)(
  "refused invoice.created, mended %s: a draft after %i hours, charged after %i",
  async ([mended, before, after]) => {
    const endpoint = await stripe.webhookEndpoints.create({
      url: "https://shop.example/hook",
      enabled_events: ["invoice.created"],
    });
    running.answerWith(500);
    const plan = await subscriber();
    const renewal = async () => (await invoicesOf(plan.subscription.id)).at(-1)?.status;
    const tried = () =>
      eventually("every delivery was tried", async () => {
        running.passWallTime(15 * 60_000);
        await running.emulator.webhookSender.whenIdle();
        return [...running.world.store.all("delivery")].every(({ attempts }) => attempts > 0);
      });
    await advance(plan, RENEWAL);
    await tried();
    await advance(plan, RENEWAL + before * HOUR);
    expect(await renewal()).toBe("draft");
    if (mended === "in time") {
      running.answerWith(200);
      await eventually("delivered", async () => {
        running.passWallTime(15 * 60_000);
        await running.emulator.webhookSender.whenIdle();
        return running.world.store.count("delivery") === 0;
      });
    }
    await advance(plan, RENEWAL + after * HOUR);
    expect(await renewal()).toBe("paid");
    running.answerWith(200);
    await stripe.webhookEndpoints.del(endpoint.id);
  },
);

test("first payment declined: incomplete subscription that expires", async () => {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START });
  const customer = await customerWithCard(running, {
    clock: clock.id,
    card: "pm_card_chargeCustomerFail",
  });
  const items = [{ price: starter.id }];
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items });
  expect(subscription.status).toBe("incomplete");
  await expect(
    stripe.subscriptions.create({
      customer: customer.id,
      items,
      payment_behavior: "error_if_incomplete",
    }),
  ).rejects.toMatchObject({ type: "StripeCardError", code: "card_declined" });
  const { data } = await stripe.subscriptions.list({ customer: customer.id, status: "all" });
  expect(data).toHaveLength(1);
  await advance({ clock, customer, subscription }, START + 2 * DAY);
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: "incomplete_expired",
  });
});

test("monthly renewals: on the last day of short months", async () => {
  const who = await subscriber();
  await advance(who, Date.parse("2026-02-28T12:00:00Z") / 1_000);
  await advance(who, Date.parse("2026-03-31T12:00:00Z") / 1_000);
  const after = await stripe.subscriptions.retrieve(who.subscription.id);
  expect(after.items.data[0]?.current_period_end).toBe(Date.parse("2026-04-30T09:00:00Z") / 1_000);
  const invoices = await invoicesOf(who.subscription.id);
  expect(invoices.map(({ status, billing_reason }) => [status, billing_reason])).toEqual([
    ["paid", "subscription_create"],
    ["paid", "subscription_cycle"],
    ["paid", "subscription_cycle"],
  ]);
  const events = await eventsOf(who.customer.id);
  const upcoming = events.indexOf("invoice.upcoming");
  const renewal = events.slice(upcoming, events.indexOf("invoice.upcoming", upcoming + 1));
  expect(renewal).toEqual([
    "invoice.upcoming",
    "invoice.created",
    "customer.subscription.updated",
    "invoice.finalized",
    "payment_intent.created",
    "charge.succeeded",
    "payment_intent.succeeded",
    "invoice.paid",
    "invoice.payment_succeeded",
  ]);
});

test("retention coupon: 20% off three renewals, no more", async () => {
  const who = await subscriber();
  await advance(who, START + 10 * DAY);
  const discounted = await stripe.subscriptions.update(
    who.subscription.id,
    { discounts: [{ coupon: "retention" }] },
    { idempotencyKey: `retention:${who.subscription.id}` },
  );
  expect(discounted.discounts).toHaveLength(1);
  const preview = (given: Stripe.InvoiceCreatePreviewParams): Promise<Stripe.Invoice> =>
    stripe.invoices.createPreview({ subscription: who.subscription.id, ...given });
  expect((await preview({})).amount_due).toBe(77_60);
  expect((await preview({ discounts: "" })).amount_due).toBe(97_00);
  for (const month of ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]) {
    await advance(who, Date.parse(`${month}T12:00:00Z`) / 1_000);
  }
  const invoices = await invoicesOf(who.subscription.id);
  expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual([
    97_00, 77_60, 77_60, 77_60, 97_00,
  ]);
  expect(await eventsOf(who.customer.id)).toContain("customer.discount.deleted");
});

async function discountCustomer({ customer }: CurrentPlan, coupon: string): Promise<void> {
  expect(await control(`/customers/${customer.id}/discount`, { coupon })).toBe(200);
}

test("customer's discount: on invoices of a subscription without its own, prorations too", async () => {
  const who = await subscriber({ items: [{ price: starter.id }, { price: addon.id }] });
  const { applies_to: hidden, id: coupon } = await stripe.coupons.create({
    amount_off: 20_00,
    currency: "gbp",
    duration: "repeating",
    duration_in_months: 5,
    applies_to: { products: [addon.product as string] },
  });
  expect(hidden).toBeUndefined();
  await discountCustomer(who, coupon);
  const customer = await stripe.customers.retrieve(who.customer.id, {
    expand: ["discount.source.coupon.applies_to"],
  });
  expect(customer).toMatchObject({
    discount: { source: { coupon: { id: coupon, applies_to: { products: [addon.product] } } } },
  });
  const half = await stripe.invoices.createPreview({
    subscription: who.subscription.id,
    subscription_details: {
      items: [{ id: who.subscription.items.data[1]?.id ?? "", deleted: true }],
      proration_behavior: "always_invoice",
    },
  });
  expect(half.total).toBe(-29_00);

  await advance(who, RENEWAL + 2 * HOUR);
  await stripe.subscriptions.update(who.subscription.id, { discounts: [{ coupon: "retention" }] });
  for (const month of ["2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30"]) {
    await advance(who, Date.parse(`${month}T12:00:00Z`) / 1_000);
  }
  const invoices = await invoicesOf(who.subscription.id);
  expect(invoices.map(({ amount_paid: pence }) => pence)).toEqual([
    146_00, 126_00, 116_80, 116_80, 126_00, 146_00,
  ]);
});

test("discount of a single item: comes off before the subscription's", async () => {
  const who = await subscriber({ items: [{ price: starter.id }, { price: addon.id }] });
  const { id: coupon } = await stripe.coupons.create({
    amount_off: 9_00,
    currency: "gbp",
    duration: "forever",
  });
  const item = String(who.subscription.items.data[1]?.id);
  await stripe.subscriptionItems.update(item, { discounts: [{ coupon }] });
  await stripe.subscriptions.update(who.subscription.id, { discounts: [{ coupon: "retention" }] });
  await advance(who, RENEWAL + 2 * HOUR);
  const [, renewal] = await invoicesOf(who.subscription.id);
  // 20 % off 97.00, and off 49.00 less 9.00.
  expect(renewal?.amount_paid).toBe(109_60);
  expect(renewal?.total_discount_amounts?.map(({ amount }) => amount)).toEqual([9_00, 27_40]);
  await expect(
    stripe.subscriptionItems.update(item, { discounts: [{ coupon: "retention" }] }),
  ).rejects.toMatchObject({ param: "discounts" });
});

test("customer's discount of one payment: ends with the first invoice", async () => {
  const who = await subscriber();
  const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: "once" });
  await discountCustomer(who, coupon);
  for (const month of ["2026-02-28", "2026-03-31"]) {
    await advance(who, Date.parse(`${month}T12:00:00Z`) / 1_000);
  }
  const invoices = await invoicesOf(who.subscription.id);
  expect(invoices.map(({ amount_paid: pence }) => pence)).toEqual([97_00, 48_50, 97_00]);
  expect(await stripe.customers.retrieve(who.customer.id)).toMatchObject({ discount: null });
});

test("plan change: previewed to the penny, charged immediately only on request", async () => {
  const who = await subscriber();
  const half = START + 14 * DAY;
  await advance(who, half);
  const item = who.subscription.items.data[0]?.id ?? "";
  const items = [{ id: item, price: plus.id }];
  const preview = await stripe.invoices.createPreview({
    subscription: who.subscription.id,
    subscription_details: { items, proration_behavior: "always_invoice", proration_date: half },
  });
  expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-48_50, 87_50]);
  const changed = await stripe.subscriptions.update(who.subscription.id, {
    items,
    proration_behavior: "always_invoice",
    payment_behavior: "pending_if_incomplete",
    proration_date: half,
  });
  expect(changed).toMatchObject({ status: "active", pending_update: null });
  expect(changed.items.data.map(({ id, price }) => [id, price.id])).toEqual([[item, plus.id]]);
  const invoice = (await invoicesOf(who.subscription.id)).at(-1);
  expect(invoice).toMatchObject({
    billing_reason: "subscription_update",
    status: "paid",
    amount_paid: preview.amount_due,
  });
  const next = await stripe.invoices.createPreview({ subscription: who.subscription.id });
  expect(next.amount_due).toBe(175_00);
});

test("add-on: charged on the next invoice; price_data prices are added", async () => {
  const who = await subscriber();
  await advance(who, START + 14 * DAY);
  const changed = await stripe.subscriptions.update(who.subscription.id, {
    items: [{ price: addon.id }],
  });
  expect(changed.items.data).toHaveLength(2);
  const next = await stripe.invoices.createPreview({ subscription: who.subscription.id });
  expect(next.amount_due).toBe(24_50 + 97_00 + 49_00);
  await advance(who, Date.parse("2026-02-28T12:00:00Z") / 1_000);
  expect((await invoicesOf(who.subscription.id)).at(-1)?.amount_paid).toBe(next.amount_due);
});

test("unpaid upgrade: pending, applied when paid, otherwise expires", async () => {
  const who = await subscriber();
  await setCard(stripe, who.customer.id, "pm_card_chargeCustomerFail");
  await advance(who, START + 14 * DAY);
  const item = who.subscription.items.data[0]?.id ?? "";
  const upgrade = (): Promise<Stripe.Subscription> =>
    stripe.subscriptions.update(who.subscription.id, {
      items: [{ id: item, price: plus.id }],
      proration_behavior: "always_invoice",
      payment_behavior: "pending_if_incomplete",
    });
  const waiting = await upgrade();
  expect(waiting.items.data[0]?.price.id).toBe(starter.id);
  expect(waiting.pending_update?.subscription_items?.[0]?.price.id).toBe(plus.id);
  await advance(who, START + 16 * DAY);
  expect((await stripe.subscriptions.retrieve(who.subscription.id)).pending_update).toBeNull();
  const again = await upgrade();
  const good = await stripe.paymentMethods.attach("pm_card_visa", { customer: who.customer.id });
  const open = typeof again.latest_invoice === "string" ? again.latest_invoice : "";
  await stripe.invoices.pay(open, { payment_method: good.id });
  const upgraded = await stripe.subscriptions.retrieve(who.subscription.id);
  expect(upgraded).toMatchObject({ pending_update: null });
  expect(upgraded.items.data[0]?.price.id).toBe(plus.id);
  expect(await eventsOf(who.customer.id)).toEqual(
    expect.arrayContaining([
      "customer.subscription.pending_update_expired",
      "customer.subscription.pending_update_applied",
    ]),
  );
});

test("downgrade by schedule: applied at the period end without proration", async () => {
  const who = await subscriber({ items: [{ price: plus.id }] });
  const schedule = await stripe.subscriptionSchedules.create({
    from_subscription: who.subscription.id,
  });
  const [current] = schedule.phases;
  if (current === undefined) throw new Error("a schedule begins with a phase");
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: "release",
    phases: [
      {
        items: [{ price: plus.id, quantity: 1 }],
        start_date: current.start_date,
        end_date: current.end_date,
      },
      {
        items: [{ price: starter.id, quantity: 1 }],
        proration_behavior: "none",
        duration: { interval: "month", interval_count: 1 },
      },
    ],
  });
  await expect(
    stripe.subscriptions.update(who.subscription.id, { cancel_at_period_end: true }),
  ).rejects.toThrow("managed by the subscription schedule");
  await advance(who, Date.parse("2026-02-28T12:00:00Z") / 1_000);
  const after = await stripe.subscriptions.retrieve(who.subscription.id);
  expect(after.items.data.map(({ price }) => price.id)).toEqual([starter.id]);
  const invoices = await invoicesOf(who.subscription.id);
  expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual([175_00, 97_00]);
  await stripe.subscriptionSchedules.release(schedule.id);
  expect((await stripe.subscriptions.retrieve(who.subscription.id)).schedule).toBeNull();
});

test("pending update: dropped by another update or when its invoice is voided", async () => {
  const who = await subscriber();
  await setCard(stripe, who.customer.id, "pm_card_chargeCustomerFail");
  const [item] = who.subscription.items.data;
  const ask = (given: Stripe.SubscriptionUpdateParams.Item): Promise<Stripe.Subscription> =>
    stripe.subscriptions.update(who.subscription.id, {
      items: [given],
      proration_behavior: "always_invoice",
      payment_behavior: "pending_if_incomplete",
    });
  const first = await ask({ id: String(item?.id), price: plus.id });
  const second = await ask({ price: addon.id });
  expect(second.pending_update?.subscription_items).toHaveLength(2);
  const statuses = async (): Promise<(string | null)[]> =>
    (await invoicesOf(who.subscription.id)).map(({ status }) => status);
  expect(await statuses()).toEqual(["paid", "void", "open"]);
  expect(second.latest_invoice).not.toBe(first.latest_invoice);
  await stripe.invoices.voidInvoice(
    typeof second.latest_invoice === "string" ? second.latest_invoice : "",
  );
  expect((await stripe.subscriptions.retrieve(who.subscription.id)).pending_update).toBeNull();
  expect(await statuses()).toEqual(["paid", "void", "void"]);
});

test("phase: lists all discounts of the subscription, and its preview is charged", async () => {
  const charged = async (keeps: boolean): Promise<number[]> => {
    const who = await subscriber({ items: [{ price: plus.id }] });
    const { id, discounts } = await stripe.subscriptions.update(who.subscription.id, {
      discounts: [{ coupon: "retention" }],
    });
    const kept = discounts.map((discount) => ({
      discount: typeof discount === "string" ? discount : discount.id,
    }));
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    const [current] = schedule.phases;
    if (current === undefined) throw new Error("a schedule begins with a phase");
    const phases: Stripe.SubscriptionScheduleUpdateParams.Phase[] = [
      {
        items: [{ price: plus.id }],
        start_date: current.start_date,
        end_date: current.end_date,
        discounts: kept,
      },
      {
        items: [{ price: starter.id }],
        proration_behavior: "none",
        duration: { interval: "month" },
        ...(keeps ? { discounts: kept } : {}),
      },
    ];
    const tried = await stripe.invoices.createPreview({
      schedule: schedule.id,
      schedule_details: { phases },
    });
    expect((await stripe.subscriptionSchedules.retrieve(schedule.id)).phases).toHaveLength(1);
    await stripe.subscriptionSchedules.update(schedule.id, { phases });
    const said = await stripe.invoices.createPreview({ subscription: id });
    expect(said.amount_due).toBe(tried.amount_due);
    await advance(who, Date.parse("2026-02-28T12:00:00Z") / 1_000);
    const { amount_paid: paid } = (await invoicesOf(id)).at(-1) ?? {};
    return [said.amount_due, paid ?? 0];
  };
  expect(await charged(true)).toEqual([77_60, 77_60]);
  expect(await charged(false)).toEqual([97_00, 97_00]);
});

test("cancel at period end: can be undone until then", async () => {
  const who = await subscriber();
  const set = await stripe.subscriptions.update(who.subscription.id, {
    cancel_at_period_end: true,
    cancellation_details: { comment: "too busy", feedback: "unused" },
  });
  const end = Date.parse("2026-02-28T09:00:00Z") / 1_000;
  expect(set).toMatchObject({
    status: "active",
    cancel_at: end,
    canceled_at: START,
    cancellation_details: { feedback: "unused", reason: "cancellation_requested" },
  });
  const undone = await stripe.subscriptions.update(who.subscription.id, {
    cancel_at_period_end: false,
  });
  expect(undone).toMatchObject({ cancel_at: null, canceled_at: null });
  await stripe.subscriptions.update(who.subscription.id, { cancel_at_period_end: true });
  await expect(
    stripe.invoices.createPreview({ subscription: who.subscription.id }),
  ).rejects.toMatchObject({ code: "invoice_upcoming_none" });
  await advance(who, end + DAY);
  expect(await stripe.subscriptions.retrieve(who.subscription.id)).toMatchObject({
    status: "canceled",
    ended_at: end,
  });
  expect(await invoicesOf(who.subscription.id)).toHaveLength(1);
  await expect(
    stripe.subscriptions.update(who.subscription.id, { items: [{ price: addon.id }] }),
  ).rejects.toMatchObject({ code: "invalid_canceled_subscription_fields" });
});

test("immediate cancellation with proration: leaves a credit balance", async () => {
  const who = await subscriber();
  await advance(who, START + 14 * DAY);
  await stripe.subscriptions.cancel(who.subscription.id, { prorate: true, invoice_now: true });
  const customer = await stripe.customers.retrieve(who.customer.id);
  expect(customer).toMatchObject({ balance: -48_50 });
  const next = await stripe.subscriptions.create({
    customer: who.customer.id,
    items: [{ price: plus.id }],
  });
  expect((await invoicesOf(next.id))[0]).toMatchObject({
    total: 175_00,
    starting_balance: -48_50,
    amount_paid: 126_50,
  });
});

test("declined renewal: retried, and recovers with a better card", async () => {
  const who = await subscriber();
  await setCard(stripe, who.customer.id, "pm_card_chargeCustomerFail");
  await advance(who, Date.parse("2026-02-28T12:00:00Z") / 1_000);
  const late = await stripe.subscriptions.retrieve(who.subscription.id, {
    expand: ["latest_invoice"],
  });
  expect(late).toMatchObject({
    status: "past_due",
    latest_invoice: { status: "open", attempt_count: 1 },
  });
  const open = (await invoicesOf(who.subscription.id)).at(-1)?.id ?? "";
  await expect(stripe.invoices.pay(open)).rejects.toMatchObject({ code: "card_declined" });
  expect(await stripe.invoices.retrieve(open)).toMatchObject({
    attempt_count: 1,
    next_payment_attempt: Date.parse("2026-03-03T10:00:00Z") / 1_000,
  });
  await setCard(stripe, who.customer.id, "pm_card_visa");
  await advance(who, Date.parse("2026-03-04T12:00:00Z") / 1_000);
  const recovered = await stripe.subscriptions.retrieve(who.subscription.id, {
    expand: ["latest_invoice"],
  });
  expect(recovered).toMatchObject({
    status: "active",
    latest_invoice: { status: "paid", attempt_count: 2 },
  });
});

test("an invoice is charged to its own card, else the subscription's, else the customer's default", async () => {
  const who = await subscriber();
  const attach = async (card: string) =>
    (await stripe.paymentMethods.attach(card, { customer: who.customer.id })).id;
  const refusing = await attach("pm_card_chargeCustomerFail");
  const { subscription } = who;
  await stripe.subscriptions.update(subscription.id, { default_payment_method: refusing });
  await advance(who, Date.parse("2026-02-28T12:00:00Z") / 1_000);
  const open = (await invoicesOf(subscription.id)).at(-1)?.id ?? "";
  const pay = () => stripe.invoices.pay(open);
  await expect(pay()).rejects.toMatchObject({ code: "card_declined" });
  await stripe.subscriptions.update(subscription.id, { default_payment_method: "" });
  await stripe.invoices.update(open, { default_payment_method: refusing });
  await expect(pay()).rejects.toMatchObject({ code: "card_declined" });
  await stripe.invoices.update(open, { default_payment_method: await attach("pm_card_visa") });
  expect(await pay()).toMatchObject({ status: "paid" });
  await expect(pay()).rejects.toMatchObject({ statusCode: 400, code: undefined });
  await advance(who, Date.parse("2026-03-31T12:00:00Z") / 1_000);
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: "active",
    default_payment_method: null,
  });
});

test.each([
  ["copied", false],
  ["the phase's", true],
])(
  "a schedule copies the subscription's own card; its next phase sets the %s one",
  async (_, isPhases) => {
    const who = await subscriber();
    const card = await stripe.paymentMethods.attach("pm_card_visa", { customer: who.customer.id });
    const other = await stripe.paymentMethods.attach("pm_card_gb", { customer: who.customer.id });
    const { id } = who.subscription;
    await stripe.subscriptions.update(id, { default_payment_method: card.id });
    const { data: items } = who.subscription.items;
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    expect(schedule.default_settings.default_payment_method).toBe(card.id);
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        {
          items: [{ price: starter.id }],
          start_date: items[0]?.current_period_start ?? 0,
          end_date: items[0]?.current_period_end ?? 0,
        },
        {
          items: [{ price: plus.id }],
          duration: { interval: "month", interval_count: 1 },
          ...(isPhases && { default_payment_method: other.id }),
        },
      ],
    });
    await stripe.subscriptions.update(id, { default_payment_method: "" });
    await advance(who, Date.parse("2026-02-28T12:00:00Z") / 1_000);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      default_payment_method: isPhases ? other.id : card.id,
    });
  },
);

test("renewal never paid: ends the subscription after the last attempt", async () => {
  const who = await subscriber();
  const refusing = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
    customer: who.customer.id,
  });
  await stripe.subscriptions.update(who.subscription.id, { default_payment_method: refusing.id });
  await advance(who, Date.parse("2026-02-28T12:00:00Z") / 1_000);
  await advance(who, Date.parse("2026-03-20T12:00:00Z") / 1_000);
  const over = await stripe.subscriptions.retrieve(who.subscription.id, {
    expand: ["latest_invoice"],
  });
  expect(over).toMatchObject({
    status: "canceled",
    cancellation_details: { reason: "payment_failed" },
    latest_invoice: { attempt_count: 4, next_payment_attempt: null },
  });
});

test("renewal that the bank declines for good: retries are counted, and charge only another card", async () => {
  const who = await subscriber();
  const useCard = (card: string) => setCard(stripe, who.customer.id, card);
  const charges = async () =>
    (await stripe.charges.list({ customer: who.customer.id })).data.map(({ status }) => status);
  await useCard("pm_card_authenticationRequired");
  await advance(who, Date.parse("2026-02-28T12:00:00Z") / 1_000);
  const before = (await eventsOf(who.customer.id)).filter(
    (type) => type === "invoice.payment_failed",
  );
  await advance(who, Date.parse("2026-03-10T12:00:00Z") / 1_000);
  const [, renewal] = await invoicesOf(who.subscription.id);
  expect(renewal).toMatchObject({ status: "open", attempt_count: 3 });
  expect(await charges()).toEqual(["succeeded"]);
  expect(
    (await eventsOf(who.customer.id)).filter((type) => type === "invoice.payment_failed"),
  ).toEqual(before);
  await useCard("pm_card_visa");
  await advance(who, Date.parse("2026-03-20T12:00:00Z") / 1_000);
  expect((await invoicesOf(who.subscription.id))[1]).toMatchObject({ status: "paid" });
  expect(await charges()).toEqual(["succeeded", "succeeded"]);
});

test.each([
  ["cancel", "canceled", ["paid", "open"]],
  ["unpaid", "unpaid", ["paid", "open", "draft"]],
  ["past_due", "past_due", ["paid", "open", "open"]],
] as const)(
  "last retry failed, the account's setting is %s: %s",
  async (afterLastAttempt, status, invoices) => {
    await control("/switches", { account: { afterLastAttempt, retryDays: [1, 2] } });
    const who = await subscriber();
    const refusing = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
      customer: who.customer.id,
    });
    await stripe.subscriptions.update(who.subscription.id, { default_payment_method: refusing.id });
    await advance(who, Date.parse("2026-03-04T12:00:00Z") / 1_000);
    expect(await stripe.subscriptions.retrieve(who.subscription.id)).toMatchObject({ status });
    expect((await invoicesOf(who.subscription.id))[1]).toMatchObject({
      attempt_count: 3,
      auto_advance: false,
    });
    await advance(who, Date.parse("2026-03-31T12:00:00Z") / 1_000);
    expect((await invoicesOf(who.subscription.id)).map((one) => one.status)).toEqual(invoices);
    await fetch(`${running.url}/control/switches`, { method: "DELETE" });
  },
);

test.each([
  ["markUncollectible", "active"],
  ["voidInvoice", "active"],
] as const)("past due, %s of the newest invoice: %s", async (write, status) => {
  const who = await subscriber();
  const refusing = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
    customer: who.customer.id,
  });
  await stripe.subscriptions.update(who.subscription.id, { default_payment_method: refusing.id });
  await advance(who, Date.parse("2026-02-28T12:00:00Z") / 1_000);
  const newest = (await invoicesOf(who.subscription.id)).at(-1)?.id ?? "";
  await stripe.invoices[write](newest);
  expect(await stripe.subscriptions.retrieve(who.subscription.id)).toMatchObject({ status });
});

test("renewal with 3-D Secure: reports requires_action", async () => {
  const who = await subscriber();
  const asking = await stripe.paymentMethods.attach("pm_card_authenticationRequired", {
    customer: who.customer.id,
  });
  await stripe.subscriptions.update(who.subscription.id, { default_payment_method: asking.id });
  await advance(who, Date.parse("2026-02-28T12:00:00Z") / 1_000);
  const late = await stripe.subscriptions.retrieve(who.subscription.id, {
    expand: ["latest_invoice.confirmation_secret"],
  });
  expect(late.status).toBe("past_due");
  expect(late.latest_invoice).toMatchObject({
    status: "open",
    confirmation_secret: { type: "payment_intent" },
  });
  expect(await eventsOf(who.customer.id)).toContain("invoice.payment_action_required");
});

test("partial refunds: never exceed the payment", async () => {
  const who = await subscriber();
  const [invoice] = await invoicesOf(who.subscription.id);
  const intent = await intentOf(invoice);
  const part = { payment_intent: intent, amount: 20_00 };
  expect(await stripe.refunds.create(part)).toMatchObject({ amount: 20_00, status: "succeeded" });
  await expect(
    stripe.refunds.create({ payment_intent: intent, amount: 90_00 }),
  ).rejects.toMatchObject({ statusCode: 400 });
  await stripe.refunds.create(
    { payment_intent: intent, reason: "requested_by_customer" },
    { idempotencyKey: `refund:${String(invoice?.id)}` },
  );
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: "charge_already_refunded",
  });
  const paid = await stripe.paymentIntents.retrieve(intent, { expand: ["latest_charge"] });
  expect(paid.latest_charge).toMatchObject({ amount_refunded: 97_00, refunded: true });
  expect((await invoicesOf(who.subscription.id))[0]?.status).toBe("paid");
});

async function control(path: string, body: object): Promise<number> {
  const { status } = await running.emulator.app.request(`/control${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  return status;
}

test.each([
  ["keeps", false, 97_00],
  ["lowers", true, 0],
])("refund that fails later: %s the charge's refunded sum", async (_, lowers, left) => {
  running.world.settings = { ...running.world.settings, failedRefundLowersCharge: lowers };
  const who = await subscriber({ card: "pm_card_refundFail" });
  const intent = await intentOf((await invoicesOf(who.subscription.id))[0]);
  const refund = await stripe.refunds.create({ payment_intent: intent });
  expect(refund.status).toBe("succeeded");
  await advance(who, START + DAY);
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
    status: "failed",
    failure_reason: "expired_or_canceled_card",
  });
  const [charge] = (await stripe.charges.list({ payment_intent: intent, expand: ["data.refunds"] }))
    .data;
  expect(charge).toMatchObject({
    amount_refunded: left,
    refunds: { data: [{ id: refund.id, status: "failed" }] },
  });
});

test("refund without balance: waits, and can be canceled", async () => {
  await control("/switches", { account: { isBalanceSufficient: false } });
  const who = await subscriber();
  const intent = await intentOf((await invoicesOf(who.subscription.id))[0]);
  const refund = await stripe.refunds.create({ payment_intent: intent });
  await control("/switches", { account: { isBalanceSufficient: true } });
  expect(refund).toMatchObject({ status: "pending", pending_reason: "insufficient_funds" });
  expect(await control(`/refunds/${refund.id}`, { status: "canceled" })).toBe(200);
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: "canceled" });
});

async function disputed(card: string) {
  const who = await subscriber({ card });
  const intent = await intentOf((await invoicesOf(who.subscription.id))[0]);
  const { id } = (await stripe.disputes.list({ payment_intent: intent })).data[0] ?? { id: "" };
  return {
    read: () => stripe.disputes.retrieve(id, { expand: ["charge"] }),
    become: (status: string) => control(`/disputes/${id}`, { status }),
    refund: () => stripe.refunds.create({ payment_intent: intent }),
    events: async () =>
      (await stripe.events.list({ limit: 100 })).data
        .filter(({ data }) => [id, intent].includes((data.object as { id: string }).id))
        .map(({ type }) => type)
        .toReversed(),
  };
}

test("chargeback: refused a refund while open and after it is lost, allowed after a late win", async () => {
  const { read, become, refund, events } = await disputed("pm_card_createDispute");
  expect(await read()).toMatchObject({
    status: "needs_response",
    amount: 97_00,
    is_charge_refundable: false,
    charge: { disputed: true },
  });
  // Stripe reports the dispute before the payment.
  expect((await events()).slice(-3)).toEqual([
    "charge.dispute.created",
    "charge.dispute.funds_withdrawn",
    "payment_intent.succeeded",
  ]);
  for (const status of ["needs_response", "under_review", "lost"]) {
    if (status !== "needs_response") expect(await become(status)).toBe(200);
    await expect(refund()).rejects.toMatchObject({
      statusCode: 400,
      code: "charge_disputed",
      message: expect.stringMatching(/has been charged back; cannot issue a refund\.$/),
    });
  }
  expect(await become("under_review")).toBe(404);
  expect(await become("won")).toBe(200);
  expect((await events()).at(-1)).toBe("charge.dispute.funds_reinstated");
  expect(await refund()).toMatchObject({ status: "succeeded" });
  expect(await read()).toMatchObject({ is_charge_refundable: true, charge: { disputed: true } });
});

test("inquiry: settled by a full refund, or becomes a chargeback", async () => {
  const settled = await disputed("pm_card_createDisputeInquiry");
  expect(await settled.read()).toMatchObject({ status: "warning_needs_response" });
  expect(await settled.events()).not.toContain("charge.dispute.funds_withdrawn");
  await settled.refund();
  expect(await settled.read()).toMatchObject({ status: "warning_closed" });
  const escalated = await disputed("pm_card_createDisputeInquiry");
  await escalated.become("needs_response");
  expect((await escalated.events()).at(-1)).toBe("charge.dispute.funds_withdrawn");
  await expect(escalated.refund()).rejects.toMatchObject({ code: "charge_disputed" });
});

test("any payment: can be disputed later, and a card can cause an early fraud warning", async () => {
  const who = await subscriber({ card: "pm_card_createIssuerFraudRecord" });
  const [charge] = (await stripe.charges.list({ customer: who.customer.id })).data;
  const [warning] = (await stripe.events.list({ type: "radar.early_fraud_warning.created" })).data;
  expect(warning?.data.object).toMatchObject({ charge: charge?.id, actionable: true });
  expect(await control(`/charges/${charge?.id}/dispute`, {})).toBe(200);
  await expect(stripe.refunds.create({ charge: String(charge?.id) })).rejects.toMatchObject({
    code: "charge_disputed",
  });
});

test("draft that cannot be finalized: stays one, and Stripe reports it", async () => {
  const who = await subscriber();
  await advance(who, Date.parse("2026-02-28T09:30:00Z") / 1_000);
  const draft = String((await invoicesOf(who.subscription.id)).at(-1)?.id);
  expect(await control(`/invoices/${draft}/fail-finalization`, {})).toBe(200);
  await advance(who, Date.parse("2026-03-02T09:00:00Z") / 1_000);
  expect(await stripe.invoices.retrieve(draft)).toMatchObject({
    status: "draft",
    last_finalization_error: { code: "customer_tax_location_invalid" },
  });
  expect(await eventsOf(who.customer.id)).toContain("invoice.finalization_failed");
});

test("card that the bank issued anew: keeps its id", async () => {
  const { customer } = await subscriber();
  const [own] = (await stripe.paymentMethods.list({ customer: customer.id })).data;
  const card = String(own?.id);
  expect(await control(`/cards/${card}/renew`, { expMonth: 5, expYear: 2039 })).toBe(200);
  expect(await stripe.paymentMethods.retrieve(card)).toMatchObject({
    card: { exp_month: 5, exp_year: 2039 },
  });
  expect(await eventsOf(customer.id)).toContain("payment_method.automatically_updated");
});

test("clock: moves forward by at most two periods at a time", async () => {
  const who = await subscriber();
  const moving = (to: number): Promise<unknown> =>
    stripe.testHelpers.testClocks.advance(who.clock.id, { frozen_time: to });
  await expect(moving(START - 1)).rejects.toMatchObject({ param: "frozen_time" });
  await expect(moving(START + 120 * DAY)).rejects.toMatchObject({ param: "frozen_time" });
});
