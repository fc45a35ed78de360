import { isDeepStrictEqual } from "node:util";
import type { Stripe } from "stripe";
import { expect } from "vitest";
import { OFFER_METADATA_KEY } from "#contracts/billing/offer-length.ts";
import { type BillingMailKind, billingContent } from "../../worker/mail/billing-content.ts";
import { eventually } from "./eventually.ts";
import { stripeEmulator } from "./stripe-emulator.ts";
import { mailsAbout, queryStack } from "./stack-client.ts";
import { thisStack } from "./this-stack.ts";

/**
 * A customer's subscriptions and orders by id, in our tables or in Stripe. Times are seconds since
 * the epoch.
 */
export type BillingRecords = {
  subscriptions: Record<string, SubscriptionRecord>;
  orders: Record<string, OrderRecord>;
};

export type SubscriptionRecord = {
  status: string;
  isEnding: boolean;
  periodEnd: number;
  items: string[];
  discounts: string[];
  scheduled: string | null;
  awaiting: string | null;
};

export type OrderRecord = { status: string; amountPence: number; refundedPence: number };

export type CustomerTraces = {
  here: BillingRecords;
  there: BillingRecords;
  subscriptionRequests: readonly { subscriptionId: string; kind: string; state: string }[];
  redemptions: readonly { subscriptionId: string; isApplied: boolean; isRefused: boolean }[];
  marked: readonly string[];
  refundRequests: readonly { subscriptionId: string; state: string }[];
  events: readonly { type: string; state: "completed" | "dead" | "open" }[];
  effects: readonly TracedEffect[];
  inbox: readonly { key: string | null; subject: string; to: "customer" | "team" }[];
};

export type TracedEffect = {
  name: string;
  status: string;
  key: string;
  done: number;
  givenUp: number;
  replays: number;
  mail: string | null;
};

export type Expected = {
  /** Billing emails in the order of their events; an inner list allows any order. */
  mails: readonly (BillingMailKind | readonly BillingMailKind[])[];
  /** Dead-lettered effects, as `EventType/effect`. */
  dead?: readonly string[];
};

/**
 * Waits until every event of a customer is completed or dead-lettered, then compares our tables
 * with Stripe and checks that each effect ran once.
 */
export async function expectReconciled(customerId: string, expected: Expected): Promise<void> {
  await waitUntilIdle(customerId);
  expect(findMismatches(await readTraces(customerId), expected)).toEqual([]);
}

export async function waitUntilIdle(customerId: string): Promise<void> {
  const provider = stripeEmulator(thisStack());
  let before = -1;
  for (;;) {
    await provider.idle();
    const events = await eventually(`everything about ${customerId} is done`, async () => {
      const [row] = await queryStack(
        `select count(*) filter (where completed_at is null and dead_lettered_at is null)::int as open, count(*)::int as events
         from outbox_events where aggregate_id = $1`,
        [customerId],
      );
      return row?.["open"] === 0 && Number(row["events"]);
    });
    if (events === before) return;
    before = events;
  }
}

export function findMismatches(traces: CustomerTraces, { mails, dead = [] }: Expected): string[] {
  return [
    ...differences("subscription", traces.here.subscriptions, traces.there.subscriptions),
    ...differences("order", traces.here.orders, traces.there.orders),
    ...wishFaults(traces),
    ...refundFaults(traces),
    ...effectFaults(traces, dead),
    ...mailFaults(traces, mails),
  ];
}

function differences(what: string, here: Record<string, object>, there: Record<string, object>) {
  return [...new Set([...Object.keys(here), ...Object.keys(there)])].flatMap((id) =>
    isDeepStrictEqual(here[id], there[id])
      ? []
      : [`${what} ${id} is ${JSON.stringify(here[id])}, there ${JSON.stringify(there[id])}`],
  );
}

function wishFaults({
  subscriptionRequests,
  redemptions,
  marked,
  there,
}: CustomerTraces): string[] {
  const faults: string[] = [];
  for (const { subscriptionId: id, kind, state } of subscriptionRequests) {
    const subscription = there.subscriptions[id];
    const isEnding = subscription?.isEnding === true || subscription?.status === "canceled";
    if (state !== "applied" && state !== "rejected") faults.push(`wish to ${kind} is ${state}`);
    if (state === "applied" && isEnding !== (kind === "cancel")) {
      faults.push(`wish to ${kind} is applied, and ${id} ${isEnding ? "ends" : "goes on"} there`);
    }
  }
  for (const { subscriptionId: id, isApplied, isRefused } of redemptions) {
    if (isApplied === isRefused) faults.push(`offer for ${id} is neither given nor refused`);
    if (isApplied !== marked.includes(id)) {
      faults.push(`offer for ${id} is ${isApplied ? "given here alone" : "given there alone"}`);
    }
  }
  return faults;
}

function refundFaults({ refundRequests, here, there }: CustomerTraces): string[] {
  return refundRequests.flatMap(({ subscriptionId, state }) => {
    const isBack =
      there.subscriptions[subscriptionId]?.status === "canceled" &&
      Object.values(there.orders).every((order) => order.refundedPence === order.amountPence);
    const isOwed = state === "approved";
    const isSaid = state === "refunded" && here.subscriptions[subscriptionId] !== undefined;
    return isOwed || isBack !== isSaid ? [`refund request for ${subscriptionId} is ${state}`] : [];
  });
}

function effectFaults({ events, effects }: CustomerTraces, dead: readonly string[]): string[] {
  const deadEvents = new Set(dead.map((name) => name.split("/")[0]));
  const found = effects.filter(({ status }) => status === "dead").map(({ name }) => name);
  return [
    ...events.flatMap(({ type, state }) =>
      state === "completed" || (state === "dead" && deadEvents.has(type))
        ? []
        : [`${type} is ${state}`],
    ),
    ...(isDeepStrictEqual(found.toSorted(), dead.toSorted())
      ? []
      : [`dead are [${found.join(", ")}] instead of [${dead.join(", ")}]`]),
    ...effects.flatMap(({ name, status, done, givenUp, replays }) => [
      ...(status === "pending" ? [`${name} is pending`] : []),
      ...(done === Number(status === "done")
        ? []
        : [`${name} is ${status}, audited ${done} times`]),
      ...(givenUp === replays + Number(status === "dead")
        ? []
        : [`${name} was given up ${givenUp} times`]),
    ]),
  ];
}

function mailFaults({ effects, inbox: all }: CustomerTraces, mails: Expected["mails"]): string[] {
  const inbox = all.filter(({ to }) => to === "customer");
  const sent = effects.flatMap(({ key, mail }) =>
    inbox.filter((arrived) => arrived.key === key).map(({ subject }) => ({ kind: mail, subject })),
  );
  const kinds = sent.map(({ kind }) => kind);
  const known = new Set(effects.map(({ key }) => key));
  return [
    ...(isInOrder(kinds, mails)
      ? []
      : [`mails are [${kinds.join(", ")}] instead of [${mails.join(", ")}]`]),
    ...sent.flatMap(({ kind, subject }) =>
      mails
        .flat()
        .some((expected) => expected === kind && billingContent(expected).subject === subject)
        ? []
        : [`mail ${kind} is headed "${subject}"`],
    ),
    ...inbox.flatMap(({ key, subject }) =>
      key !== null && known.has(key) ? [] : [`no effect has sent "${subject}"`],
    ),
    ...effects.flatMap(({ name, key, mail }) => {
      const times = all.filter((arrived) => arrived.key === key).length;
      return mail === null || times === 1 ? [] : [`mail of ${name} has arrived ${times} times`];
    }),
  ];
}

function isInOrder(kinds: readonly (string | null)[], mails: Expected["mails"]): boolean {
  let next = 0;
  const isEach = mails.every((expected) => {
    const together = [expected].flat();
    const found = kinds.slice(next, (next += together.length)).map(String);
    return isDeepStrictEqual(found.toSorted(), together.toSorted());
  });
  return isEach && next === kinds.length;
}

async function rows<T>(text: string, values: unknown[]): Promise<T[]> {
  return (await queryStack(text, values)) as unknown as T[];
}

async function readTraces(customerId: string): Promise<CustomerTraces> {
  const { stripe } = stripeEmulator(thisStack());
  const subscriptions = await stripe.subscriptions.list({
    customer: customerId,
    status: "all",
    limit: 100,
    expand: ["data.schedule", "data.discounts"],
  });
  const [here, orders, subscriptionRequests, redemptions, refundRequests, events, effects, inbox] =
    await Promise.all([
      subscriptionsHere(customerId),
      ordersThere(stripe, customerId),
      rows<CustomerTraces["subscriptionRequests"][number]>(
        `select distinct on (subscription_id) subscription_id as "subscriptionId", kind, state from subscription_requests
         where subscription_id in (select id from subscriptions where customer_id = $1) and kind <> 'retention_offer'
         order by subscription_id, requested_at desc`,
        [customerId],
      ),
      rows<CustomerTraces["redemptions"][number]>(
        `select distinct on (subscription_id) subscription_id as "subscriptionId", state = 'applied' as "isApplied",
           state in ('rejected', 'superseded') as "isRefused" from subscription_requests
         where subscription_id in (select id from subscriptions where customer_id = $1) and kind = 'retention_offer'
         order by subscription_id, requested_at desc`,
        [customerId],
      ),
      rows<CustomerTraces["refundRequests"][number]>(
        `select subscription_id as "subscriptionId", state from refund_requests where customer_id = $1`,
        [customerId],
      ),
      rows<CustomerTraces["events"][number]>(
        `select type, case when completed_at is not null then 'completed' when dead_lettered_at is not null then 'dead'
           else 'open' end as state from outbox_events where aggregate_id = $1`,
        [customerId],
      ),
      effectsOf(customerId),
      inboxOf(customerId),
    ]);
  return {
    here: { subscriptions: here, orders: await ordersHere(customerId) },
    there: { subscriptions: await subscriptionsThere(stripe, subscriptions.data), orders },
    marked: subscriptions.data
      .filter(({ metadata }) => metadata[OFFER_METADATA_KEY] !== undefined)
      .map(({ id }) => id),
    subscriptionRequests,
    redemptions,
    refundRequests,
    events,
    effects,
    inbox,
  };
}

async function subscriptionsHere(customerId: string): Promise<BillingRecords["subscriptions"]> {
  const found = await rows<SubscriptionRecord & { id: string }>(
    `select subscription.id, status, cancel_at_period_end as "isEnding",
       extract(epoch from current_period_end)::int as "periodEnd",
       array(select price_id || ' ' || amount_pence from subscription_items
         where subscription_id = subscription.id order by 1) as items,
       array(select given->>'couponId' || ' until ' || extract(epoch from (given->>'endsAt')::timestamptz)::int
         from jsonb_array_elements(discounts) given order by 1) as discounts,
       (select string_agg(name, ' ' order by name) from jsonb_array_elements_text(scheduled->'priceIds') name)
         || ' at ' || extract(epoch from (scheduled->>'at')::timestamptz)::int as scheduled,
       (select string_agg(name, ' ' order by name) from jsonb_array_elements_text(awaiting->'priceIds') name) as awaiting
     from subscriptions subscription where customer_id = $1`,
    [customerId],
  );
  return Object.fromEntries(found.map(({ id, ...booked }) => [id, booked]));
}

async function ordersHere(customerId: string): Promise<BillingRecords["orders"]> {
  const found = await rows<OrderRecord & { id: string }>(
    `select id, status, amount_pence as "amountPence", refunded_pence as "refundedPence" from orders
     where customer_id = $1`,
    [customerId],
  );
  return Object.fromEntries(found.map(({ id, ...booked }) => [id, booked]));
}

async function subscriptionsThere(
  stripe: Stripe,
  subscriptions: readonly Stripe.Subscription[],
): Promise<BillingRecords["subscriptions"]> {
  const prices = await stripe.prices.list({ limit: 100 });
  const names = new Map(prices.data.map(({ id, lookup_key: name }) => [id, name ?? id]));
  const nameOf = (price: string | { id: string }) => {
    const id = typeof price === "string" ? price : price.id;
    return names.get(id) ?? id;
  };
  return Object.fromEntries(
    subscriptions.map((subscription) => [
      subscription.id,
      {
        status: subscription.status,
        isEnding: subscription.cancel_at_period_end || subscription.cancel_at !== null,
        periodEnd: subscription.items.data[0]?.current_period_end ?? 0,
        items: subscription.items.data
          .map(({ price }) => `${nameOf(price)} ${price.unit_amount}`)
          .toSorted(),
        discounts: subscription.discounts
          .map((discount) =>
            typeof discount === "string"
              ? discount
              : `${idOf(discount.source.coupon)} until ${discount.end}`,
          )
          .toSorted(),
        scheduled: scheduledThere(subscription.schedule, nameOf),
        awaiting:
          subscription.pending_update?.subscription_items
            ?.map(({ price }) => nameOf(price))
            .toSorted()
            .join(" ") ?? null,
      },
    ]),
  );
}

function scheduledThere(
  schedule: string | Stripe.SubscriptionSchedule | null,
  nameOf: (price: string | { id: string }) => string,
): string | null {
  if (schedule === null || typeof schedule === "string") return schedule;
  const next = schedule.phases.find(
    ({ start_date: start }) => start === schedule.current_phase?.end_date,
  );
  if (next === undefined) return null;
  const prices = next.items.map(({ price }) => nameOf(price)).toSorted();
  return `${prices.join(" ")} at ${next.start_date}`;
}

async function ordersThere(stripe: Stripe, customer: string): Promise<BillingRecords["orders"]> {
  const [invoices, charges] = await Promise.all([
    stripe.invoices.list({ customer, limit: 100, expand: ["data.payments"] }),
    stripe.charges.list({ customer, limit: 100 }),
  ]);
  const refundedOf = (intent: string) =>
    charges.data
      .filter((charge) => idOf(charge.payment_intent) === intent)
      .reduce((sum, charge) => sum + charge.amount_refunded, 0);
  return Object.fromEntries(
    invoices.data
      .filter(({ status }) => status !== "draft")
      .map((invoice) => {
        const isPaid = invoice.status === "paid";
        const amountPence = isPaid ? invoice.amount_paid : invoice.amount_due;
        const refundedPence = (invoice.payments?.data ?? []).reduce(
          (sum, { payment }) => sum + refundedOf(idOf(payment.payment_intent) ?? "none"),
          0,
        );
        const status =
          refundedPence === 0
            ? (WORDS[String(invoice.status)] ?? String(invoice.status))
            : refundedPence < amountPence
              ? "partially_refunded"
              : "refunded";
        return [invoice.id, { status, amountPence, refundedPence }];
      }),
  );
}

const WORDS: Readonly<Record<string, string>> = { paid: "completed", open: "pending" };

const idOf = (given: string | { id: string } | null | undefined) =>
  typeof given === "object" && given !== null ? given.id : given;

async function effectsOf(customerId: string): Promise<TracedEffect[]> {
  return rows<TracedEffect>(
    `select event.type || '/' || ledger.effect as name, ledger.status, ledger.idempotency_key as key,
       count(*) filter (where audit.action = 'effect.' || ledger.effect)::int as done,
       count(*) filter (where audit.action = 'exhausted.' || ledger.effect)::int as "givenUp",
       (select count(*)::int from replays where event_id = event.id and effect = ledger.effect
         and prev_status = 'dead') as replays,
       max(audit.data->>'mail') filter (where audit.action = 'effect.' || ledger.effect) as mail
     from outbox_events event join event_effects ledger on ledger.event_id = event.id
     left join audit_log audit on audit.event_id = event.id
     where event.aggregate_id = $1
     group by event.id, ledger.event_id, ledger.effect
     order by event.occurred_at, event.type, ledger.effect`,
    [customerId],
  );
}

async function inboxOf(customerId: string): Promise<CustomerTraces["inbox"][number][]> {
  const [customer] = await queryStack(
    `select coalesce(account.email, customer.email) as email from customers customer
     left join users account on account.id = customer.user_id where customer.id = $1`,
    [customerId],
  );
  const address = String(customer?.["email"]);
  const mails = await mailsAbout(address);
  const others = await queryStack(
    `select ledger.idempotency_key as key from event_effects ledger
     join outbox_events event on event.id = ledger.event_id
     where ledger.idempotency_key = any($1) and event.type = 'AuthMailRequested'`,
    [mails.map(({ idempotencyKey }) => idempotencyKey)],
  );
  const aside = new Set(others.map(({ key }) => key));
  return mails
    .filter(({ idempotencyKey }) => !aside.has(idempotencyKey))
    .map(({ idempotencyKey, subject, to }) => ({
      key: idempotencyKey,
      subject,
      to: to === address ? "customer" : "team",
    }));
}
