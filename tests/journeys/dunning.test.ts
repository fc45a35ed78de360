import { afterEach, expect, test } from "vitest";
import { PLANS } from "#contracts/catalogue.ts";
import { createSubscriber, createTestClock } from "../support/customer-builder.ts";
import { payOnPage } from "../support/portal.ts";
import { waitUntilIdle } from "../support/reconcile.ts";
import { queryStack } from "../support/stack-client.ts";
import { stripeEmulator } from "../support/stripe-emulator.ts";
import { thisStack } from "../support/this-stack.ts";

const emulator = stripeEmulator(thisStack());
const { stripe } = emulator;

afterEach(() => emulator.behave());

/** A subscriber of whose renewal Stripe has given up, a month later. */
async function fallBehind(afterLastAttempt: "cancel" | "unpaid") {
  await emulator.misbehave({ account: { afterLastAttempt, retryDays: [1, 1] } });
  const ada = await createSubscriber(PLANS[1]);
  const { customerId, subscriptionId } = ada;
  const clock = await createTestClock(ada);
  const { id: card } = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
    customer: customerId,
  });
  await stripe.customers.update(customerId, {
    invoice_settings: { default_payment_method: card },
  });
  await clock.monthPasses();
  await clock.monthPasses();
  return {
    askForInvoice: () => ada.call("POST", "/functions/v1/open-invoice"),
    state: async () => {
      await waitUntilIdle(customerId);
      const { data } = await stripe.invoices.list({ subscription: subscriptionId });
      const [row] = await queryStack(
        `select status, (select count(*)::int from orders where customer_id = $1 and status = 'completed') as paid
         from subscriptions where customer_id = $1`,
        [customerId],
      );
      return [row?.["status"], row?.["paid"], data.map(({ status }) => status)];
    },
  };
}

test("Stripe ends the subscription after its last retry: the invoice is void, and nothing can be paid", async () => {
  const { askForInvoice, state } = await fallBehind("cancel");
  expect(await state()).toEqual(["canceled", 1, ["void", "paid"]]);
  expect(await askForInvoice()).toMatchObject({ status: 409, body: { code: "no_open_invoice" } });
});

test("Stripe leaves the subscription unpaid after its last retry: paying the newest invoice, a draft, makes it active", async () => {
  const { askForInvoice, state } = await fallBehind("unpaid");
  expect(await state()).toEqual(["unpaid", 1, ["draft", "open", "paid"]]);
  const { status, body } = await askForInvoice();
  expect(status).toBe(200);
  await payOnPage(String(body["url"]), { card: "5555555555554444" });
  expect(await state()).toEqual(["active", 2, ["paid", "open", "paid"]]);
});
