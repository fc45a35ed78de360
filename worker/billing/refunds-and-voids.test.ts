import { afterAll, beforeAll, expect, test } from "vitest";
import {
  customerWithCard,
  type Running,
  startForTest,
} from "../../tests/stack/stripe/start-for-test.ts";
import { stopCollection } from "./refunds-and-voids.ts";

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
