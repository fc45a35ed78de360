import { afterAll, beforeAll, expect, test } from "vitest";
import { idOf } from "#db/stripe/id-of.ts";
import {
  customerWithCard,
  type Running,
  createSubscriptionFor,
  startForTest,
} from "../../tests/stack/stripe/start-for-test.ts";
import { createFindCustomerOfPayment } from "./find-customer-of-payment.ts";

let provider: Running;
beforeAll(async () => {
  provider = await startForTest();
});
afterAll(() => provider.stop());

function fail(error: Error): void {
  throw error;
}

async function requests(): Promise<number> {
  const answer = await fetch(new URL("/control/stats", provider.url));
  return ((await answer.json()) as { requests: number }).requests;
}

test("payment, charge, refund and card ids lead to the customer", async () => {
  const { stripe } = provider;
  const price = await createSubscriptionFor(provider, { name: "Plan", pence: 9_700 });
  const customer = await customerWithCard(provider);
  await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
  const [charge] = (await stripe.charges.list({ customer: customer.id })).data;
  const refund = await stripe.refunds.create({ charge: String(charge?.id) });
  const card = customer.invoice_settings.default_payment_method;
  const ids = [charge?.payment_intent, charge, refund, card].map((given) => idOf(given) ?? "none");
  const ask = createFindCustomerOfPayment(stripe, fail);
  for (const id of ids) expect(`${id} ${String(await ask(id))}`).toBe(`${id} ${customer.id}`);
});

test("another kind of id: makes no request to Stripe", async () => {
  const before = await requests();
  const ask = createFindCustomerOfPayment(provider.stripe, fail);
  for (const id of ["in_1", "evt_1", "pi_", "pi_1/../../v1/customers", "ada@shop.example", ""]) {
    expect(await ask(id)).toBeNull();
  }
  expect(await requests()).toBe(before);
});

test("id unknown to Stripe, or an outage: returns null and logs the error", async () => {
  const heard: Error[] = [];
  const ask = createFindCustomerOfPayment(provider.stripe, (error) => heard.push(error));
  expect(await ask("pi_unknown")).toBeNull();
  expect(heard).toHaveLength(1);
  expect(await createFindCustomerOfPayment(null, fail)("pi_1")).toBeNull();
});
