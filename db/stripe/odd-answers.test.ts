import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import {
  createSubscriptionFor,
  customerWithCard,
  type Running,
  startForTest,
} from "../../tests/stack/stripe/start-for-test.ts";
import { PLAN } from "../../tests/support/catalogue.ts";
import { type Fields, oddAnswersOf, type OddAnswer } from "../../tests/support/odd-answers.ts";
import { idOf } from "./id-of.ts";
import { readCustomerState } from "./read-customer-state.ts";

// Every field of every object that a sync reads is left out, set to null, given a value that is new to us, and given as a
// deleted object or an id. Only what a row cannot be without may stop the customer.

type Kind =
  | "customer"
  | "subscription"
  | "schedule"
  | "invoice"
  | "preview"
  | "charge"
  | "dispute"
  | "coupon"
  | "product";
type Answers = Readonly<Record<Kind, Fields>>;

const NEEDED: Readonly<Record<Kind, readonly string[]>> = {
  customer: [],
  subscription: [
    "status",
    "created",
    "items.data.0.price",
    "items.data.1.price",
    "schedule.current_phase.end_date",
    "schedule.phases.0.start_date",
    "schedule.phases.1.start_date",
    "pending_update.expires_at",
    "pending_update.subscription_items.0.price",
    "pending_update.subscription_items.1.price",
  ],
  schedule: ["current_phase.end_date", "phases.0.start_date", "phases.1.start_date"],
  invoice: ["amount_due", "amount_paid", "currency", "created"],
  preview: [],
  charge: ["refunds.data.0.amount"],
  dispute: ["status", "amount", "currency", "created"],
  coupon: ["applies_to.products"],
  product: [],
};

let provider: Running;
let answers: Answers;

beforeAll(async () => {
  provider = await startForTest();
  answers = await realAnswers(provider);
});
afterAll(() => provider.stop());

async function realAnswers(running: Running): Promise<Answers> {
  const { stripe } = running;
  const { name, pricePence: pence, priceId: lookupKey } = PLAN.starter;
  const price = await createSubscriptionFor(running, { name, pence, lookupKey });
  const product = idOf(price.product);
  const coupon = await stripe.coupons.create({
    percent_off: 50,
    duration: "repeating",
    duration_in_months: 6,
    applies_to: { products: [product] },
  });
  const byHand = await createSubscriptionFor(running, { name: "Website care", pence: 60_00 });
  const rate = await stripe.taxRates.create({
    display_name: "VAT",
    inclusive: true,
    percentage: 20,
  });
  const { id: customer } = await customerWithCard(running);
  const { id } = await stripe.subscriptions.create({
    customer,
    items: [{ price: price.id }, { price: byHand.id }],
    discounts: [{ coupon: coupon.id }],
    default_tax_rates: [rate.id],
  });
  const [paid] = (await stripe.charges.list({ customer })).data;
  await stripe.refunds.create({ charge: paid?.id ?? "", amount: 100 });
  const { id: schedule, phases } = await stripe.subscriptionSchedules.create({
    from_subscription: id,
  });
  await stripe.subscriptionSchedules.update(schedule, {
    phases: [0, 1].map((index) => ({
      items: [{ price: price.id }],
      discounts: [{ coupon: coupon.id }],
      duration: { interval: "month" as const, interval_count: 1 },
      ...(index === 0 && { start_date: phases[0]?.start_date ?? 0 }),
    })),
  });
  const [subscription] = (
    await stripe.subscriptions.list({
      customer,
      expand: ["data.default_payment_method", "data.discounts.source.coupon", "data.schedule"],
    })
  ).data;
  const [invoice] = (await stripe.invoices.list({ customer, expand: ["data.payments"] })).data;
  const [charge] = (await stripe.charges.list({ customer, expand: ["data.refunds"] })).data;
  const expand = ["invoice_settings.default_payment_method"];
  const read = await stripe.customers.retrieve(customer, { expand });
  const saved = read as Stripe.Customer;
  return plain({
    customer: { ...saved, discount: subscription?.discounts[0] ?? null },
    subscription: {
      ...subscription,
      default_payment_method: saved.invoice_settings.default_payment_method,
      pending_update: { expires_at: 1, subscription_items: subscription?.items.data },
    },
    schedule: await stripe.subscriptionSchedules.retrieve(schedule, {
      expand: ["phases.items.price"],
    }),
    invoice,
    preview: await stripe.invoices.createPreview({ schedule }),
    charge: { ...charge, disputed: true },
    dispute: {
      id: "du_1",
      status: "needs_response",
      reason: "fraudulent",
      amount: 100,
      currency: "gbp",
      payment_intent: charge?.payment_intent,
      evidence_details: { due_by: 1 },
      is_charge_refundable: false,
      created: 1,
    },
    coupon: await stripe.coupons.retrieve(coupon.id, { expand: ["applies_to"] }),
    product: await stripe.products.retrieve(idOf(byHand.product)),
  });
}

function plain(value: unknown): Answers {
  return JSON.parse(JSON.stringify(value)) as Answers;
}

async function* list(...items: readonly Fields[]) {
  for (const item of items) yield await Promise.resolve(item);
}

function read(given: Answers, saved: Parameters<typeof readCustomerState>[2] = []) {
  const stripe = {
    customers: { retrieve: () => Promise.resolve(given.customer) },
    subscriptions: { list: () => list(given.subscription) },
    subscriptionSchedules: { retrieve: () => Promise.resolve(given.schedule) },
    coupons: { retrieve: () => Promise.resolve(given.coupon) },
    products: { retrieve: () => Promise.resolve(given.product) },
    invoices: {
      list: () => list(given.invoice),
      createPreview: () => Promise.resolve(given.preview),
    },
    charges: { list: () => list(given.charge) },
    disputes: { list: () => list(given.dispute) },
  };
  return readCustomerState(stripe as unknown as Stripe, "cus_1", saved);
}

type Mutation = OddAnswer & { kind: Kind; answers: Answers };

function* mutationsOf(given: Answers): Generator<Mutation> {
  for (const kind of Object.keys(given) as Kind[]) {
    for (const odd of oddAnswersOf(given[kind])) {
      yield { ...odd, kind, answers: { ...given, [kind]: odd.answer } };
    }
  }
}

test("a field that Stripe leaves out or that is new to us stops no customer, but for what a row cannot be without", async () => {
  const stopped = new Set<string>();
  let count = 0;
  for (const { kind, path, how, answers: changed } of mutationsOf(answers)) {
    count += 1;
    const error = await read(changed).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (error === null) continue;
    expect(error, `${kind}.${path} ${how}`).toBeInstanceOf(z.ZodError);
    expect(how, `${kind}.${path}`).toMatch(/^(missing|null)$/);
    stopped.add(`${kind}.${path}`);
  }
  const needed = Object.entries(NEEDED).flatMap(([kind, paths]) =>
    paths.map((path) => `${kind}.${path}`),
  );
  expect([...stopped].toSorted()).toEqual(needed.toSorted());
  expect(count).toBeGreaterThan(1_000);
});

test.for([
  ["subscription", (state) => state.subscriptions[0]?.status],
  ["invoice", (state) => state.orders[0]?.status],
  ["dispute", (state) => state.disputes[0]?.status],
] satisfies [Kind, (state: Awaited<ReturnType<typeof read>>) => unknown][])(
  "a status of a %s that is new to us: unknown",
  async ([kind, statusOf]) => {
    const changed = { ...answers, [kind]: { ...answers[kind], status: "new_value" } };
    expect(statusOf(await read(changed))).toBe("unknown");
  },
);

test("a discount whose coupon Stripe no longer describes keeps its saved terms", async () => {
  const first = await read(answers);
  const before = first.subscriptions[0]?.discounts ?? [];
  expect(before[0]).toMatchObject({ percentOff: 50, productIds: [expect.any(String)] });
  const isOfCoupon = ({ kind, path }: Mutation) =>
    kind === "subscription" && /^discounts\.0\.source(\.coupon)?$/.test(path);
  const mutations = [...mutationsOf(answers)].filter(isOfCoupon);
  expect(mutations.map(({ how }) => how)).toEqual(
    expect.arrayContaining(["missing", "null", "deleted", "id"]),
  );
  for (const { how, answers: changed } of mutations) {
    const { subscriptions } = await read(changed, [{ id: "sub_1", discounts: before }]);
    expect(subscriptions[0]?.discounts, how).toEqual(before);
    expect(subscriptions[0]?.hasUncountedDiscount, how).toBe(false);
    // The team hears that our sums leave out a discount that was never saved.
    const unsaved = await read({ ...changed, customer: { ...changed.customer, discount: null } });
    expect(unsaved.subscriptions[0], how).toMatchObject({ hasUncountedDiscount: true });
  }
});
