import { afterEach, describe, expect, test } from "vitest";
import { PlanChangeResponse, PlanChangePreview } from "#contracts/api/plan-change.ts";
import { ADDONS, PLANS } from "#contracts/catalogue.ts";
import {
  customerOf,
  eventsOf,
  signedInTestCustomer,
  supabaseAs,
  waitUntilSynced,
} from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { queryStack } from "../support/stack-client.ts";
import { ASKS_EVERY_TIME } from "../support/stripe-cases.ts";
import { stripeEmulator } from "../support/stripe-emulator.ts";
import { sessionIn } from "../support/test-customer.ts";
import { thisStack } from "../support/this-stack.ts";

const emulator = stripeEmulator(thisStack());
const PREMIUM = PLANS[2].priceId;
const COMMUNITY = ADDONS[1].priceId;

afterEach(() => emulator.behave());

async function subscriber(card?: string) {
  const ada = await signedInTestCustomer();
  const sessionId = sessionIn(await ada.checkout());
  expect(await emulator.pay(sessionId, card === undefined ? {} : { card })).toBe(200);
  await ada.outcome(sessionId);
  const customerId = await customerOf(sessionId);
  const preview = async (change: object) => {
    const { body } = await ada.call("POST", "/functions/v1/plan-change/preview", change);
    return PlanChangePreview.parse(body);
  };
  const confirm = async (change: object, shown: PlanChangePreview) => {
    const { body } = await ada.call("POST", "/functions/v1/plan-change", {
      ...change,
      prorationDate: shown.proration_date,
      dueTodayPence: shown.due_today_pence,
    });
    return PlanChangeResponse.parse(body);
  };
  const waitForItem = (priceId: string) =>
    eventually(`the subscription has ${priceId}`, async () => {
      const rows = await queryStack(
        `select item.price_id from subscription_items item
         join subscriptions subscription on subscription.id = item.subscription_id
         where subscription.customer_id = $1`,
        [customerId],
      );
      return rows.some((row) => row["price_id"] === priceId);
    });
  return { ...ada, customerId, preview, confirm, waitForItem };
}

describe("plan change", () => {
  test("with 3-D Secure: applied once the customer confirms", async () => {
    const ada = await subscriber(ASKS_EVERY_TIME);
    const shown = await ada.preview({ plan: PREMIUM });
    const answer = await ada.confirm({ plan: PREMIUM }, shown);
    expect(answer.outcome).toBe("action_required");
    const library = supabaseAs(ada.token);
    const before = await library.from("user_subscription").select("price_id").maybeSingle();
    expect(before.data).toMatchObject({ price_id: PLANS[1].priceId });
    const page = new URL(String(answer.url));
    expect(page.pathname).toMatch(/^\/invoices\/in_/);
    page.pathname += "/confirm";
    const { url: bank } = await fetch(page, { method: "POST" });
    await fetch(bank, { method: "POST", body: new URLSearchParams({ answer: "yes" }) });
    await ada.waitForItem(PREMIUM);
    await emulator.idle();
    await waitUntilSynced(ada.customerId);
    expect(await eventsOf(ada.customerId)).toEqual(["CheckoutCompleted", "SubscriptionChanged"]);
    // In any order: Stripe's payment times are whole seconds.
    const orders = await queryStack("select amount_pence from orders where customer_id = $1", [
      ada.customerId,
    ]);
    expect(orders).toHaveLength(2);
    expect(orders).toContainEqual({ amount_pence: shown.due_today_pence });
  });

  test("whose response and sync were both lost: applied by the webhook", async () => {
    const ada = await subscriber();
    const shown = await ada.preview({ add: [COMMUNITY] });
    await emulator.misbehave({
      webhooks: { hold: true },
      api: {
        fail: { status: 500, remaining: 20, share: 1, shouldRetry: false },
        onlyMatching: "/v1/charges",
      },
    });
    expect(await ada.confirm({ add: [COMMUNITY] }, shown)).toEqual({
      outcome: "applied",
      url: null,
    });
    expect(await eventsOf(ada.customerId)).toEqual(["CheckoutCompleted"]);
    await emulator.behave();
    await ada.waitForItem(COMMUNITY);
    await emulator.idle();
    await waitUntilSynced(ada.customerId);
    expect(await eventsOf(ada.customerId)).toEqual(["CheckoutCompleted", "SubscriptionChanged"]);
  });
});
