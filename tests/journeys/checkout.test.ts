import { afterEach, describe, expect, test } from "vitest";
import { ADDONS, PLANS } from "#contracts/catalogue.ts";
import type { ReceivedConversion } from "../stack/meta/app.ts";
import { codeIn, freshAuthClient, mailTo } from "../support/account.ts";
import { eventually } from "../support/eventually.ts";
import {
  customerOf,
  sessionIn,
  signedInTestCustomer,
  supabaseAs,
  testCustomer,
  waitUntilSynced,
} from "../support/customer-builder.ts";
import { stripeEmulator } from "../support/stripe-emulator.ts";
import { freshAddress, mailsAbout, queryStack } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const stack = thisStack();
const provider = stripeEmulator(stack);
const TEAM = "team@tidepost.example";

afterEach(() => provider.behave());

const subjectsTo = async (address: string) =>
  (await mailsAbout(address))
    .filter((mail) => mail.to === address && mail.subject.includes("subscription"))
    .map((mail) => mail.subject);

const eventsOf = async (customerId: string) =>
  (
    await queryStack(
      "select type from outbox_events where aggregate_id = $1 and type <> 'StripeEventReceived' order by type",
      [customerId],
    )
  ).map((row) => row["type"]);

const livingOf = async (customerId: string) =>
  queryStack("select id, duplicate_of from subscriptions where customer_id = $1 and is_open", [
    customerId,
  ]);

const CONVERSION = {
  consent_version: "2026-11",
  consented_at: "2026-11-20T11:59:00.000Z",
  page_url: `${stack.site}/checkout`,
  fbp: "fb.1.1596403881668.1116446470",
};

async function conversionsOf(orderId: string): Promise<ReceivedConversion[]> {
  const response = await fetch(new URL("/conversions", stack.inbox));
  const all = (await response.json()) as ReceivedConversion[];
  return all.filter((conversion) => conversion.event_id === `purchase-${orderId}`);
}

async function roundTrips(): Promise<number> {
  const answer = await fetch(`${thisStack().bridge}/stats`);
  return ((await answer.json()) as { roundTrips: number }).roundTrips;
}

describe("signed-in user", () => {
  test("pays: has a subscription, an order, a welcome email; the account manager is notified", async () => {
    const ada = await signedInTestCustomer();
    const sessionId = sessionIn(await ada.checkout());
    expect(await provider.pay(sessionId)).toBe(200);
    const customerId = await customerOf(sessionId);
    const library = supabaseAs(ada.token);
    const subscription = await eventually("the subscription is there", async () => {
      const { data } = await library.from("user_subscription").select("*").maybeSingle();
      return (data as Record<string, unknown> | null) ?? undefined;
    });
    expect(subscription).toEqual({
      subscription_id: expect.stringMatching(/^sub_/),
      price_id: PLANS[1].priceId,
      subscription_status: "active",
      current_period_end: expect.any(Number),
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
        order_status: "completed",
        amount_refunded: 0,
        order_date: expect.any(String),
        amount_total: 184_99,
      },
    ]);
    await provider.idle();
    await waitUntilSynced(customerId);
    expect(await eventsOf(customerId)).toEqual(["CheckoutCompleted"]);
    expect(await subjectsTo(ada.email)).toEqual([
      "Welcome to Tidepost: your subscription has begun",
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
      "effect.team-mail",
      "effect.welcome-mail",
    ]);
  });

  test.for([
    ["with consent is told to the advertiser once", { conversion: CONVERSION }, 1],
    ["without consent is not reported", {}, 0],
  ] as const)("purchase %s", async ([, change, told]) => {
    const ada = await signedInTestCustomer();
    const sessionId = sessionIn(await ada.checkout(change));
    expect(await provider.pay(sessionId)).toBe(200);
    const { order_id: orderId } = await ada.outcome(sessionId);
    const customerId = await customerOf(sessionId);
    await provider.idle();
    await waitUntilSynced(customerId);
    const conversions = await conversionsOf(String(orderId));
    expect(conversions).toHaveLength(told);
    if (told === 1) {
      expect(conversions[0]).toMatchObject({
        event_name: "Purchase",
        event_source_url: `${stack.site}/checkout`,
        user_data: { fbp: CONVERSION.fbp },
        custom_data: {
          content_name: "Plus Package",
          content_type: "product",
          value: 175,
          currency: "GBP",
        },
        reports: 1,
      });
    }
    const audit = await queryStack(
      "select data from audit_log where subject_id = $1 and action = 'effect.purchase-conversion'",
      [customerId],
    );
    expect(audit).toMatchObject(
      Array.from({ length: told }, () => ({ data: { outcome: "sent" } })),
    );
    const events = await queryStack("select payload from outbox_events where aggregate_id = $1", [
      customerId,
    ]);
    expect(JSON.stringify([events, audit])).not.toMatch(/fb\.1\.|consented_at/);
  });

  test("each billing list: one round trip", async () => {
    const ada = await signedInTestCustomer();
    const library = supabaseAs(ada.token);
    await library.from("user_subscription").select("*").maybeSingle();
    for (const table of ["user_subscription", "user_orders"]) {
      const before = await roundTrips();
      const { error } = await library.from(table).select("*");
      expect(error).toBeNull();
      expect((await roundTrips()) - before, table).toBe(1);
    }
  });

  test("two tabs, two baskets: keeps one subscription and refunds the other", async () => {
    const ada = await signedInTestCustomer();
    const [one, two] = await Promise.all([
      ada.checkout(),
      ada.checkout({ lineItems: [{ priceId: PLANS[2].priceId, quantity: 1 }] }),
    ]);
    expect(one).not.toBe(two);
    const statuses = await Promise.all([
      provider.pay(sessionIn(one)),
      provider.pay(sessionIn(two)),
    ]);
    expect(statuses).toEqual([200, 200]);
    const customerId = await customerOf(sessionIn(one));
    await eventually("one subscription is left", async () => {
      const rows = await queryStack(
        "select status, duplicate_of is not null as second from subscriptions where customer_id = $1 order by second",
        [customerId],
      );
      return (
        rows.length === 2 && rows[0]?.["status"] === "active" && rows[1]?.["status"] === "canceled"
      );
    });
    await provider.idle();
    await waitUntilSynced(customerId);
    expect(await livingOf(customerId)).toHaveLength(1);
    expect(await eventsOf(customerId)).toEqual(["CheckoutCompleted", "DuplicateSubscriptionFound"]);
    const [second] = await queryStack(
      "select id from subscriptions where customer_id = $1 and duplicate_of is not null",
      [customerId],
    );
    const { data: invoices } = await provider.stripe.invoices.list({
      subscription: String(second?.["id"]),
      expand: ["data.payments"],
    });
    const intent = invoices[0]?.payments?.data[0]?.payment.payment_intent;
    if (typeof intent !== "string") throw new Error("the second subscription was never paid");
    const { latest_charge: charge } = await provider.stripe.paymentIntents.retrieve(intent, {
      expand: ["latest_charge"],
    });
    expect(charge).toMatchObject({ refunded: true });
  });

  test("paid in one checkout session: the others are expired", async () => {
    const ada = await signedInTestCustomer();
    const first = await ada.checkout();
    const second = await ada.checkout({ lineItems: [{ priceId: PLANS[0].priceId, quantity: 1 }] });
    await provider.pay(sessionIn(second));
    await eventually("the first page is closed", async () => {
      const { status } = await provider.stripe.checkout.sessions.retrieve(sessionIn(first));
      return status === "expired";
    });
    expect(await provider.pay(sessionIn(first))).not.toBe(200);
  });

  test("declined card: no subscription, and another card pays in the same session", async () => {
    const ada = await signedInTestCustomer();
    const url = await ada.checkout();
    expect(await provider.pay(sessionIn(url), { card: "4000000000009995" })).toBe(402);
    expect(await ada.checkout()).toBe(url);
    // Requires 3-D Secure, which the customer confirms.
    expect(await provider.pay(sessionIn(url), { card: "4000002500003155" })).toBe(200);
    expect(await ada.outcome(sessionIn(url))).toMatchObject({
      outcome: "complete",
      amount_total: 184_99,
      is_yours: true,
    });
  });

  test("delayed webhook: the success page shows the right state", async () => {
    await provider.misbehave({ webhooks: { hold: true } });
    const ada = await signedInTestCustomer();
    const sessionId = sessionIn(await ada.checkout());
    await provider.pay(sessionId);
    expect(await ada.outcome(sessionId)).toMatchObject({
      outcome: "complete",
      addon_price_ids: [ADDONS[0].priceId],
      subscription: { subscription_status: "active" },
    });
    const customerId = await customerOf(sessionId);
    await eventually(
      "the welcome is there",
      async () => (await subjectsTo(ada.email)).length === 1,
    );
    await provider.behave();
    await provider.idle();
    await waitUntilSynced(customerId);
    expect(await eventsOf(customerId)).toEqual(["CheckoutCompleted"]);
    expect(await subjectsTo(ada.email)).toHaveLength(1);
  });

  test("changes the card in Stripe's portal", async () => {
    const ada = await signedInTestCustomer();
    const sessionId = sessionIn(await ada.checkout());
    await provider.pay(sessionId);
    await ada.outcome(sessionId);
    const { status, body } = await ada.call("POST", "/functions/v1/billing-portal", {
      flow: "payment_method_update",
      returnUrl: `${thisStack().site}/dashboard`,
    });
    expect(status).toBe(200);
    expect((await fetch(String(body["url"]))).status).toBe(200);
  });
});

describe("guest", () => {
  test("signs up later with the same address: finds the purchase", async () => {
    const address = freshAddress();
    const guest = testCustomer(thisStack());
    const sessionId = sessionIn(await guest.checkout({ customerEmail: address }));
    await provider.pay(sessionId);
    const customerId = await customerOf(sessionId);
    await eventually("the welcome is there", async () => (await subjectsTo(address)).length === 1);

    const client = freshAuthClient();
    const account = { email: address, password: "low tide at six" };
    const signUp = await client.signUp(account);
    expect(signUp.error).toBeNull();
    const code = codeIn(
      await eventually("the mail with the code", async () =>
        (await mailsAbout(address)).find((mail) => mail.subject.startsWith("Confirm")),
      ),
    );
    const { data } = await client.verifyOtp({ email: address, token: code, type: "signup" });
    const library = supabaseAs(String(data.session?.access_token));
    const own = await library.from("user_subscription").select("*").maybeSingle();
    expect(own.data).toMatchObject({ subscription_status: "active" });
    await eventually("it is theirs for good", async () => {
      const [row] = await queryStack("select user_id from subscriptions where customer_id = $1", [
        customerId,
      ]);
      return row?.["user_id"] === data.user?.id;
    });
    await waitUntilSynced(customerId);
    expect(await eventsOf(customerId)).toEqual(["CheckoutCompleted", "PurchaseClaimed"]);
  });

  test("never confirms the address: no user gets the purchase", async () => {
    const address = freshAddress();
    const guest = testCustomer(thisStack());
    const sessionId = sessionIn(await guest.checkout({ customerEmail: address }));
    await provider.pay(sessionId);
    await guest.outcome(sessionId);
    const stranger = await signedInTestCustomer();
    const own = await supabaseAs(stranger.token)
      .from("user_subscription")
      .select("*")
      .maybeSingle();
    expect(own.data).toBeNull();
    expect(await mailTo(address)).toMatchObject({ to: address });
  });

  test("shows the checkout session after signing in: gets the purchase", async () => {
    const guest = testCustomer(thisStack());
    const sessionId = sessionIn(await guest.checkout({ customerEmail: freshAddress() }));
    await provider.pay(sessionId);
    const ada = await signedInTestCustomer();
    expect(await ada.outcome(sessionId)).toMatchObject({ outcome: "complete", is_yours: true });
    const own = await supabaseAs(ada.token).from("user_orders").select("*");
    expect(own.data).toHaveLength(1);
  });
});
