import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { customerWithCard, startWithVat } from "./start-for-test.ts";

let running: Awaited<ReturnType<typeof startWithVat>>;
let stripe: Stripe;
let price: Stripe.Price;
let vat: Stripe.TaxRate;

beforeAll(async () => {
  running = await startWithVat();
  ({ stripe, price, vat } = running);
});

afterAll(() => running.stop());

const subscribe = async (given: Partial<Stripe.SubscriptionCreateParams> = {}) => {
  const customer = await customerWithCard(running);
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_tax_rates: [vat.id],
    ...given,
  });
  return {
    customer,
    subscription,
    invoice: await stripe.invoices.retrieve(subscription.latest_invoice as string),
  };
};

const refused = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

test("inclusive rate: the total stays, and a sixth of it is tax", async () => {
  const { subscription, invoice } = await subscribe();
  expect(invoice).toMatchObject({
    total: 97_00,
    amount_paid: 97_00,
    total_excluding_tax: 80_83,
    total_taxes: [{ amount: 16_17, taxable_amount: 80_83, tax_rate_details: { tax_rate: vat.id } }],
    default_tax_rates: [{ id: vat.id }],
  });
  const next = await stripe.invoices.createPreview({ subscription: subscription.id });
  expect(next).toMatchObject({ total: 97_00, total_taxes: [{ amount: 16_17 }] });
});

test("inclusive rate under a discount: tax of what is paid", async () => {
  const coupon = await stripe.coupons.create({ percent_off: 20, duration: "forever" });
  const { invoice } = await subscribe({ discounts: [{ coupon: coupon.id }] });
  expect(invoice).toMatchObject({ total: 77_60, total_taxes: [{ amount: 12_93 }] });
});

test("percentage of a tax rate: cannot be updated, and an archived rate is not taken", async () => {
  const unknown = { percentage: 19 } as Stripe.TaxRateUpdateParams;
  expect(await refused(stripe.taxRates.update(vat.id, unknown))).toMatchObject({
    code: "parameter_unknown",
  });
  const old = await stripe.taxRates.create({
    display_name: "VAT",
    inclusive: true,
    percentage: 17.5,
    active: false,
  });
  expect(await refused(subscribe({ default_tax_rates: [old.id] }))).toMatchObject({
    param: "default_tax_rates",
  });
});

test("tax rate on a running subscription: from the next invoice, and cleared by an empty value", async () => {
  const { subscription } = await subscribe({ default_tax_rates: "" });
  const { id } = subscription;
  const preview = async () =>
    (await stripe.invoices.createPreview({ subscription: id })).total_taxes;
  expect(await preview()).toEqual([]);
  await stripe.subscriptions.update(id, { default_tax_rates: [vat.id] });
  expect(await preview()).toMatchObject([{ amount: 16_17 }]);
  await stripe.subscriptions.update(id, { default_tax_rates: "" });
  expect(await preview()).toEqual([]);
});

test("schedule: a phase that names no tax rate has none", async () => {
  const { subscription } = await subscribe();
  const { id, phases } = await stripe.subscriptionSchedules.create({
    from_subscription: subscription.id,
  });
  expect(phases).toMatchObject([{ default_tax_rates: [{ id: vat.id }] }]);
  const [running0] = phases;
  const phase = { items: [{ price: price.id }] };
  await stripe.subscriptionSchedules.update(id, {
    phases: [
      {
        ...phase,
        start_date: running0?.start_date ?? 0,
        end_date: running0?.end_date ?? 0,
        default_tax_rates: [vat.id],
      },
      { ...phase, duration: { interval: "month" } },
    ],
  });
  const next = await stripe.invoices.createPreview({ subscription: subscription.id });
  expect(next.total_taxes).toEqual([]);
});

const session = (given: Partial<Stripe.Checkout.SessionCreateParams>) =>
  stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: "https://shop.example/done",
    ...given,
  });

const pay = async ({ id }: Stripe.Checkout.Session, given: Record<string, string>) => {
  const answer = await fetch(`${running.url}/control/checkout/${id}/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(given),
  });
  return (await answer.json()) as { kind: string; message?: string };
};

test("tax ids of an existing customer: refused unless Checkout may save the name", async () => {
  const { id } = await stripe.customers.create({});
  const ask = { customer: id, tax_id_collection: { enabled: true } };
  expect(await refused(session(ask))).toMatchObject({
    statusCode: 400,
    message: expect.stringContaining("set `customer_update[name]` to `auto`"),
  });
  expect((await session({ ...ask, customer_update: { name: "auto" } })).tax_id_collection).toEqual({
    enabled: true,
    required: "never",
  });
});

test("business's name, address and tax id: on the first invoice, and stay there", async () => {
  const { id } = await stripe.customers.create({
    invoice_settings: { footer: "VAT number GB000000000." },
  });
  const opened = await session({
    customer: id,
    customer_update: { name: "auto", address: "auto" },
    billing_address_collection: "required",
    tax_id_collection: { enabled: true },
    subscription_data: { default_tax_rates: [vat.id] },
  });
  expect(opened.total_details).toMatchObject({ amount_tax: 16_17 });
  const business = { businessName: "Engines Ltd", taxId: "GB123456789" };
  expect(await pay(opened, { ...business, taxId: "GB12" })).toMatchObject({ kind: "error" });
  expect(await pay(opened, business)).toMatchObject({ kind: "done" });
  const read = async () => (await stripe.invoices.list({ customer: id })).data[0];
  const first = {
    customer_name: "Engines Ltd",
    customer_address: { line1: "1 Test Street", city: "London", postal_code: "SW1A 1AA" },
    customer_tax_ids: [{ type: "gb_vat", value: "GB123456789" }],
    footer: "VAT number GB000000000.",
    total_taxes: [{ amount: 16_17 }],
  };
  expect(await read()).toMatchObject(first);
  await stripe.customers.update(id, { name: "Engines plc" });
  expect(await read()).toMatchObject(first);
});

test("name and address of an existing customer: not saved without customer_update", async () => {
  const { id } = await stripe.customers.create({ name: "Ada" });
  await pay(await session({ customer: id }), { name: "Somebody Else" });
  expect(await stripe.customers.retrieve(id)).toMatchObject({ name: "Ada", address: null });
});

const creditNote = (invoice: string, refund: string, pence: number) =>
  stripe.creditNotes.create({
    invoice,
    email_type: "none",
    lines: [
      {
        type: "custom_line_item",
        description: "Refund",
        quantity: 1,
        unit_amount: pence,
        tax_rates: [vat.id],
      },
    ],
    refunds: [{ refund }],
  });

test("credit note of a refund: takes back its part of the tax, once", async () => {
  const { invoice } = await subscribe();
  const other = await subscribe();
  const { data } = await stripe.invoicePayments.list({ invoice: invoice.id });
  const refund = await stripe.refunds.create({
    payment_intent: data[0]?.payment.payment_intent as string,
    amount: 30_00,
  });
  expect(await refused(creditNote(other.invoice.id, refund.id, 30_00))).toMatchObject({
    param: "refunds[0][refund]",
  });
  expect(await refused(creditNote(invoice.id, refund.id, 29_00))).toMatchObject({
    message: expect.stringContaining("must equal the credit note amount"),
  });
  const note = await creditNote(invoice.id, refund.id, 30_00);
  expect(note).toMatchObject({ total: 30_00, total_taxes: [{ amount: 5_00 }], status: "issued" });
  expect(note.number).toBe(`${invoice.number}-CN-01`);
  expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({
    status: "paid",
    post_payment_credit_notes_amount: 30_00,
  });
  expect(await refused(creditNote(invoice.id, refund.id, 30_00))).toMatchObject({
    message: expect.stringContaining("another credit note"),
  });
});
