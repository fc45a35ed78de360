import type { Stripe } from "stripe";
import { expect } from "vitest";
import { ORDER_DOCUMENTS } from "#contracts/api/order-document.ts";
import { BILLING_PAGE_MESSAGES } from "#contracts/messages/billing-page.ts";
import { idOf } from "#db/stripe/id-of.ts";
import {
  insertOrder,
  signInWithStripe,
  type StripeUser,
  testWithPayingUser,
} from "../../tests/support/paying-user.ts";
import { refusal } from "../../tests/support/refusal.ts";

const test = testWithPayingUser().extend<{ stranger: StripeUser }>({
  stranger: async ({ serviceWith, db, emulator }, use) =>
    use(await signInWithStripe(db, serviceWith, emulator)),
});

test("own order that was refunded in part: the URL of each document answers", async ({
  user,
  paid: { orderId },
  emulator: { stripe },
}) => {
  await creditPart(stripe, orderId, 20_00);
  const urls = new Set<string>();
  for (const document of ORDER_DOCUMENTS) {
    const { status, body } = await user.ask("POST", "order-document", { orderId, document });
    expect(status, document).toBe(200);
    expect((await fetch(String(body["url"]))).status, document).toBe(200);
    urls.add(String(body["url"]));
  }
  // The emulator prints a credit note on its invoice.
  expect(urls.size).toBe(ORDER_DOCUMENTS.length - 1);
});

test("credit notes of an order: each by its id, the newest without one, 404 for another or none", async ({
  user,
  paid: { orderId },
  emulator: { stripe },
}) => {
  const ask = (creditNoteId?: string) =>
    user.ask("POST", "order-document", { orderId, document: "credit_note", creditNoteId });
  const NONE = {
    status: 404,
    body: { code: "not_found", error: BILLING_PAGE_MESSAGES.noCreditNote },
  };
  expect(await ask()).toMatchObject(NONE);
  const first = await creditPart(stripe, orderId, 20_00);
  const second = await creditPart(stripe, orderId, 30_00);
  expect(await ask(first.id)).toEqual({ status: 200, body: { url: first.pdf } });
  expect(await ask()).toEqual({ status: 200, body: { url: second.pdf } });
  expect(await ask("cn_foreign")).toMatchObject(NONE);
});

test("another user's order, and one that does not exist: the same 404", async ({
  stranger,
  paid: { orderId },
}) => {
  const ask = (id: string) =>
    stranger.ask("POST", "order-document", { orderId: id, document: "invoice" });
  const foreign = await ask(orderId);
  const unknown = await ask("in_unknown");
  expect(refusal(foreign)).toEqual([404, "not_found"]);
  expect({ ...unknown.body, requestId: null }).toEqual({ ...foreign.body, requestId: null });
});

test("order that nobody has paid: its invoice, and 404 for a receipt", async ({
  user,
  paid: { customerId },
  db,
  price,
  emulator: { stripe },
}) => {
  await stripe.subscriptions.create({
    customer: customerId,
    items: [{ price }],
    payment_behavior: "default_incomplete",
  });
  const { data } = await stripe.invoices.list({ customer: customerId, status: "open" });
  const orderId = String(data[0]?.id);
  await insertOrder(db, { id: orderId, customerId, status: "pending" });
  const ask = (document: string) => user.ask("POST", "order-document", { orderId, document });
  expect(await ask("invoice")).toMatchObject({ status: 200 });
  expect(refusal(await ask("receipt"))).toEqual([404, "not_found"]);
});

test("Stripe is away: the invoice's page as of the last sync; 503 for the others", async ({
  serviceWith,
  db,
  user: { userId },
  paid: { orderId },
}) => {
  const user = await signInWithStripe(db, serviceWith, { url: "http://127.0.0.1:9", userId });
  const ask = (document: string) => user.ask("POST", "order-document", { orderId, document });
  expect(await ask("invoice")).toMatchObject({
    status: 200,
    body: { url: "https://invoice.stripe.example/stored" },
  });
  for (const document of ["pdf", "receipt", "credit_note"]) {
    expect(refusal(await ask(document))).toEqual([503, "payments_unavailable"]);
  }
});

async function creditPart(stripe: Stripe, invoice: string, pence: number) {
  const { data } = await stripe.invoicePayments.list({ invoice });
  const intent = idOf(data[0]?.payment.payment_intent) ?? "";
  const refund = await stripe.refunds.create({ payment_intent: intent, amount: pence });
  return stripe.creditNotes.create({
    invoice,
    lines: [{ type: "custom_line_item", description: "Refund", quantity: 1, unit_amount: pence }],
    refunds: [{ refund: refund.id, amount_refunded: pence }],
  });
}
