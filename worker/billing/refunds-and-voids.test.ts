import { afterAll, beforeAll, expect, test } from "vitest";
import {
  advanceClock,
  createSubscriptionFor,
  customerWithCard,
  type Running,
  setCard,
  startForTest,
} from "../../tests/stack/stripe/start-for-test.ts";
import { findDueRenewalPence, stopCollection } from "./refunds-and-voids.ts";

let company: Running;
beforeAll(async () => {
  company = await startForTest();
});
afterAll(() => company.stop());

test("an invoice that Stripe would collect by itself: a draft stays one and is not sent, an open one is void", async () => {
  const { invoices, invoiceItems } = company.stripe;
  const { id: customer } = await customerWithCard(company);
  const create = async () => {
    await invoiceItems.create({ customer, amount: 97_00, currency: "gbp" });
    return invoices.create({
      customer,
      auto_advance: true,
      pending_invoice_items_behavior: "include",
    });
  };
  const draft = await stopCollection(company.stripe, await create());
  expect(draft).toMatchObject({ status: "draft", auto_advance: false });
  const { id } = await create();
  const open = await stopCollection(company.stripe, await invoices.finalizeInvoice(id));
  expect(open).toMatchObject({ status: "void" });
});

test("a renewal that nobody paid: due in its own period, not in the next one", async () => {
  const { stripe } = company;
  const { id: price } = await createSubscriptionFor(company, { name: "Starter", pence: 97_00 });
  const { id: clock } = await stripe.testHelpers.testClocks.create({ frozen_time: 1_764_000_000 });
  const { id: customer } = await customerWithCard(company, { clock });
  const { id, items } = await stripe.subscriptions.create({ customer, items: [{ price }] });
  await setCard(stripe, customer, "pm_card_chargeCustomerFail");
  await advanceClock(stripe, clock, (items.data[0]?.current_period_end ?? 0) + 7_200);
  const renewed = await stripe.subscriptions.retrieve(id);
  expect(await findDueRenewalPence(stripe, renewed)).toBe(97_00);
  for (const item of renewed.items.data) item.current_period_start = item.current_period_end;
  expect(await findDueRenewalPence(stripe, renewed)).toBeNull();
});
