import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWithPlans, setCard } from "./start-for-test.ts";

const DAY = 24 * 3_600;
const at = (iso: string): number => Date.parse(`${iso}T09:00:00Z`) / 1_000;
const START = at("2026-01-15");
const RENEWALS = ["2026-02-15", "2026-03-15", "2026-04-15"].map(at);
const [RENEWAL = 0, SECOND = 0] = RENEWALS;

let running: Awaited<ReturnType<typeof startWithPlans>>;
let stripe: Stripe;

beforeAll(async () => {
  running = await startWithPlans(START);
  ({ stripe } = running);
});
afterAll(() => running.stop());

const plusProduct = (): string => {
  const { product } = running.plus;
  return typeof product === "string" ? product : product.id;
};

const invoices = async (subscription: string) =>
  (await running.invoicesOf(subscription)).map((one) => [one.status, one.amount_due]);

const previewOf = async (subscription: string) =>
  (await stripe.invoices.createPreview({ subscription })).amount_due;

test.each([
  ["void", "void"],
  ["mark_uncollectible", "uncollectible"],
  ["keep_as_draft", "draft"],
] as const)(
  "paused collection (%s): active, nothing taken or announced, until it resumes by itself",
  async (behavior, status) => {
    const plan = await running.subscriber();
    const { id } = plan.subscription;
    const pause = { behavior, resumes_at: RENEWAL + 10 * DAY };
    const paused = await stripe.subscriptions.update(id, { pause_collection: pause });
    expect(paused).toMatchObject({ status: "active", pause_collection: pause });
    await running.advance(plan, RENEWAL + 2 * DAY);
    expect(await invoices(id)).toEqual([
      ["paid", 97_00],
      [status, 97_00],
    ]);
    expect(await running.eventsOf(plan.customer.id)).not.toContain("invoice.upcoming");
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
    await running.advance(plan, SECOND + 2 * DAY);
    expect((await stripe.subscriptions.retrieve(id)).pause_collection).toBeNull();
    expect((await invoices(id)).at(-1)).toEqual(["paid", 97_00]);
    expect(await running.eventsOf(plan.customer.id)).toContain("invoice.upcoming");
  },
);

test("end in a later period: that period costs its part, and taking the end back charges the rest", async () => {
  const plan = await running.subscriber();
  const { id } = plan.subscription;
  await stripe.subscriptions.update(id, { cancel_at: SECOND - 7 * DAY });
  expect(await previewOf(id)).toBe(72_75);
  await running.advance(plan, RENEWAL + DAY);
  expect((await invoices(id)).at(-1)).toEqual(["paid", 72_75]);
  await stripe.subscriptions.update(id, { cancel_at: "" });
  expect(await previewOf(id)).toBe(97_00 + 24_25);
});

test.each([
  ["create_prorations", [-21_90]],
  ["none", []],
] as const)(
  "end within the paid period (%s): credits what it takes off, and the end collects what waits",
  async (proration_behavior, credits) => {
    const plan = await running.subscriber();
    const { id } = plan.subscription;
    const customer = plan.customer.id;
    await stripe.subscriptions.update(id, { cancel_at: RENEWAL - 7 * DAY, proration_behavior });
    const { data } = await stripe.invoiceItems.list({ customer, pending: true });
    expect(data.map(({ amount }) => amount)).toEqual(credits);
    await stripe.invoiceItems.create({
      customer,
      subscription: id,
      amount: 60_00,
      currency: "gbp",
    });
    const left = credits.reduce((sum: number, pence) => sum + pence, 60_00);
    expect(await previewOf(id)).toBe(left);
    await running.advance(plan, RENEWAL);
    expect(await invoices(id)).toEqual([
      ["paid", 97_00],
      ["paid", left],
    ]);
  },
);

test("free days: the unused rest is credited, nothing is due until they end, and renewals move to their end", async () => {
  const plan = await running.subscriber();
  const { id } = plan.subscription;
  const until = START + 40 * DAY;
  const free = await stripe.subscriptions.update(id, { trial_end: until });
  expect(free).toMatchObject({ status: "trialing", trial_end: until, billing_cycle_anchor: until });
  await running.advance(plan, until - DAY);
  expect(await invoices(id)).toEqual([
    ["paid", 97_00],
    ["paid", 0],
  ]);
  expect(await previewOf(id)).toBe(0);
  await stripe.customers.update(plan.customer.id, { balance: 0 });
  await running.advance(plan, until + DAY);
  expect((await invoices(id)).at(-1)).toEqual(["paid", 97_00]);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
});

test("invoice by hand: takes what waits only when it is asked to", async () => {
  const { customer, subscription } = await running.subscriber();
  const of = { customer: customer.id, currency: "gbp" };
  await stripe.invoiceItems.create({ ...of, amount: 60_00 });
  await stripe.invoiceItems.create({ ...of, amount: 15_00, subscription: subscription.id });
  const create = async (given: Partial<Stripe.InvoiceCreateParams>) => {
    const { id } = await stripe.invoices.create({ customer: customer.id, ...given });
    return (await stripe.invoices.finalizeInvoice(id)).amount_due;
  };
  expect(await create({})).toBe(0);
  const include = { pending_invoice_items_behavior: "include" } as const;
  expect(await create({ ...include, subscription: subscription.id })).toBe(15_00);
  expect(await create(include)).toBe(60_00);
  expect(await previewOf(subscription.id)).toBe(97_00);
});

test("pause without an end: until it is unset, and a voided invoice gives the balance back", async () => {
  const plan = await running.subscriber();
  const { id } = plan.subscription;
  await stripe.customers.update(plan.customer.id, { balance: -50_00 });
  await stripe.subscriptions.update(id, { pause_collection: { behavior: "void" } });
  await running.advance(plan, RENEWAL + DAY);
  expect((await invoices(id)).at(-1)).toEqual(["void", 47_00]);
  const resumed = await stripe.subscriptions.update(id, { pause_collection: "" });
  expect(resumed.pause_collection).toBeNull();
  await running.advance(plan, SECOND + DAY);
  expect((await invoices(id)).at(-1)).toEqual(["paid", 47_00]);
});

test.each([
  [false, { amount_paid: 0, amount_remaining: 97_00 }],
  [true, { amount_paid: 97_00, amount_remaining: 0 }],
])(
  "renewal paid outside Stripe (counted: %s): active again, and no charge",
  async (isCounted, sums) => {
    running.world.settings = { ...running.world.settings, outsidePaymentsCount: isCounted };
    const plan = await running.subscriber();
    await setCard(stripe, plan.customer.id, "pm_card_chargeCustomerFail");
    await running.advance(plan, RENEWAL + DAY);
    const open = (await running.invoicesOf(plan.subscription.id)).at(-1)?.id ?? "";
    const charges = async () =>
      (await stripe.charges.list({ customer: plan.customer.id })).data.length;
    const before = await charges();
    expect(await stripe.invoices.pay(open, { paid_out_of_band: true })).toMatchObject({
      status: "paid",
      ...sums,
    });
    expect(await charges()).toBe(before);
    expect((await stripe.subscriptions.retrieve(plan.subscription.id)).status).toBe("active");
    const { data } = await stripe.invoicePayments.list({ invoice: open });
    expect(data.map(({ status }) => status)).toEqual(["canceled"]);
  },
);

test.each([false, true])(
  "deleted coupon (shown with its terms: %s): goes on for who has it, also beside a new one of its name",
  async (keepsTerms) => {
    running.world.settings = { ...running.world.settings, deletedCouponsKeepTerms: keepsTerms };
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: "forever" });
    const code = await stripe.promotionCodes.create({
      promotion: { type: "coupon", coupon: coupon.id },
    });
    const plan = await running.subscriber({ discounts: [{ promotion_code: code.id }] });
    await stripe.coupons.del(coupon.id);
    const { id } = plan.subscription;
    expect(await previewOf(id)).toBe(48_50);
    const read = await stripe.subscriptions.retrieve(id, {
      expand: ["discounts.source.coupon"],
    });
    const [discount] = read.discounts;
    expect(typeof discount === "string" ? null : discount?.source.coupon).toMatchObject(
      keepsTerms
        ? { id: coupon.id, percent_off: 50, duration: "forever", valid: false }
        : { id: coupon.id, object: "coupon", deleted: true },
    );
    await stripe.coupons.create({ id: coupon.id, percent_off: 10, duration: "forever" });
    await running.advance(plan, RENEWAL + DAY);
    expect((await invoices(id)).at(-1)).toEqual(["paid", 48_50]);
    const codes = await stripe.promotionCodes.list({ coupon: coupon.id });
    expect(codes.data.map(({ active }) => active)).toEqual([false]);
  },
);

test("coupon for all products: has no `applies_to`, expanded or not", async () => {
  const { id } = await stripe.coupons.create({ percent_off: 5, duration: "once" });
  const coupon = await stripe.coupons.retrieve(id, { expand: ["applies_to"] });
  expect(Object.keys(coupon)).not.toContain("applies_to");
});

test("code for named customers: once for each of them, and once for everybody", async () => {
  const { id } = await stripe.coupons.create({ percent_off: 10, duration: "once" });
  const [ada, bob] = await Promise.all([running.subscriber(), running.subscriber()]);
  const code = `HELLO${ada.customer.id.slice(-6)}`;
  const give = (customer?: string) =>
    stripe.promotionCodes.create({
      promotion: { type: "coupon", coupon: id },
      code,
      ...(customer === undefined ? {} : { customer }),
    });
  const first = await give(ada.customer.id);
  await give(bob.customer.id);
  await give();
  for (const again of [() => give(ada.customer.id), () => give()]) {
    await expect(again()).rejects.toMatchObject({ code: "resource_already_exists" });
  }
  await stripe.promotionCodes.update(first.id, { active: false });
  await give(ada.customer.id);
  await expect(stripe.promotionCodes.update(first.id, { active: true })).rejects.toMatchObject({
    code: "resource_already_exists",
  });
  await expect(
    stripe.subscriptions.update(bob.subscription.id, { discounts: [{ promotion_code: first.id }] }),
  ).rejects.toMatchObject({ message: "This promotion code cannot be redeemed." });
});

const INACTIVE = "The price specified is inactive. This field only accepts active prices.";
const archived = async () => {
  const price = await stripe.prices.create({
    product: plusProduct(),
    currency: "gbp",
    unit_amount: 150_00,
    recurring: { interval: "month" },
  });
  const rate = await stripe.taxRates.create({
    display_name: "VAT",
    inclusive: true,
    percentage: 20,
  });
  const plan = await running.subscriber({
    items: [{ price: price.id }],
    default_tax_rates: [rate.id],
  });
  await stripe.prices.update(price.id, { active: false });
  await stripe.taxRates.update(rate.id, { active: false });
  return { ...plan, price: price.id, rate: rate.id, id: plan.subscription.id };
};

test("archived price and tax rate: go on for who has them, and nobody new gets them", async () => {
  const plan = await archived();
  const item = plan.subscription.items.data[0]?.id ?? "";
  const changed = await stripe.subscriptions.update(plan.id, {
    items: [{ id: item, price: plan.price, quantity: 2 }, { price: running.addon.id }],
    proration_behavior: "none",
    default_tax_rates: [plan.rate],
  });
  expect(changed.items.data).toHaveLength(2);
  await running.advance(plan, RENEWAL + DAY);
  expect((await invoices(plan.id)).at(-1)).toEqual(["paid", 349_00]);
  const other = await running.subscriber();
  const refused: [Stripe.SubscriptionUpdateParams, string][] = [
    [{ items: [{ price: plan.price }] }, INACTIVE],
    [
      { default_tax_rates: [plan.rate] },
      `The tax rate ${plan.rate} cannot be used because it is archived.`,
    ],
  ];
  for (const [params, message] of refused) {
    await expect(stripe.subscriptions.update(other.subscription.id, params)).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      message,
    });
  }
});

test.each([true, false])("archived price in a schedule (kept: %s)", async (isKept) => {
  running.world.settings = { ...running.world.settings, schedulesKeepArchived: isKept };
  const plan = await archived();
  const book = async () => {
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: plan.id });
    const [now] = schedule.phases;
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        {
          items: [{ price: plan.price }],
          start_date: now?.start_date ?? 0,
          end_date: now?.end_date ?? 0,
          default_tax_rates: [plan.rate],
        },
        { items: [{ price: running.starter.id }], duration: { interval: "month" } },
      ],
    });
  };
  if (!isKept) {
    await expect(book()).rejects.toMatchObject({ message: INACTIVE });
    return;
  }
  await book();
  await stripe.prices.update(running.starter.id, { active: false });
  await running.advance(plan, RENEWAL + DAY);
  await stripe.prices.update(running.starter.id, { active: true });
  expect((await invoices(plan.id)).at(-1)).toEqual(["paid", 97_00]);
});

const pending = async (customer: string) =>
  (await stripe.invoiceItems.list({ customer, pending: true })).data.map(({ amount }) => amount);

test("invoice item: waits for the next invoice, is in its preview, and can be changed or deleted before", async () => {
  const plan = await running.subscriber();
  const customer = plan.customer.id;
  const { id } = plan.subscription;
  const setup = await stripe.prices.create({
    product: plusProduct(),
    currency: "gbp",
    unit_amount: 199_00,
  });
  const fee = await stripe.invoiceItems.create({
    customer,
    subscription: id,
    pricing: { price: setup.id },
  });
  await stripe.invoiceItems.create({
    customer,
    amount: -20_00,
    currency: "gbp",
    description: "Goodwill",
  });
  const wrong = await stripe.invoiceItems.create({ customer, amount: 5_00, currency: "gbp" });
  expect(await pending(customer)).toEqual([5_00, -20_00, 199_00]);
  await stripe.invoiceItems.update(wrong.id, { amount: 7_00 });
  expect(await previewOf(id)).toBe(97_00 + 199_00 - 20_00 + 7_00);
  await stripe.invoiceItems.del(wrong.id);
  expect(await previewOf(id)).toBe(97_00 + 199_00 - 20_00);
  await running.advance(plan, RENEWAL + DAY);
  expect((await invoices(id)).at(-1)).toEqual(["paid", 276_00]);
  expect(await pending(customer)).toEqual([]);
  await expect(stripe.invoiceItems.del(fee.id)).rejects.toMatchObject({
    code: "invoice_not_editable",
  });
  expect(await running.eventsOf(customer)).toEqual(
    expect.arrayContaining(["invoiceitem.created", "invoiceitem.deleted"]),
  );
});

test("item added with a change: on the invoice of now, and one of the customer waits for the renewal", async () => {
  const plan = await running.subscriber();
  const { id, items } = plan.subscription;
  const data = { currency: "gbp", product: plusProduct(), unit_amount: 30_00 };
  await stripe.invoiceItems.create({
    customer: plan.customer.id,
    amount: 11_00,
    currency: "gbp",
  });
  await stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id ?? "", price: running.plus.id }],
    add_invoice_items: [{ price_data: data, quantity: 2 }],
    proration_behavior: "always_invoice",
  });
  expect((await invoices(id)).at(-1)).toEqual(["paid", 175_00 - 97_00 + 60_00]);
  await stripe.subscriptions.update(id, { add_invoice_items: [{ price_data: data }] });
  expect(await previewOf(id)).toBe(175_00 + 11_00 + 30_00);
});

test("first invoice: holds what waited for the customer, and what was added", async () => {
  const { customer } = await running.subscriber();
  await stripe.invoiceItems.create({ customer: customer.id, amount: 12_00, currency: "gbp" });
  const product = plusProduct();
  const { id } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: running.starter.id, quantity: 3 }],
    add_invoice_items: [{ price_data: { currency: "gbp", product, unit_amount: 8_00 } }],
  });
  expect(await invoices(id)).toEqual([["paid", 3 * 97_00 + 20_00]]);
});

const priced = (given: Partial<Stripe.PriceCreateParams>) =>
  stripe.prices.create({
    product: plusProduct(),
    currency: "gbp",
    recurring: { interval: "year" },
    unit_amount: 1_200_00,
    ...given,
  });

test("monthly and yearly items on one subscription: each renews on its own day, on one invoice when the days meet", async () => {
  const { id: yearly } = await priced({});
  const plan = await running.subscriber({
    items: [{ price: running.starter.id }, { price: yearly }],
  });
  const { id } = plan.subscription;
  expect(plan.subscription.items.data.map((item) => item.current_period_end)).toEqual([
    RENEWAL,
    at("2027-01-15"),
  ]);
  expect(await invoices(id)).toEqual([["paid", 1_297_00]]);
  expect(await previewOf(id)).toBe(97_00);
  for (let month = 1; month < 12; month += 1) {
    await running.advance(plan, Date.UTC(2026, month, 15, 9) / 1_000 + DAY);
  }
  expect((await invoices(id)).slice(1)).toEqual(Array.from({ length: 11 }, () => ["paid", 97_00]));
  expect(await previewOf(id)).toBe(1_297_00);
  await running.advance(plan, at("2027-01-15") + DAY);
  expect((await invoices(id)).at(-1)).toEqual(["paid", 1_297_00]);
});

test("yearly item added to a monthly subscription: prorated to the anniversary", async () => {
  const { id: yearly } = await priced({ unit_amount: 365_00 });
  const plan = await running.subscriber();
  await running.advance(plan, START + 10 * DAY);
  const { items } = await stripe.subscriptions.update(plan.subscription.id, {
    items: [{ price: yearly }],
  });
  expect(items.data[1]?.current_period_end).toBe(at("2027-01-15"));
  expect(await pending(plan.customer.id)).toEqual([355_00]);
  expect(await previewOf(plan.subscription.id)).toBe(97_00 + 355_00);
});

test("monthly subscription moved to a yearly price: begins a year now", async () => {
  const { id: yearly } = await priced({});
  const plan = await running.subscriber();
  await running.advance(plan, START + 10 * DAY);
  const moved = await stripe.subscriptions.update(plan.subscription.id, {
    items: [{ id: plan.subscription.items.data[0]?.id ?? "", price: yearly }],
    proration_behavior: "none",
  });
  expect(moved.items.data[0]?.current_period_end).toBe(at("2027-01-25"));
  expect((await invoices(moved.id)).at(-1)).toEqual(["paid", 1_200_00]);
});

test("euros: charged in euros, never beside pounds, and less than 50 cents waits", async () => {
  const { id: euros } = await priced({
    currency: "eur",
    unit_amount: 40,
    recurring: { interval: "month" },
  });
  const plan = await running.subscriber({ items: [{ price: euros }] });
  expect(plan.subscription).toMatchObject({ currency: "eur", status: "active" });
  expect(await invoices(plan.subscription.id)).toEqual([["paid", 0]]);
  const [first] = await running.invoicesOf(plan.subscription.id);
  expect(first).toMatchObject({ currency: "eur", total: 40, ending_balance: 40 });
  await running.advance(plan, RENEWAL + DAY);
  expect((await invoices(plan.subscription.id)).at(-1)).toEqual(["paid", 80]);
  await expect(
    stripe.subscriptions.create({
      customer: plan.customer.id,
      items: [{ price: running.starter.id }],
    }),
  ).rejects.toThrow("You cannot combine currencies on a single customer.");
});

test("invoices that are sent: active at once, never charged, past due after the days, active when paid", async () => {
  const plan = await running.subscriber({ collection_method: "send_invoice", days_until_due: 14 });
  const { id } = plan.subscription;
  const read = async () => (await stripe.subscriptions.retrieve(id)).status;
  const newest = async () => (await running.invoicesOf(id)).at(-1);
  expect(await newest()).toMatchObject({ status: "open", due_date: START + 14 * DAY });
  expect(await read()).toBe("active");
  await running.advance(plan, START + 15 * DAY);
  expect(await read()).toBe("past_due");
  await stripe.invoices.pay((await newest())?.id ?? "");
  expect(await read()).toBe("active");
  await running.advance(plan, RENEWAL + 2 * DAY);
  expect(await newest()).toMatchObject({ status: "open", attempt_count: 0 });
  expect(await read()).toBe("active");
  expect(await running.eventsOf(plan.customer.id)).toEqual(
    expect.arrayContaining(["invoice.sent", "invoice.overdue"]),
  );
  await expect(
    stripe.subscriptions.update(id, { collection_method: "send_invoice" }),
  ).rejects.toMatchObject({ param: "days_until_due" });
});

test.each([
  ["exempt", "customer_exempt"],
  ["reverse", "reverse_charge"],
] as const)("customer with tax_exempt %s: the total stays, without tax", async (exempt, reason) => {
  const rate = await stripe.taxRates.create({
    display_name: "VAT",
    inclusive: true,
    percentage: 20,
  });
  const plan = await running.subscriber({ default_tax_rates: [rate.id] });
  await stripe.customers.update(plan.customer.id, { tax_exempt: exempt });
  await running.advance(plan, RENEWAL + DAY);
  expect((await running.invoicesOf(plan.subscription.id)).at(-1)).toMatchObject({
    total: 97_00,
    customer_tax_exempt: exempt,
    total_taxes: [{ amount: 0, taxability_reason: reason }],
  });
});
