import { afterEach, describe, expect, test } from "vitest";
import { ADDONS, PLANS } from "#contracts/catalogue.ts";
import { codeIn, freshAuthClient } from "../support/account.ts";
import {
  customerOf,
  eventsOf,
  signedInTestCustomer,
  supabaseAs,
  waitUntilSynced,
} from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { countRoundTrips, freshAddress, mailsAbout, queryStack } from "../support/stack-client.ts";
import { stripeEmulator } from "../support/stripe-emulator.ts";
import { sessionIn, testCustomer } from "../support/test-customer.ts";
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
        order_number: expect.stringMatching(/-0001$/),
        order_lines: expect.arrayContaining([expect.stringContaining("1 × ")]),
        order_status: "completed",
        amount_refunded: 0,
        currency: "gbp",
        dispute: null,
        order_date: expect.any(String),
        amount_total: 184_99,
      },
    ]);
    await emulator.idle();
    await waitUntilSynced(customerId);
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
    const second = await ada.checkout({ lineItems: [{ priceId: PLANS[0].priceId, quantity: 1 }] });
    await emulator.pay(sessionIn(second));
    await eventually("the first page is closed", async () => {
      const { status } = await emulator.stripe.checkout.sessions.retrieve(sessionIn(first));
      return status === "expired";
    });
    expect(await emulator.pay(sessionIn(first))).not.toBe(200);
  });

  test("delayed webhook: the success page shows the right state", async () => {
    await emulator.misbehave({ webhooks: { hold: true } });
    const ada = await signedInTestCustomer();
    const sessionId = sessionIn(await ada.checkout());
    await emulator.pay(sessionId);
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
    await emulator.behave();
    await emulator.idle();
    await waitUntilSynced(customerId);
    expect(await eventsOf(customerId)).toEqual(["CheckoutCompleted"]);
    expect(await subjectsTo(ada.email)).toHaveLength(1);
  });
});

describe("guest", () => {
  test("pays twice with one address: both are told once, and nothing ends by itself", async () => {
    const address = freshAddress();
    const customers: string[] = [];
    for (const email of [address, address.toUpperCase()]) {
      const sessionId = sessionIn(await testCustomer(thisStack()).checkout());
      await emulator.pay(sessionId, { email, card: "4000056655665556" });
      customers.push(await customerOf(sessionId));
      await waitUntilSynced(customers.at(-1) ?? "");
      const paidS = Math.floor(Date.now() / 1_000);
      // Stripe's times are in seconds, and they tell which subscription is the second.
      await eventually("a later second", () => Promise.resolve(Date.now() / 1_000 > paidS + 1));
    }
    expect(await subjectsTo(address)).toEqual([
      "Welcome to Tidepost: your subscription has started",
      "Welcome to Tidepost: your subscription has started",
      "You’re paying for two Tidepost subscriptions",
    ]);
    const toTeam = (await mailsAbout(address)).filter((mail) => mail.to === TEAM);
    expect(toTeam.map((mail) => mail.subject).toSorted()).toEqual([
      "Alert, second subscription: Plus Package",
      "New customer: Plus Package",
      "Returning customer: Plus Package",
    ]);
    const rows = await queryStack(
      "select status, second_of is not null as is_second from subscriptions where customer_id = any($1) order by created_at",
      [customers],
    );
    expect(rows).toEqual([
      { status: "active", is_second: false },
      { status: "active", is_second: true },
    ]);
  });

  test("signs up later with the same address: claims the purchase", async () => {
    const address = freshAddress();
    const guest = testCustomer(thisStack());
    const sessionId = sessionIn(await guest.checkout({ customerEmail: address }));
    await emulator.pay(sessionId, { card: "5200828282828210" });
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
    const own = () => library.from("user_subscription").select("*").maybeSingle();
    expect((await own()).data).toBeNull();
    const { subscription } = await guest.outcome(sessionId);
    const claimed = await library.functions.invoke("unclaimed-purchases", {
      body: { subscriptionId: subscription?.subscription_id },
    });
    expect(claimed.error).toBeNull();
    expect((await own()).data).toMatchObject({ subscription_status: "active" });
    await eventually("it is theirs for good", async () => {
      const [row] = await queryStack("select user_id from subscriptions where customer_id = $1", [
        customerId,
      ]);
      return row?.["user_id"] === data.user?.id;
    });
    await waitUntilSynced(customerId);
    expect(await eventsOf(customerId)).toEqual(["CheckoutCompleted", "PurchaseClaimed"]);
  });
});

test("payment that is disputed before Stripe reports it: bought once, and the dispute has its customer", async () => {
  const ada = await signedInTestCustomer();
  const sessionId = sessionIn(await ada.checkout());
  expect(await emulator.pay(sessionId, { card: "4000000000000259" })).toBe(200);
  expect(await ada.outcome(sessionId)).toMatchObject({ outcome: "complete" });
  const customerId = await customerOf(sessionId);
  await emulator.idle();
  await waitUntilSynced(customerId);
  expect(await eventsOf(customerId)).toContain("CheckoutCompleted");
  const disputes = await queryStack(
    "select type from stripe_events where customer_id = $1 and type = 'charge.dispute.created'",
    [customerId],
  );
  expect(disputes).toHaveLength(1);
});
