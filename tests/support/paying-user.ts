import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import type { Db } from "#db/client.ts";
import { orders } from "#db/schema/billing.ts";
import {
  createSubscriptionFor,
  type Running,
  startForTest,
  TEST_KEY,
} from "../stack/stripe/start-for-test.ts";
import { type AuthService, test } from "./auth-service.ts";
import { insertAccountRow, insertCustomer, insertSubscription } from "./customer-rows.ts";

export type StripeUser = {
  userId: string;
  ask: (
    method: "GET" | "POST",
    path: string,
    body?: object,
  ) => Promise<{ status: number; body: Record<string, unknown> }>;
};

/**
 * Signs a user in to an edge that calls Stripe at `url`.
 *
 * @param given.userId left out: a new account
 */
export async function signInWithStripe(
  db: Db,
  serviceWith: (settings: Record<string, string>) => AuthService,
  given: { url: string; userId?: string },
): Promise<StripeUser> {
  const service = serviceWith({ STRIPE_SECRET_KEY: TEST_KEY, STRIPE_API_BASE: given.url });
  const email = `${randomUUID()}@shop.example`;
  const userId = given.userId ?? (await insertAccountRow(db, { email, isProven: true }));
  const token = await service.sign({ sub: userId, email });
  return {
    userId,
    ask: (method, path, body) => service.ask(method, `/functions/v1/${path}`, { token, body }),
  };
}

/** A subscription with a paid invoice at Stripe, and their rows here. */
async function subscribeAtStripe(
  db: Db,
  { stripe }: Running,
  { userId, price }: { userId: string; price: string },
) {
  const { id: customerId } = await stripe.customers.create({ name: "Ada Hart" });
  const { id: card } = await stripe.paymentMethods.attach("pm_card_visa", { customer: customerId });
  const { id } = await stripe.subscriptions.create({
    customer: customerId,
    items: [{ price }],
    default_payment_method: card,
  });
  await insertCustomer(db, { id: customerId, userId });
  await insertSubscription(db, { id, customerId, userId, paidAt: null });
  const { data } = await stripe.invoices.list({ customer: customerId });
  const orderId = String(data[0]?.id);
  await insertOrder(db, { id: orderId, customerId, status: "completed" });
  return { customerId, subscriptionId: id, orderId };
}

export async function insertOrder(
  db: Db,
  order: { id: string; customerId: string; status: "completed" | "pending" },
): Promise<void> {
  await db.insert(orders).values({
    ...order,
    invoiceUrl: "https://invoice.stripe.example/stored",
    amountPence: 97_00,
    currency: "gbp",
    orderedAt: "2026-11-20T12:00:00.000Z",
  });
}

type Paid = Awaited<ReturnType<typeof subscribeAtStripe>>;

/** Tests of a file with one emulator of Stripe, where each `user` has `paid` for Starter. */
export function testWithPayingUser() {
  let running: Running;
  let starter: string;
  beforeAll(async () => {
    running = await startForTest();
    starter = (await createSubscriptionFor(running, { name: "Starter", pence: 97_00 })).id;
  });
  afterAll(() => running.stop());
  return test.extend<{ emulator: Running; price: string; user: StripeUser; paid: Paid }>({
    // oxlint-disable-next-line no-empty-pattern
    emulator: async ({}, use) => use(running),
    // oxlint-disable-next-line no-empty-pattern
    price: async ({}, use) => use(starter),
    user: async ({ serviceWith, db, emulator }, use) =>
      use(await signInWithStripe(db, serviceWith, emulator)),
    paid: async ({ db, emulator, user, price }, use) =>
      use(await subscribeAtStripe(db, emulator, { userId: user.userId, price })),
  });
}
