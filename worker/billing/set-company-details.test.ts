import type { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { COMPANY } from "#contracts/company.ts";
import { CATALOGUE_METADATA } from "#db/stripe/metadata-keys.ts";
import { readCustomerState } from "#db/stripe/read-customer-state.ts";
import { createVatRateFinder } from "#db/stripe/vat-rate.ts";
import { customerWithCard, startWithVat } from "../../tests/stack/stripe/start-for-test.ts";
import { insertCustomer } from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { stripeActionsWith } from "../../tests/support/pipeline.ts";
import { setCompanyDetails } from "./set-company-details.ts";

let running: Awaited<ReturnType<typeof startWithVat>>;
let stripe: Stripe;
let price: Stripe.Price;
let vat: Stripe.TaxRate;
const now = () => new Date();

beforeAll(async () => {
  running = await startWithVat(CATALOGUE_METADATA);
  ({ stripe, price, vat } = running);
});
afterAll(() => running.stop());

async function subscriber(given: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const customer = await customerWithCard(running);
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    ...given,
  });
  const use = async (company: typeof COMPANY = COMPANY) =>
    setCompanyDetails(stripe, {
      customerId: customer.id,
      snapshot: await readCustomerState(stripe, customer.id, []),
      company,
      findVatRate: createVatRateFinder(stripe, now),
    });
  const next = () => stripe.invoices.createPreview({ subscription: subscription.id });
  return { customerId: customer.id, subscriptionId: subscription.id, use, next };
}

describe("company details on invoices", () => {
  test("sync: a running subscription's next invoice has VAT and who the company is", async ({
    db,
  }) => {
    const { customerId, next } = await subscriber();
    await insertCustomer(db, { id: customerId });
    expect(await next()).toMatchObject({ total: 97_00, total_taxes: [], footer: null });
    const actions = stripeActionsWith({ db }, stripe, now);
    const sync = { customerId, correlationId: "req_1", stripeEventId: null };
    expect(await actions.sync(sync)).toBe("synced");
    expect(await next()).toMatchObject({
      total: 97_00,
      total_taxes: [{ amount: 16_17, tax_rate_details: { tax_rate: vat.id } }],
      footer: `Tidepost Ltd. Registered in England and Wales, number ${COMPANY.number}. Registered office: ${COMPANY.registeredOffice}. VAT number ${COMPANY.vatNumber}.`,
    });
  });

  test("repeated: changes nothing", async () => {
    const { use } = await subscriber();
    expect(await use()).toBe(true);
    expect(await use()).toBe(false);
  });

  test("registration ended: the next invoice names no VAT", async () => {
    const { use, next } = await subscriber();
    await use();
    expect(await use({ ...COMPANY, vatNumber: null })).toBe(true);
    const invoice = await next();
    expect(invoice.total_taxes).toEqual([]);
    expect(invoice.footer).not.toContain("VAT");
  });

  test("tax rate that the team set by hand: stays", async () => {
    const zero = await stripe.taxRates.create({
      display_name: "Reverse charge",
      inclusive: true,
      percentage: 0,
    });
    const { use, next } = await subscriber({ default_tax_rates: [zero.id] });
    await use();
    expect((await next()).default_tax_rates).toMatchObject([{ id: zero.id }]);
  });

  test("subscription that ended: its customer is left alone", async () => {
    const { subscriptionId, use } = await subscriber();
    await stripe.subscriptions.cancel(subscriptionId);
    expect(await use()).toBe(false);
  });
});
