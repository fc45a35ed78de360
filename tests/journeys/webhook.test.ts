import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { PLANS } from "#contracts/catalogue.ts";
import { type DedicatedBillingStack, startBillingStack } from "../support/billing-stack.ts";
import { eventually } from "../support/eventually.ts";
import { changeCardInPortal } from "../support/portal.ts";
import { freshAddress, type InboxMail } from "../support/stack-client.ts";
import { MONTH_S } from "../support/stripe-cases.ts";
import { sessionIn, testCustomer } from "../support/test-customer.ts";

// A stack of its own, because the file breaks Stripe and kills the worker.
let stack: DedicatedBillingStack["stack"];
let urls: DedicatedBillingStack["urls"];
let emulator: DedicatedBillingStack["emulator"];
let query: DedicatedBillingStack["query"];
let stop: DedicatedBillingStack["stop"];

beforeAll(async () => {
  ({ stack, urls, emulator, query, stop } = await startBillingStack("webhooks"));
});

afterAll(() => stop());

afterEach(() => emulator.behave());

/** Each guest pays with another card: one card of two guests is told to both and the team. */
async function startCheckout() {
  const address = freshAddress();
  const guest = testCustomer(urls);
  const sessionId = sessionIn(await guest.checkout({ customerEmail: address }));
  const [session] = await query(
    "select customer_id from checkout_sessions where stripe_session_id = $1",
    [sessionId],
  );
  return { address, guest, sessionId, customerId: String(session?.["customer_id"]) };
}

async function subscriptionOf(customer: string) {
  const { data } = await emulator.stripe.subscriptions.list({ customer, status: "all" });
  const [subscription] = data;
  if (subscription === undefined) throw new Error("there is no subscription");
  return subscription;
}

async function waitUntilCompleted(customerId: string): Promise<void> {
  await emulator.idle();
  await eventually(`every event of ${customerId} is completed`, async () => {
    const [events] = await query(
      `select count(*) filter (where completed_at is null)::int as open, count(*)::int as all
       from outbox_events where aggregate_id = $1`,
      [customerId],
    );
    return events?.["open"] === 0 && events["all"] !== 0;
  });
}

async function readTraces({ address, customerId }: { address: string; customerId: string }) {
  const inbox = await fetch(stack.urls.inbox, { headers: { accept: "application/json" } });
  const mails = ((await inbox.json()) as InboxMail[]).filter(
    (mail) => mail.to === address || mail.replyTo === address,
  );
  return {
    subscriptions: await query(
      `select status, price_id, cancel_at_period_end, payment_method_last4, duplicate_of is not null as is_second,
         (select array_agg(price_id order by price_id) from subscription_items item where item.subscription_id = subscription.id) as items
       from subscriptions subscription where customer_id = $1 order by created_at, status`,
      [customerId],
    ),
    orders: await query(
      "select status, amount_pence from orders where customer_id = $1 order by ordered_at, amount_pence",
      [customerId],
    ),
    checkouts: await query("select state from checkout_sessions where customer_id = $1", [
      customerId,
    ]),
    webhooks: await query(
      "select type, count(*)::int from stripe_events where customer_id = $1 group by type order by type",
      [customerId],
    ),
    // On a Friday evening the promises of the purchase are due soon at once.
    events: await query(
      `select type, count(*)::int from outbox_events where aggregate_id = $1 and type <> 'PromiseDue'
       group by type order by type`,
      [customerId],
    ),
    audit: await query(
      `select action, data->>'event' as event, count(*)::int from audit_log
       where subject_id = $1 and data->>'event' is distinct from 'PromiseDue' group by 1, 2 order by 1, 2`,
      [customerId],
    ),
    mails: mails.map((mail) => mail.subject).toSorted(),
  };
}

async function buyAndCancel() {
  const ada = await startCheckout();
  expect(await emulator.pay(ada.sessionId, { card: "4000056655665556" })).toBe(200);
  const { id } = await subscriptionOf(ada.customerId);
  await emulator.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  return ada;
}

/** The traces of a purchase and a cancellation whose webhooks come once and in order. */
let expected: Awaited<ReturnType<typeof readTraces>>;

beforeAll(async () => {
  const ada = await buyAndCancel();
  await waitUntilCompleted(ada.customerId);
  expected = await readTraces(ada);
  expect(expected.subscriptions).toMatchObject([{ status: "active", cancel_at_period_end: true }]);
  expect(expected.mails).toHaveLength(4);
});

describe("webhooks", () => {
  test.each([
    ["in reverse", { hold: true, order: "reverse" }],
    ["in any order and three times each", { hold: true, order: "random", copies: 3 }],
    ["of which half come again after a lost response", { loseAnswerShare: 0.5 }],
  ])("webhooks %s: rows, emails and audit log equal those of a clean run", async (_, webhooks) => {
    await emulator.misbehave({ webhooks });
    const ada = await buyAndCancel();
    await emulator.misbehave({ webhooks: { hold: false } });
    await waitUntilCompleted(ada.customerId);
    expect(await readTraces(ada)).toEqual(expected);
  });

  test("webhooks while the database is down: Stripe retries, and the result equals a clean run", async () => {
    await emulator.misbehave({ webhooks: { hold: true } });
    const ada = await buyAndCancel();
    await stack.parts.bridge.kill("SIGKILL");
    await emulator.behave();
    await eventually("the edge rejected some webhooks", async () => {
      const response = await fetch(new URL("/control/deliveries?state=waiting", urls.stripe ?? ""));
      const deliveries = (await response.json()) as { lastStatus: number | null }[];
      return deliveries.some(({ lastStatus }) => lastStatus === 503);
    });
    await stack.parts.bridge.start();
    await waitUntilCompleted(ada.customerId);
    await eventually("the edge stored all webhooks", async () => {
      const { webhooks } = await readTraces(ada);
      return JSON.stringify(webhooks) === JSON.stringify(expected.webhooks);
    });
    await waitUntilCompleted(ada.customerId);
    expect(await readTraces(ada)).toEqual(expected);
  });

  test("checkout session expired by Stripe: marked as expired", async () => {
    const ada = await startCheckout();
    await emulator.stripe.checkout.sessions.expire(ada.sessionId);
    await waitUntilCompleted(ada.customerId);
    expect(await readTraces(ada)).toMatchObject({
      checkouts: [{ state: "expired" }],
      subscriptions: [],
      mails: [],
    });
  });

  test("customer deleted in Stripe: subscription ended, address erased", async () => {
    const ada = await startCheckout();
    await emulator.pay(ada.sessionId, { card: "5200828282828210" });
    await waitUntilCompleted(ada.customerId);
    await emulator.stripe.customers.del(ada.customerId);
    await waitUntilCompleted(ada.customerId);
    expect((await readTraces(ada)).subscriptions).toMatchObject([{ status: "canceled" }]);
    expect(
      await query("select is_deleted, email from customers where id = $1", [ada.customerId]),
    ).toEqual([{ is_deleted: true, email: null }]);
  });
});

test("failed payment: a new card in the portal pays it at once, with one email each, although webhooks come three times", async () => {
  await emulator.misbehave({ webhooks: { copies: 3 } });
  const { stripe } = emulator;
  const ada = await startCheckout();
  await emulator.pay(ada.sessionId);
  await waitUntilCompleted(ada.customerId);
  const { testClocks } = stripe.testHelpers;
  const startS = Math.floor(Date.now() / 1_000);
  const clock = await testClocks.create({ frozen_time: startS, customer: ada.customerId });
  const { id: card } = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
    customer: ada.customerId,
  });
  await stripe.customers.update(ada.customerId, {
    invoice_settings: { default_payment_method: card },
  });
  await testClocks.advance(clock.id, { frozen_time: startS + MONTH_S });
  await eventually("the payment is past due", async () => {
    const { subscriptions } = await readTraces(ada);
    return subscriptions[0]?.["status"] === "past_due";
  });
  await waitUntilCompleted(ada.customerId);
  expect((await readTraces(ada)).mails).toContain("Your Tidepost payment didn’t go through");

  await changeCardInPortal(stripe, { ...ada, card: "5555555555554444" });
  await eventually("the payment has come", async () => {
    const { subscriptions } = await readTraces(ada);
    return subscriptions[0]?.["status"] === "active";
  });
  await waitUntilCompleted(ada.customerId);
  const { subscriptions, orders, events, mails } = await readTraces(ada);
  expect(subscriptions).toMatchObject([{ status: "active", payment_method_last4: "4444" }]);
  const { data: charges } = await stripe.charges.list({ customer: ada.customerId });
  expect(
    charges.map(({ status, payment_method_details: by }) => `${by?.card?.last4} ${status}`),
  ).toEqual(["4444 succeeded", "0341 failed", "4242 succeeded"]);
  expect(orders).toEqual([
    { status: "completed", amount_pence: 184_99 },
    { status: "completed", amount_pence: 184_99 },
  ]);
  expect(events.filter((row) => row["type"] !== "StripeEventReceived")).toEqual([
    { type: "CheckoutCompleted", count: 1 },
    { type: "PaymentFailed", count: 1 },
    { type: "PaymentRecovered", count: 1 },
  ]);
  expect(mails).toHaveLength(4);
});

test("worker killed between a refund and saving it: one refund, saved later", async () => {
  const ada = await startCheckout();
  const second = sessionIn(
    await ada.guest.checkout({
      customerEmail: ada.address,
      lineItems: [{ priceId: PLANS[2].priceId, quantity: 1 }],
    }),
  );
  await emulator.misbehave({ api: { delayMs: 5_000, onlyMatching: "/v1/refunds" } });
  const card = "378282246310005";
  await Promise.all([emulator.pay(ada.sessionId, { card }), emulator.pay(second, { card })]);
  const refunds = async () => {
    const rows = await query(
      "select id from stripe_events where customer_id = $1 and type = 'charge.refunded'",
      [ada.customerId],
    );
    return rows.length;
  };
  await eventually("the refund is made", async () => (await refunds()) === 1);
  await stack.parts.worker.kill("SIGKILL");
  await emulator.behave();
  await stack.parts.worker.start();
  await waitUntilCompleted(ada.customerId);
  const { subscriptions, audit, mails } = await readTraces(ada);
  expect(
    subscriptions
      .map((row) => `${String(row["status"])}, second: ${String(row["is_second"])}`)
      .toSorted(),
  ).toEqual(["active, second: false", "canceled, second: true"]);
  expect(await refunds()).toBe(1);
  const { data: notes } = await emulator.stripe.creditNotes.list({ customer: ada.customerId });
  expect(notes.map(({ total_taxes: taxes }) => taxes?.[0]?.amount)).toEqual(
    notes.map(({ total }) => Math.round(total / 6)),
  );
  expect(notes).toHaveLength(1);
  expect(audit).toContainEqual({
    action: "effect.refund-and-cancel",
    event: "DuplicateSubscriptionFound",
    count: 1,
  });
  expect(mails.toSorted()).toEqual([
    // Of two payments in one second, either may be the first.
    expect.stringMatching(/^Duplicate subscription: (Plus|Premium) Package$/),
    expect.stringMatching(/^New customer: (Plus|Premium) Package$/),
    "Welcome to Tidepost: your subscription has started",
    "You had two Tidepost subscriptions",
  ]);
});
