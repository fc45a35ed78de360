import { isDeepStrictEqual } from "node:util";
import type { Stripe } from "stripe";
import { expect } from "vitest";
import { idOf } from "#db/stripe/id-of.ts";
import { OFFER_METADATA_KEY } from "#db/stripe/metadata-keys.ts";
import { type BillingMailKind, billingContent } from "../../worker/mail/billing-content.ts";
import { eventually } from "./eventually.ts";
import { mailsAbout, queryStack } from "./stack-client.ts";
import { stripeEmulator } from "./stripe-emulator.ts";
import { thisStack } from "./this-stack.ts";

/**
 * A customer's subscriptions and orders by id, in our tables or in Stripe. Times are seconds since
 * the epoch.
 */
type BillingRecords = {
  subscriptions: Record<string, SubscriptionRecord>;
  orders: Record<string, OrderRecord>;
};

type SubscriptionRecord = {
  status: string;
  isEnding: boolean;
  periodEnd: number;
  items: string[];
  discounts: string[];
  scheduled: string | null;
  awaiting: string | null;
};

type OrderRecord = { status: string; amountPence: number; refundedPence: number };

export type CustomerTraces = {
  saved: BillingRecords;
  atStripe: BillingRecords;
  subscriptionRequests: readonly { subscriptionId: string; kind: string; state: string }[];
  offers: readonly { subscriptionId: string; isApplied: boolean; isRejected: boolean }[];
  withOfferAtStripe: readonly string[];
  refundRequests: readonly { subscriptionId: string; state: string }[];
  events: readonly { type: string; state: "completed" | "dead_lettered" | "open" }[];
  effects: readonly TracedEffect[];
  inbox: readonly { key: string | null; subject: string; to: "customer" | "team" }[];
};

export type TracedEffect = {
  name: string;
  status: string;
  key: string;
  completed: number;
  deadLettered: number;
  replays: number;
  mail: string | null;
};

export type Expected = {
  /** Billing emails in the order of their events; an inner list allows any order. */
  mails: readonly (BillingMailKind | readonly BillingMailKind[])[];
  /** Dead-lettered effects, as `EventType/effect`. */
  deadLettered?: readonly string[];
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
  const emulator = stripeEmulator(thisStack());
  let before = -1;
  for (;;) {
    await emulator.idle();
    const events = await eventually(`every event of ${customerId} is completed`, async () => {
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

export function findMismatches(
  traces: CustomerTraces,
  { mails, deadLettered = [] }: Expected,
): string[] {
  return [
    ...differences("subscription", traces.saved.subscriptions, traces.atStripe.subscriptions),
    ...differences("order", traces.saved.orders, traces.atStripe.orders),
    ...requestMismatches(traces),
    ...refundMismatches(traces),
    ...effectMismatches(traces, deadLettered),
    ...mailMismatches(traces, mails),
  ];
}

function differences(
  what: string,
  saved: Record<string, object>,
  atStripe: Record<string, object>,
) {
  return [...new Set([...Object.keys(saved), ...Object.keys(atStripe)])].flatMap((id) =>
    isDeepStrictEqual(saved[id], atStripe[id])
      ? []
      : [
          `${what} ${id} is ${JSON.stringify(saved[id])}, at Stripe ${JSON.stringify(atStripe[id])}`,
        ],
  );
}

function requestMismatches({
  subscriptionRequests,
  offers,
  withOfferAtStripe,
  atStripe,
}: CustomerTraces): string[] {
  const mismatches: string[] = [];
  for (const { subscriptionId: id, kind, state } of subscriptionRequests) {
    const subscription = atStripe.subscriptions[id];
    const isEnding = subscription?.isEnding === true || subscription?.status === "canceled";
    if (state !== "applied" && state !== "rejected") mismatches.push(`${kind} is ${state}`);
    if (state === "applied" && isEnding !== (kind === "cancel")) {
      mismatches.push(`${kind} is applied, and ${id} ${isEnding ? "ends" : "goes on"} at Stripe`);
    }
  }
  for (const { subscriptionId: id, isApplied, isRejected } of offers) {
    if (isApplied === isRejected)
      mismatches.push(`offer for ${id} is neither applied nor rejected`);
    if (isApplied !== withOfferAtStripe.includes(id)) {
      mismatches.push(
        `offer for ${id} is ${isApplied ? "applied only in our tables" : "applied only at Stripe"}`,
      );
    }
  }
  return mismatches;
}

function refundMismatches({ refundRequests, saved, atStripe }: CustomerTraces): string[] {
  return refundRequests.flatMap(({ subscriptionId, state }) => {
    const isRefunded =
      atStripe.subscriptions[subscriptionId]?.status === "canceled" &&
      Object.values(atStripe.orders).every((order) => order.refundedPence === order.amountPence);
    const isPending = state === "approved";
    const isRecorded = state === "refunded" && saved.subscriptions[subscriptionId] !== undefined;
    return isPending || isRefunded !== isRecorded
      ? [`refund request for ${subscriptionId} is ${state}`]
      : [];
  });
}

function effectMismatches(
  { events, effects }: CustomerTraces,
  expected: readonly string[],
): string[] {
  const deadLetteredEvents = new Set(expected.map((name) => name.split("/")[0]));
  const found = effects.filter(({ status }) => status === "dead_lettered").map(({ name }) => name);
  return [
    ...events.flatMap(({ type, state }) =>
      state === "completed" || (state === "dead_lettered" && deadLetteredEvents.has(type))
        ? []
        : [`${type} is ${state}`],
    ),
    ...(isDeepStrictEqual(found.toSorted(), expected.toSorted())
      ? []
      : [`dead-lettered are [${found.join(", ")}] instead of [${expected.join(", ")}]`]),
    ...effects.flatMap(({ name, status, completed, deadLettered, replays }) => [
      ...(status === "pending" ? [`${name} is pending`] : []),
      ...(completed === Number(status === "completed")
        ? []
        : [`${name} is ${status}, audited ${completed} times`]),
      ...(deadLettered === replays + Number(status === "dead_lettered")
        ? []
        : [`${name} was dead-lettered ${deadLettered} times`]),
    ]),
  ];
}

function mailMismatches(
  { effects, inbox: all }: CustomerTraces,
  mails: Expected["mails"],
): string[] {
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
        : [`mail ${kind} has the subject "${subject}"`],
    ),
    ...inbox.flatMap(({ key, subject }) =>
      key !== null && known.has(key) ? [] : [`no effect sent "${subject}"`],
    ),
    ...effects.flatMap(({ name, key, mail }) => {
      const times = all.filter((arrived) => arrived.key === key).length;
      return mail === null || times === 1 ? [] : [`mail of ${name} arrived ${times} times`];
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
  const [saved, orders, subscriptionRequests, offers, refundRequests, events, effects, inbox] =
    await Promise.all([
      savedSubscriptions(customerId),
      stripeOrders(stripe, customerId),
      rows<CustomerTraces["subscriptionRequests"][number]>(
        `select distinct on (subscription_id) subscription_id as "subscriptionId", kind, state from subscription_requests
         where subscription_id in (select id from subscriptions where customer_id = $1) and kind <> 'retention_offer'
         order by subscription_id, requested_at desc`,
        [customerId],
      ),
      rows<CustomerTraces["offers"][number]>(
        `select distinct on (subscription_id) subscription_id as "subscriptionId", state = 'applied' as "isApplied",
           state in ('rejected', 'superseded') as "isRejected" from subscription_requests
         where subscription_id in (select id from subscriptions where customer_id = $1) and kind = 'retention_offer'
         order by subscription_id, requested_at desc`,
        [customerId],
      ),
      rows<CustomerTraces["refundRequests"][number]>(
        `select subscription_id as "subscriptionId", state from refund_requests where customer_id = $1`,
        [customerId],
      ),
      rows<CustomerTraces["events"][number]>(
        `select type, case when completed_at is not null then 'completed'
             when dead_lettered_at is not null then 'dead_lettered'
           else 'open' end as state from outbox_events where aggregate_id = $1`,
        [customerId],
      ),
      effectsOf(customerId),
      inboxOf(customerId),
    ]);
  return {
    saved: { subscriptions: saved, orders: await savedOrders(customerId) },
    atStripe: { subscriptions: await stripeSubscriptions(stripe, subscriptions.data), orders },
    withOfferAtStripe: subscriptions.data
      .filter(({ metadata }) => metadata[OFFER_METADATA_KEY] !== undefined)
      .map(({ id }) => id),
    subscriptionRequests,
    offers,
    refundRequests,
    events,
    effects,
    inbox,
  };
}

async function savedSubscriptions(customerId: string): Promise<BillingRecords["subscriptions"]> {
  const found = await rows<SubscriptionRecord & { id: string }>(
    `select subscription.id, status, cancel_at_period_end as "isEnding",
       extract(epoch from current_period_end)::int as "periodEnd",
       array(select price_id || ' ' || amount_pence from subscription_items
         where subscription_id = subscription.id order by 1) as items,
       array(select given->>'couponId' || ' until ' || extract(epoch from (given->>'endsAt')::timestamptz)::int
         from jsonb_array_elements(discounts) given order by 1) as discounts,
       (select string_agg(item->>'priceId', ' ' order by item->>'priceId') from jsonb_array_elements(scheduled->'items') item)
         || ' at ' || extract(epoch from (scheduled->>'at')::timestamptz)::int as scheduled,
       (select string_agg(name, ' ' order by name) from jsonb_array_elements_text(awaiting->'priceIds') name) as awaiting
     from subscriptions subscription where customer_id = $1`,
    [customerId],
  );
  return Object.fromEntries(found.map(({ id, ...record }) => [id, record]));
}

async function savedOrders(customerId: string): Promise<BillingRecords["orders"]> {
  const found = await rows<OrderRecord & { id: string }>(
    `select id, status, amount_pence as "amountPence", refunded_pence as "refundedPence" from orders
     where customer_id = $1`,
    [customerId],
  );
  return Object.fromEntries(found.map(({ id, ...record }) => [id, record]));
}

async function stripeSubscriptions(
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
        scheduled: stripeSchedule(subscription.schedule, nameOf),
        awaiting:
          subscription.pending_update?.subscription_items
            ?.map(({ price }) => nameOf(price))
            .toSorted()
            .join(" ") ?? null,
      },
    ]),
  );
}

function stripeSchedule(
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

async function stripeOrders(stripe: Stripe, customer: string): Promise<BillingRecords["orders"]> {
  const [invoices, charges] = await Promise.all([
    stripe.invoices.list({ customer, limit: 100, expand: ["data.payments"] }),
    stripe.charges.list({ customer, limit: 100, expand: ["data.refunds"] }),
  ]);
  const refundedOf = (intent: string) =>
    charges.data
      .filter((charge) => idOf(charge.payment_intent) === intent)
      .flatMap(({ refunds }) => refunds?.data ?? [])
      .filter(({ status }) => status !== "failed" && status !== "canceled")
      .reduce((sum, { amount }) => sum + amount, 0);
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
            ? (ORDER_STATUS_OF_INVOICE[String(invoice.status)] ?? String(invoice.status))
            : refundedPence < amountPence
              ? "partially_refunded"
              : "refunded";
        return [invoice.id, { status, amountPence, refundedPence }];
      }),
  );
}

const ORDER_STATUS_OF_INVOICE: Readonly<Record<string, string>> = {
  paid: "completed",
  open: "pending",
};

async function effectsOf(customerId: string): Promise<TracedEffect[]> {
  return rows<TracedEffect>(
    `select event.type || '/' || run.effect as name, run.status, run.idempotency_key as key,
       count(*) filter (where audit.action = 'effect.' || run.effect)::int as completed,
       count(*) filter (where audit.action = 'exhausted.' || run.effect)::int as "deadLettered",
       (select count(*)::int from replays where event_id = event.id and effect = run.effect
         and prev_status = 'dead_lettered') as replays,
       max(audit.data->>'mail') filter (where audit.action = 'effect.' || run.effect) as mail
     from outbox_events event join event_effects run on run.event_id = event.id
     left join audit_log audit on audit.event_id = event.id
     where event.aggregate_id = $1
     group by event.id, run.event_id, run.effect
     order by event.occurred_at, event.type, run.effect`,
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
    `select run.idempotency_key as key from event_effects run
     join outbox_events event on event.id = run.event_id
     where run.idempotency_key = any($1) and event.type = 'AuthMailRequested'`,
    [mails.map(({ idempotencyKey }) => idempotencyKey)],
  );
  const authMails = new Set(others.map(({ key }) => key));
  return mails
    .filter(({ idempotencyKey }) => !authMails.has(idempotencyKey))
    .map(({ idempotencyKey, subject, to }) => ({
      key: idempotencyKey,
      subject,
      to: to === address ? "customer" : "team",
    }));
}
