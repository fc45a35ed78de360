import { expect } from "vitest";
import { ORDER_DOCUMENTS } from "#contracts/api/order-document.ts";
import {
  insertOrder,
  signInWithStripe,
  type StripeUser,
  testWithPayingUser,
} from "../../tests/support/paying-user.ts";

const test = testWithPayingUser().extend<{ stranger: StripeUser }>({
  stranger: async ({ serviceWith, db, emulator }, use) =>
    use(await signInWithStripe(db, serviceWith, emulator)),
});

test("own order: the URLs of invoice, PDF and receipt, each of which answers", async ({
  user,
  paid: { orderId },
}) => {
  const urls = new Set<string>();
  for (const document of ORDER_DOCUMENTS) {
    const { status, body } = await user.ask("POST", "order-document", { orderId, document });
    expect(status, document).toBe(200);
    expect((await fetch(String(body["url"]))).status, document).toBe(200);
    urls.add(String(body["url"]));
  }
  expect(urls.size).toBe(ORDER_DOCUMENTS.length);
});

test("another user's order, and one that does not exist: the same 404", async ({
  stranger,
  paid: { orderId },
}) => {
  const ask = (id: string) =>
    stranger.ask("POST", "order-document", { orderId: id, document: "invoice" });
  const foreign = await ask(orderId);
  const unknown = await ask("in_unknown");
  expect(foreign).toMatchObject({ status: 404, body: { code: "not_found" } });
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
  expect(await ask("receipt")).toMatchObject({ status: 404, body: { code: "not_found" } });
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
  for (const document of ["pdf", "receipt"]) {
    expect(await ask(document)).toMatchObject({
      status: 503,
      body: { code: "payments_unavailable" },
    });
  }
});
