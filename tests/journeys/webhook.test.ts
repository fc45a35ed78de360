import { afterEach, expect, test } from "vitest";
import { customerOf } from "../support/customer-builder.ts";
import { waitUntilIdle } from "../support/reconcile.ts";
import { freshAddress, mailsAbout, queryStack } from "../support/stack-client.ts";
import { stripeEmulator } from "../support/stripe-emulator.ts";
import { sessionIn, testCustomer } from "../support/test-customer.ts";
import { thisStack } from "../support/this-stack.ts";

const stack = thisStack();
const emulator = stripeEmulator(stack);

afterEach(() => emulator.behave());

/** With a card that no other test uses: one card of two guests is told to both and the team. */
async function buyAndCancel() {
  const address = freshAddress();
  const sessionId = sessionIn(await testCustomer(stack).checkout({ customerEmail: address }));
  expect(await emulator.pay(sessionId, { card: "4000056655665556" })).toBe(200);
  const customerId = await customerOf(sessionId);
  const { subscriptions } = emulator.stripe;
  const { data } = await subscriptions.list({ customer: customerId });
  expect(data).toHaveLength(1);
  for (const { id } of data) await subscriptions.update(id, { cancel_at_period_end: true });
  return { address, customerId };
}

async function readTraces({ address, customerId }: { address: string; customerId: string }) {
  const query = (text: string) => queryStack(text, [customerId]);
  return {
    subscriptions: await query(
      `select status, price_id, cancel_at_period_end, payment_method_last4, duplicate_of is not null as is_second,
         (select array_agg(price_id order by price_id) from subscription_items item where item.subscription_id = subscription.id) as items
       from subscriptions subscription where customer_id = $1 order by created_at, status`,
    ),
    orders: await query(
      "select status, amount_pence from orders where customer_id = $1 order by ordered_at, amount_pence",
    ),
    checkouts: await query("select state from checkout_sessions where customer_id = $1"),
    webhooks: await query(
      "select type, count(*)::int from stripe_events where customer_id = $1 group by type order by type",
    ),
    events: await query(
      `select type, count(*)::int from outbox_events where aggregate_id = $1
       group by type order by type`,
    ),
    audit: await query(
      `select action, data->>'event' as event, count(*)::int from audit_log
       where subject_id = $1 group by 1, 2 order by 1, 2`,
    ),
    mails: (await mailsAbout(address)).map(({ subject }) => subject).toSorted(),
  };
}

test("webhooks in reverse and three times each: rows, emails and audit log equal those of a clean run; customer deleted in Stripe: subscription ended, address erased", async () => {
  const grace = await buyAndCancel();
  await waitUntilIdle(grace.customerId);
  const expected = await readTraces(grace);
  expect(expected.subscriptions).toMatchObject([{ status: "active", cancel_at_period_end: true }]);
  expect(expected.mails).toHaveLength(4);

  await emulator.misbehave({ webhooks: { hold: true, order: "reverse", copies: 3 } });
  const ada = await buyAndCancel();
  await emulator.misbehave({ webhooks: { hold: false } });
  await waitUntilIdle(ada.customerId);
  expect(await readTraces(ada)).toEqual(expected);

  await emulator.stripe.customers.del(ada.customerId);
  await waitUntilIdle(ada.customerId);
  expect((await readTraces(ada)).subscriptions).toMatchObject([{ status: "canceled" }]);
  expect(
    await queryStack("select is_deleted, email from customers where id = $1", [ada.customerId]),
  ).toEqual([{ is_deleted: true, email: null }]);
});
