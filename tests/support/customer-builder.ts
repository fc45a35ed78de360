import type { Session } from "@supabase/auth-js";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Page } from "playwright-core";
import { setCard } from "../stack/stripe/start-for-test.ts";
import { signUp } from "./account.ts";
import { restoreSession } from "./browser.ts";
import { PLAN } from "./catalogue.ts";
import { insertCustomer, insertSubscription } from "./customer-rows.ts";
import { eventually } from "./eventually.ts";
import { freshIp } from "./fresh-ip.ts";
import { openDashboard } from "./page-actions.ts";
import { waitUntilIdle } from "./reconcile.ts";
import { queryStack, stackDb } from "./stack-client.ts";
import { MONTH_S } from "./stripe-cases.ts";
import { stripeEmulator } from "./stripe-emulator.ts";
import { startTestClock } from "./test-clock.ts";
import { sessionIn, testCustomer } from "./test-customer.ts";
import { thisStack } from "./this-stack.ts";

type Price = { priceId: string };
type Payment = { card?: string };

export type Subscriber = Awaited<ReturnType<typeof createSubscriber>>;

export async function signedInTestCustomer() {
  const account = await signUp();
  const { access_token: token, user } = account.session;
  return { ...account, userId: user.id, token, ...testCustomer(thisStack(), token) };
}

/** Signs up, pays for a plan (with add-ons), and waits until all effects are completed. */
export async function createSubscriber(prices: Price | readonly Price[], payment: Payment = {}) {
  const ada = await signedInTestCustomer();
  const lineItems = [prices].flat().map(({ priceId }) => ({ priceId, quantity: 1 }));
  const sessionId = sessionIn(await ada.checkout({ lineItems }));
  await stripeEmulator(thisStack()).pay(sessionId, payment);
  const { subscription } = await ada.outcome(sessionId);
  const customerId = await customerOf(sessionId);
  await waitUntilEventsCompleted(customerId);
  return { ...ada, customerId, subscriptionId: String(subscription?.subscription_id) };
}

/** A subscriber in our tables alone, for pages and calls that ask Stripe for nothing. */
export async function seedSubscriber({ priceId }: Price) {
  const ada = await signedInTestCustomer();
  // As long as Stripe's.
  const id = ada.userId.replaceAll("-", "");
  const [customerId, subscriptionId] = [`cus_${id.slice(0, 14)}`, `sub_${id.slice(0, 24)}`];
  const dayAgo = new Date(Date.now() - DAY_S * 1_000).toISOString();
  await insertCustomer(stackDb(), { id: customerId, userId: ada.userId, email: ada.email });
  // As one that Stripe has no more: the check for drift, in the first minute of a stack, would end the subscription.
  await queryStack("update customers set is_deleted = true where id = $1", [customerId]);
  await insertSubscription(stackDb(), {
    id: subscriptionId,
    customerId,
    userId: ada.userId,
    priceIds: [priceId],
    createdAt: dayAgo,
    paidAt: dayAgo,
    currentPeriodEnd: new Date(Date.now() + MONTH_S * 1_000).toISOString(),
  });
  return { ...ada, customerId, subscriptionId };
}

/** The team books an ads plan beside the plan. Returns its subscription's id once that is saved here. */
export async function bookAdsPlan({ customerId }: { customerId: string }, { priceId }: Price) {
  const { prices, subscriptions } = stripeEmulator(thisStack()).stripe;
  const { data } = await prices.list({ lookup_keys: [priceId] });
  const { id } = await subscriptions.create({
    customer: customerId,
    items: data.map(({ id: price }) => ({ price })),
  });
  await eventually("the ads plan is saved", async () => {
    const [row] = await queryStack(
      "select true as saved from subscriptions where id = $1 and is_open and duplicate_of is null",
      [id],
    );
    return row?.["saved"] === true;
  });
  return id;
}

export async function createSubscriberSince(daysAgo: number, { priceId }: Price) {
  const payer = await signedInTestCustomer();
  const sessionId = sessionIn(await payer.checkout({ lineItems: [{ priceId, quantity: 1 }] }));
  const customerId = await customerOf(sessionId);
  const clock = await createTestClock({ customerId }, daysAgo);
  await stripeEmulator(thisStack()).pay(sessionId);
  const { subscription } = await payer.outcome(sessionId);
  await clock.passes(daysAgo * DAY_S);
  const ada = { ...payer, customerId, subscriptionId: String(subscription?.subscription_id) };
  return { ada, clock };
}

export async function signInSubscriber(
  openPage: () => Promise<Page>,
  prices: Price | readonly Price[],
  payment: Payment = {},
) {
  const ada = await createSubscriber(prices, payment);
  const page = await openPage();
  await signInOnPage(page, ada);
  return { ada, page };
}

/** Opens the dashboard with a session; `browser/account.test.ts` signs in with the form. */
export async function signInOnPage(page: Page, { session }: { session: Session }): Promise<void> {
  await restoreSession(page, session);
  await openDashboard(page);
}

let unchanged: Promise<Subscriber> | undefined;

/** One subscriber of Plus for all tests of this process that change nothing. */
export function unchangedSubscriber(): Promise<Subscriber> {
  return (unchanged ??= createSubscriber(PLAN.plus));
}

export async function visitUnchanged(visit: () => Promise<Page>) {
  const ada = await unchangedSubscriber();
  const page = await visit();
  await restoreSession(page, ada.session);
  return { ada, page };
}

/** A subscriber of Plus whose renewals are open: the bank wants each payment to be confirmed. */
export async function createPastDueSubscriber(paymentMethod = "pm_card_authenticationRequired") {
  const { stripe } = stripeEmulator(thisStack());
  const ada = await createSubscriber(PLAN.plus);
  const clock = await createTestClock(ada);
  await setCard(stripe, ada.customerId, paymentMethod);
  await stripe.subscriptions.update(ada.subscriptionId, { default_payment_method: "" });
  await clock.monthPasses();
  const { data: open } = await stripe.invoices.list({
    subscription: ada.subscriptionId,
    status: "open",
  });
  return { ...ada, clock, invoiceUrl: String(open[0]?.hosted_invoice_url) };
}

export function supabaseAs(token: string): SupabaseClient {
  const { api, anonKey } = thisStack();
  return createClient(api, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { authorization: `Bearer ${token}`, "cf-connecting-ip": freshIp() } },
  });
}

export async function customerOf(sessionId: string): Promise<string> {
  const [row] = await queryStack(
    "select customer_id from checkout_sessions where stripe_session_id = $1",
    [sessionId],
  );
  return String(row?.["customer_id"]);
}

export async function eventsOf(customerId: string): Promise<unknown[]> {
  const rows = await queryStack(
    `select type from outbox_events
     where aggregate_id = $1 and type <> 'StripeEventReceived' order by type`,
    [customerId],
  );
  return rows.map((row) => row["type"]);
}

/** Unlike `waitUntilIdle`, it neither waits for webhooks of the Stripe emulator nor accepts a dead-lettered event. */
export async function waitUntilEventsCompleted(customerId: string): Promise<void> {
  await eventually(`every event of ${customerId} is completed`, async () => {
    const [open] = await queryStack(
      `select count(*) filter (where completed_at is null) as open, count(*) as events
       from outbox_events where aggregate_id = $1`,
      [customerId],
    );
    return Number(open?.["open"]) === 0 && Number(open?.["events"]) > 0;
  });
}

const DAY_S = 86_400;
const NOTICED_S = 2 * DAY_S;

export async function createTestClock({ customerId }: { customerId: string }, daysAgo = 0) {
  const { stripe } = stripeEmulator(thisStack());
  const clock = await startTestClock(stripe, { customerId, daysAgo });
  return {
    ...clock,
    /** Stops between the notice of the renewal and the renewal: at Stripe they are days apart. */
    async monthPasses() {
      const { data } = await stripe.subscriptions.list({ customer: customerId, limit: 1 });
      const endS = data[0]?.items.data[0]?.current_period_end ?? 0;
      const noticedS = endS - NOTICED_S - clock.nowS();
      const isAhead = noticedS > 0 && noticedS < MONTH_S;
      if (isAhead) {
        await clock.passes(noticedS);
        await waitUntilIdle(customerId);
      }
      await clock.passes(isAhead ? MONTH_S - noticedS : MONTH_S);
      await waitUntilIdle(customerId);
    },
  };
}
