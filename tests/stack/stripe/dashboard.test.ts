import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWithPlans } from "./start-for-test.ts";

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
    const card = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
      customer: plan.customer.id,
    });
    await stripe.customers.update(plan.customer.id, {
      invoice_settings: { default_payment_method: card.id },
    });
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
    product: typeof running.plus.product === "string" ? running.plus.product : "",
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
