import { randomUUID } from "node:crypto";
import { GoTrueClient } from "@supabase/auth-js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { DECLINED_OFFER } from "#contracts/api/cancellation.ts";
import { SubscriptionDetailsResponse } from "#contracts/api/subscription-details.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { connectDatabase } from "#db/connect.ts";
import { replayEffects } from "#db/ops/replay-effects.ts";
import { codeIn } from "../support/account.ts";
import { newId } from "../support/pipeline.ts";
import { eventually } from "../support/eventually.ts";
import { type DedicatedBillingStack, startBillingStack } from "../support/billing-stack.ts";
import { sessionIn, testCustomer } from "../support/customer-builder.ts";
import { freshAddress, freshIp, type InboxMail } from "../support/stack-client.ts";

const { couponId } = RETENTION_OFFER;

// A stack of its own, because the file breaks Stripe and kills the worker.
let stack: DedicatedBillingStack["stack"];
let paying: DedicatedBillingStack["paying"];
let provider: DedicatedBillingStack["provider"];
let query: DedicatedBillingStack["query"];
let stop: DedicatedBillingStack["stop"];

beforeAll(async () => {
  ({ stack, paying, provider, query, stop } = await startBillingStack("leaving"));
}, 120_000);

afterAll(() => stop());

afterEach(() => provider.behave());

async function mailsOf(address: string): Promise<InboxMail[]> {
  const inbox = await fetch(stack.urls.inbox, { headers: { accept: "application/json" } });
  return ((await inbox.json()) as InboxMail[]).filter((mail) => mail.to === address);
}

async function subscriber() {
  const address = freshAddress();
  const client = new GoTrueClient({
    url: `${stack.urls.api}/auth/v1`,
    headers: { apikey: stack.urls.anonKey, "cf-connecting-ip": freshIp() },
    persistSession: false,
    autoRefreshToken: false,
  });
  const { error } = await client.signUp({ email: address, password: "low tide at six" });
  if (error !== null) throw error;
  const mail = await eventually("the code is there", async () => (await mailsOf(address)).at(0));
  const { data } = await client.verifyOtp({ email: address, token: codeIn(mail), type: "signup" });
  const token = data.session?.access_token ?? "none";
  const ada = testCustomer(paying, token);
  const sessionId = sessionIn(await ada.checkout());
  expect(await provider.pay(sessionId)).toBe(200);
  const bought = await ada.outcome(sessionId);
  expect(bought).toMatchObject({ outcome: "complete", is_yours: true });
  const subscriptionId = bought.subscription?.subscription_id ?? "none";
  const [row] = await query("select customer_id from subscriptions where id = $1", [
    subscriptionId,
  ]);
  const customerId = String(row?.["customer_id"]);
  const clock = await provider.stripe.testHelpers.testClocks.create({
    // Nobody claims or cancels in the very second in which they have paid.
    frozen_time: Math.floor(Date.now() / 1_000) + 1,
    customer: customerId,
  });
  await rest(customerId);
  const { testClocks } = provider.stripe.testHelpers;
  async function passTo(moment: number): Promise<void> {
    await testClocks.advance(clock.id, { frozen_time: moment });
    await eventually("the time has passed", async () => {
      const { status } = await testClocks.retrieve(clock.id);
      return status === "ready";
    });
  }
  const say = (call: string, more: object = {}) =>
    ada.call("POST", `/functions/v1/${call}`, { subscriptionId, ...more });
  return {
    address,
    customerId,
    subscriptionId,
    claim: () => say("apply-retention-discount", { discountPercent: 20, durationMonths: 3 }),
    cancel: (more: object = DECLINED_OFFER) => say("cancel-subscription", more),
    keep: () => say("keep-subscription"),
    async shown() {
      const { body } = await ada.call("GET", "/functions/v1/subscription");
      const { subscription: details } = SubscriptionDetailsResponse.parse(body);
      if (details === null) throw new Error("there is no subscription");
      return details;
    },
    there: () => provider.stripe.subscriptions.retrieve(subscriptionId, { expand: ["discounts"] }),
    async monthPasses(isRested = true) {
      const { frozen_time: now } = await testClocks.retrieve(clock.id);
      await passTo(now + 31 * 86_400 + 2 * 3_600);
      if (isRested) await rest(customerId);
    },
    async renewalBegins() {
      const { items } = await provider.stripe.subscriptions.retrieve(subscriptionId);
      await passTo((items.data[0]?.current_period_end ?? 0) + 600);
      await rest(customerId);
    },
    /** What became of each payment, the first first. */
    async payments() {
      const orders = await query(
        "select status, amount_pence, refunded_pence from orders where customer_id = $1 order by ordered_at",
        [customerId],
      );
      return orders.map((row) => [row["status"], row["amount_pence"], row["refunded_pence"]]);
    },
  };
}
type CurrentPlan = Awaited<ReturnType<typeof subscriber>>;

async function rest(customerId: string): Promise<void> {
  await provider.idle();
  await eventually(
    "everything is done",
    async () => {
      const [left] = await query(
        `select count(*) filter (where completed_at is null and dead_lettered_at is null)::int as open, count(*)::int as all
         from outbox_events where aggregate_id = $1`,
        [customerId],
      );
      return left?.["open"] === 0 && left["all"] !== 0;
    },
    40_000,
  );
}

async function traces({ address, customerId, there }: CurrentPlan) {
  const provided = await there();
  return {
    there: {
      status: provided.status,
      isEnding: provided.cancel_at_period_end || provided.cancel_at !== null,
      coupons: provided.discounts.map((discount) =>
        typeof discount === "string" ? discount : discount.source.coupon,
      ),
    },
    here: await query(
      `select status, cancel_at_period_end, jsonb_path_query_array(discounts, '$[*].couponId') as coupons
       from subscriptions where customer_id = $1`,
      [customerId],
    ),
    wishes: (
      await query(
        `select kind || ' ' || request.state as wish from subscription_requests request
         join subscriptions on subscriptions.id = subscription_id
         where customer_id = $1 and kind <> 'retention_offer' order by requested_at, request.id`,
        [customerId],
      )
    ).map((row) => row["wish"]),
    events: (
      await query(
        `select type from outbox_events
         where aggregate_id = $1 and type not in ('StripeEventReceived', 'CheckoutCompleted', 'PurchaseClaimed')
         order by occurred_at, type`,
        [customerId],
      )
    ).map((row) => row["type"]),
    settled: await query(
      `select data->>'event' as event, count(*)::int from audit_log
       where subject_id = $1 and action = 'effect.apply-subscription-request' group by 1 order by 1`,
      [customerId],
    ),
    mails: (await mailsOf(address)).length,
  };
}

test("cancel at period end: everything works until the date, resumable until then", async () => {
  const ada = await subscriber();
  const { mails: before } = await traces(ada);
  const { current_period_end: end } = await ada.shown();
  expect(await ada.cancel()).toMatchObject({
    status: 200,
    body: { success: true, ends_at: end },
  });
  expect(await ada.shown()).toMatchObject({ subscription_status: "active", ends_at: end });
  await rest(ada.customerId);
  expect(await traces(ada)).toMatchObject({ there: { isEnding: true }, mails: before + 1 });
  expect(await ada.keep()).toMatchObject({ status: 200, body: { ends_at: null } });
  await rest(ada.customerId);
  expect(await traces(ada)).toMatchObject({
    there: { isEnding: false },
    here: [{ status: "active", cancel_at_period_end: false }],
    mails: before + 2,
  });
  await ada.cancel({ reason: "unused", feedback: "Too busy." });
  await rest(ada.customerId);
  expect((await ada.there()).cancellation_details).toMatchObject({
    feedback: "unused",
    comment: "Too busy.",
  });
  await ada.monthPasses();
  expect(await traces(ada)).toEqual({
    there: { status: "canceled", isEnding: true, coupons: [] },
    here: [{ status: "canceled", cancel_at_period_end: true, coupons: [] }],
    wishes: ["cancel applied", "resume applied", "cancel applied"],
    events: [
      "SubscriptionCancelled",
      "SubscriptionResumed",
      "SubscriptionCancelled",
      "SubscriptionEnded",
    ],
    settled: [
      { event: "SubscriptionCancelled", count: 2 },
      { event: "SubscriptionResumed", count: 1 },
    ],
    mails: before + 4,
  });
  expect(await ada.claim()).toMatchObject({ status: 409, body: { code: "no_subscription" } });
});

test("cancel while past due: ends immediately, nothing more is charged", async () => {
  const ada = await subscriber();
  const { mails: before } = await traces(ada);
  const payBy = async (card: string) => {
    const { customers, paymentMethods } = provider.stripe;
    const { id } = await paymentMethods.attach(card, { customer: ada.customerId });
    await customers.update(ada.customerId, { invoice_settings: { default_payment_method: id } });
    await provider.stripe.subscriptions.update(ada.subscriptionId, { default_payment_method: id });
  };
  await payBy("pm_card_chargeCustomerFail");
  await ada.monthPasses();
  expect(await ada.shown()).toMatchObject({ subscription_status: "past_due", ends_at: null });
  const requestedAt = Math.floor(Date.now() / 1_000);
  const { body } = await ada.cancel();
  expect(body).toMatchObject({ message: BILLING_MESSAGES.retention.cancelledAtOnce });
  expect(Math.abs(Number(body["ends_at"]) - requestedAt)).toBeLessThan(60);
  await rest(ada.customerId);
  expect(await ada.payments()).toEqual([
    ["completed", 184_99, 0],
    ["void", 184_99, 0],
  ]);
  expect(await traces(ada)).toMatchObject({
    there: { status: "canceled" },
    here: [{ status: "canceled" }],
    wishes: ["cancel applied"],
    events: ["PaymentFailed", "SubscriptionCancelled", "SubscriptionEnded"],
    mails: before + 3,
  });
});

test("cancel while the renewal is collected: ends immediately, renewal not charged", async () => {
  const ada = await subscriber();
  const { mails: before } = await traces(ada);
  await ada.renewalBegins();
  expect(await ada.shown()).toMatchObject({
    subscription_status: "active",
    ends_at: null,
    ends_at_once: true,
    renewal_pence: 184_99,
  });
  expect(await ada.cancel()).toMatchObject({
    body: { message: BILLING_MESSAGES.retention.cancelledAtOnce },
  });
  await rest(ada.customerId);
  await ada.monthPasses();
  expect(await ada.payments()).toEqual([["completed", 184_99, 0]]);
  expect(await traces(ada)).toMatchObject({
    there: { status: "canceled" },
    here: [{ status: "canceled" }],
    wishes: ["cancel applied"],
    events: ["SubscriptionCancelled", "SubscriptionEnded"],
    mails: before + 2,
  });
  const mail = (await mailsOf(ada.address)).find(({ text }) => text.includes("ends at once"));
  expect(mail?.text).toContain("there are no further charges");
});

test("cancel in Stripe's portal while the renewal is collected: ends immediately", async () => {
  const ada = await subscriber();
  const { mails: before } = await traces(ada);
  await ada.renewalBegins();
  const [item] = (await ada.there()).items.data;
  await provider.stripe.subscriptions.update(ada.subscriptionId, {
    cancel_at: item?.current_period_end ?? 0,
  });
  await rest(ada.customerId);
  await ada.monthPasses();
  expect(await ada.payments()).toEqual([["completed", 184_99, 0]]);
  expect(await traces(ada)).toMatchObject({
    there: { status: "canceled" },
    here: [{ status: "canceled" }],
    wishes: ["cancel applied"],
    events: ["SubscriptionCancelled", "SubscriptionEnded"],
    settled: [{ event: "SubscriptionCancelled", count: 1 }],
    mails: before + 2,
  });
});

test("cancel before a renewal, applied after it: the renewal is refunded once", async () => {
  const ada = await subscriber();
  const { mails: before } = await traces(ada);
  await provider.misbehave({
    api: { fail: { status: 500 }, onlyMatching: `/v1/subscriptions/${ada.subscriptionId}` },
  });
  await ada.cancel();
  await ada.monthPasses(false);
  await provider.behave();
  await rest(ada.customerId);
  expect(await ada.payments()).toEqual([
    ["completed", 184_99, 0],
    ["refunded", 184_99, 184_99],
  ]);
  const { events, ...left } = await traces(ada);
  expect(events.map(String).toSorted()).toEqual([
    "RefundIssued",
    "SubscriptionCancelled",
    "SubscriptionEnded",
  ]);
  expect(left).toMatchObject({
    there: { status: "canceled" },
    here: [{ status: "canceled" }],
    wishes: ["cancel applied"],
    mails: before + 3,
  });
  const audited = await query(
    `select data->>'amountPence' as pence from audit_log
     where subject_id = $1 and action = 'effect.audit' and data->>'event' = 'RefundIssued'`,
    [ada.customerId],
  );
  expect(audited).toEqual([{ pence: "18499" }]);
});

test("cancel, then accept the retention offer: stays, with three cheaper months", async () => {
  const ada = await subscriber();
  const { mails: before } = await traces(ada);
  await ada.cancel();
  expect(await ada.claim()).toMatchObject({ status: 200, body: { success: true, ends_at: null } });
  expect(await ada.shown()).toMatchObject({ ends_at: null, is_offer_open: false });
  await rest(ada.customerId);
  expect(await traces(ada)).toMatchObject({
    there: { isEnding: false, coupons: [couponId] },
    here: [{ cancel_at_period_end: false, coupons: [couponId] }],
    events: ["SubscriptionCancelled", "RetentionApplied"],
    mails: before + 2,
  });
  expect(await ada.claim()).toMatchObject({ status: 409, body: { code: "offer_used" } });
  await ada.monthPasses();
  const orders = await query(
    "select amount_pence from orders where customer_id = $1 order by ordered_at",
    [ada.customerId],
  );
  expect(orders.map((row) => row["amount_pence"])).toEqual([184_99, 147_99]);
});

test("cancel in Stripe's portal: one email, and resumable on our page", async () => {
  const ada = await subscriber();
  const { mails: before } = await traces(ada);
  const [item] = (await ada.there()).items.data;
  await provider.stripe.subscriptions.update(ada.subscriptionId, {
    cancel_at: item?.current_period_end ?? 0,
  });
  await rest(ada.customerId);
  expect(await traces(ada)).toMatchObject({
    events: ["SubscriptionCancelled"],
    settled: [],
    mails: before + 1,
  });
  await ada.claim();
  await rest(ada.customerId);
  expect(await traces(ada)).toMatchObject({
    there: { isEnding: false, coupons: [couponId] },
    events: ["SubscriptionCancelled", "RetentionApplied"],
  });
});

test("concurrent clicks: Stripe ends in the state that the page shows", async () => {
  const ada = await subscriber();
  await provider.misbehave({ webhooks: { copies: 2, order: "random" } });
  const answers = await Promise.all([ada.claim(), ada.cancel(), ada.claim(), ada.keep()]);
  expect(answers.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(1);
  await rest(ada.customerId);
  const { there, here, events, settled } = await traces(ada);
  const { ends_at: endsAt, being_applied: beingApplied } = await ada.shown();
  expect(beingApplied).toEqual([]);
  expect(there).toMatchObject({ isEnding: endsAt !== null, coupons: [couponId] });
  expect(here).toMatchObject([{ cancel_at_period_end: endsAt !== null, coupons: [couponId] }]);
  expect(events.filter((type) => type === "RetentionApplied")).toHaveLength(1);
  expect(settled.reduce((sum, row) => sum + Number(row["count"]), 0)).toBe(events.length);
});

describe("Stripe is down", () => {
  test("requests are accepted, shown as being applied, and applied later", async () => {
    const ada = await subscriber();
    await provider.misbehave({ api: { fail: { status: 500 } } });
    expect(await ada.claim()).toMatchObject({ status: 200 });
    expect(await ada.cancel({})).toMatchObject({ status: 200 });
    const shown = await ada.shown();
    expect(shown.being_applied.toSorted()).toEqual(["cancellation", "discount"]);
    expect(shown.ends_at).toBe(shown.current_period_end);
    await eventually("it was tried in vain", async () => {
      const rows = await query(
        `select 1 from event_effects ledger join outbox_events event on event.id = ledger.event_id
         where event.aggregate_id = $1 and ledger.effect = 'apply-subscription-request' and ledger.last_error is not null`,
        [ada.customerId],
      );
      return rows.length === 2;
    });
    await provider.behave();
    await rest(ada.customerId);
    expect((await ada.shown()).being_applied).toEqual([]);
    expect(await traces(ada)).toMatchObject({
      there: { isEnding: true, coupons: [couponId] },
      here: [{ cancel_at_period_end: true, coupons: [couponId] }],
      wishes: ["cancel applied"],
      events: ["RetentionApplied", "SubscriptionCancelled"],
    });
  });

  test("worker killed before it saved Stripe's response: one discount", async () => {
    const ada = await subscriber();
    await provider.misbehave({
      api: { delayMs: 5_000, onlyMatching: `/v1/subscriptions/${ada.subscriptionId}` },
    });
    await ada.claim();
    // Uses a list call, because single reads are delayed.
    const given = async () => {
      const { data } = await provider.stripe.subscriptions.list({ customer: ada.customerId });
      return data.flatMap(({ discounts }) => discounts);
    };
    const [discount] = await eventually("the provider has done it", async () => {
      const discounts = await given();
      return discounts.length > 0 && discounts;
    });
    await stack.parts.worker.kill("SIGKILL");
    await provider.behave();
    await stack.parts.worker.start();
    await rest(ada.customerId);
    expect(await traces(ada)).toMatchObject({
      there: { coupons: [couponId] },
      here: [{ coupons: [couponId] }],
      events: ["RetentionApplied"],
      settled: [{ event: "RetentionApplied", count: 1 }],
    });
    expect(await given()).toEqual([discount]);
  });
});

test("rejected permanently by Stripe: dead-lettered, emailed, shown, fixed by a replay", async () => {
  const ada = await subscriber();
  const { coupons } = provider.stripe;
  const { percentOff, months, name } = RETENTION_OFFER;
  await coupons.del(couponId);
  expect(await ada.claim()).toMatchObject({ status: 200 });
  await rest(ada.customerId);
  expect(await ada.shown()).toMatchObject({ being_applied: [], is_offer_open: true });
  const { events, there } = await traces(ada);
  expect(there.coupons).toEqual([]);
  expect(events).toEqual(["RetentionApplied", "SubscriptionRequestRejected"]);
  const [dead] = await query(
    `select event.id, ledger.attempts, ledger.status, ledger.last_error from event_effects ledger
     join outbox_events event on event.id = ledger.event_id
     where event.aggregate_id = $1 and ledger.effect = 'apply-subscription-request' and event.dead_lettered_at is not null`,
    [ada.customerId],
  );
  expect(dead).toMatchObject({ status: "dead", last_error: expect.stringContaining("Stripe: ") });

  await coupons.create({
    id: couponId,
    name,
    percent_off: percentOff,
    duration: "repeating",
    duration_in_months: months,
  });
  const { db, close } = connectDatabase(stack.urls.databaseUrl, {
    max: 1,
    applicationName: "test",
    onError: () => undefined,
  });
  const replayed = await replayEffects(db, {
    eventId: String(dead?.["id"]),
    effects: [
      {
        replayId: newId("replay"),
        effect: "apply-subscription-request",
        seen: { status: "dead", attempts: Number(dead?.["attempts"]) },
      },
    ],
    wholeEvent: null,
    requestedBy: `ops-${randomUUID()}`,
    reason: "the coupon is there again",
    sendAgain: false,
  });
  await close();
  expect(replayed).toEqual({ outcome: "replayed", effects: ["apply-subscription-request"] });
  await rest(ada.customerId);
  expect(await traces(ada)).toMatchObject({ there: { coupons: [couponId] } });
  expect(await ada.shown()).toMatchObject({ is_offer_open: false });
});
