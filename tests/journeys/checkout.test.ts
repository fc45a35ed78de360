import { afterEach, describe, expect, test } from "vitest";
import { PLAN } from "../support/catalogue.ts";
import {
  customerOf,
  eventsOf,
  signedInTestCustomer,
  supabaseAs,
  waitUntilEventsCompleted,
} from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { countRoundTrips, mailsAbout, queryStack } from "../support/stack-client.ts";
import { stripeEmulator } from "../support/stripe-emulator.ts";
import { sessionIn } from "../support/test-customer.ts";
import { thisStack } from "../support/this-stack.ts";

const stack = thisStack();
const emulator = stripeEmulator(stack);
const TEAM = "team@tidepost.example";

afterEach(() => emulator.behave());

const subjectsTo = async (address: string) =>
  (await mailsAbout(address))
    .filter((mail) => mail.to === address && mail.subject.includes("subscription"))
    .map((mail) => mail.subject);

describe("signed-in user", () => {
  test("pays: has a subscription, an order and a welcome email, and the team is notified", async () => {
    const ada = await signedInTestCustomer();
    const sessionId = sessionIn(await ada.checkout());
    expect(await emulator.pay(sessionId)).toBe(200);
    const customerId = await customerOf(sessionId);
    const library = supabaseAs(ada.token);
    const subscription = await eventually("the subscription is there", async () => {
      const { data } = await library.from("user_subscription").select("*").maybeSingle();
      return (data as Record<string, unknown> | null) ?? undefined;
    });
    expect(subscription).toEqual({
      subscription_id: expect.stringMatching(/^sub_/),
      price_id: PLAN.plus.priceId,
      subscription_status: "active",
      current_period_end: expect.any(Number),
      plan_name: expect.any(String),
      payment_method_brand: "visa",
      payment_method_last4: "4242",
      cancel_at_period_end: false,
    });
    const { data: orders } = await library
      .from("user_orders")
      .select("*")
      .order("order_date", { ascending: false });
    expect(orders).toEqual([
      {
        order_id: expect.stringMatching(/^in_/),
        order_number: expect.stringMatching(/-0001$/),
        order_lines: expect.arrayContaining([expect.stringContaining("1 × ")]),
        order_status: "completed",
        amount_refunded: 0,
        credit_notes: [],
        currency: "gbp",
        dispute: null,
        order_date: expect.any(String),
        amount_total: 184_99,
        amount_collected: 184_99,
      },
    ]);
    await emulator.idle();
    await waitUntilEventsCompleted(customerId);
    expect(await eventsOf(customerId)).toEqual(["CheckoutCompleted"]);
    expect(await subjectsTo(ada.email)).toEqual([
      "Welcome to Tidepost: your subscription has started",
    ]);
    const toTeam = (await mailsAbout(ada.email)).filter((mail) => mail.to === TEAM);
    expect(toTeam.map((mail) => mail.subject)).toEqual(["New customer: Plus Package"]);
    const audit = await queryStack(
      "select action from audit_log where subject_id = $1 and data->>'event' = 'CheckoutCompleted' order by action",
      [customerId],
    );
    expect(audit.map((row) => row["action"])).toEqual([
      "effect.audit",
      "effect.expire-checkout-sessions",
      "effect.find-second-subscription",
      "effect.send-billing-mail",
      "effect.send-team-billing-mail",
    ]);
  });

  test("user_subscription and user_orders: each list costs the edge one round trip", async () => {
    const ada = await signedInTestCustomer();
    const library = supabaseAs(ada.token);
    await library.from("user_subscription").select("*").maybeSingle();
    for (const table of ["user_subscription", "user_orders"]) {
      const list = async () => expect((await library.from(table).select("*")).error).toBeNull();
      await expect
        .poll(() => countRoundTrips(list), { message: table })
        .toMatchObject({ roundTrips: 1 });
    }
  });

  test("pays in one checkout session: the others are expired", async () => {
    const ada = await signedInTestCustomer();
    const first = await ada.checkout();
    const second = await ada.checkout({
      lineItems: [{ priceId: PLAN.starter.priceId, quantity: 1 }],
    });
    await emulator.pay(sessionIn(second));
    await eventually("the first page is closed", async () => {
      const { status } = await emulator.stripe.checkout.sessions.retrieve(sessionIn(first));
      return status === "expired";
    });
    expect(await emulator.pay(sessionIn(first))).not.toBe(200);
  });
});
