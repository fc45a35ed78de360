import type { Stripe } from "stripe";
import { cancelsImmediately } from "#contracts/billing/cancels-immediately.ts";
import { datedCards } from "#contracts/billing/card-set-last.ts";
import { toldItems } from "#contracts/billing/item-names.ts";
import {
  type OrderState,
  type SubscriptionWithRenewal,
  type StripeCustomerState,
} from "#contracts/billing/stripe-state.ts";
import { isOpen, isPaidOrder, isPastDueOrUnpaid } from "#contracts/billing/subscription-status.ts";
import {
  findDuplicates,
  lapsedUpgradeOf,
  type SavedSubscription,
  refundEventOf,
  type SubscriptionEventType,
  subscriptionEventsOf,
} from "#contracts/billing/subscription-transitions.ts";
import { isPaidLonger } from "#contracts/billing/upcoming-payments.ts";
import type { DomainEvent, EventOf, EventType } from "#contracts/events/catalogue.ts";
import { type EventContext, type NewEvent, newEvent } from "#contracts/events/new-event.ts";
import type { SubscriptionFacts } from "#contracts/events/subscriptions.ts";
import type { Db } from "#db/client.ts";
import { BILLING_ACTOR } from "../billing/billing-actor.ts";
import { type SavedBillingState, findBillingState } from "../billing/find-billing-state.ts";
import { factsOf } from "../billing/subscription-facts.ts";
import { retry } from "../retry.ts";
import { readCustomerState } from "./read-customer-state.ts";
import { type SaveCustomerState, saveCustomerState } from "./save-customer-state.ts";

export type SyncDeps = EventContext & {
  db: Db;
  stripe: Stripe;
  /**
   * Corrects what was read at Stripe; true if it changed anything. The edge has none and leaves
   * `synced_at` to the worker.
   */
  correct?: (
    snapshot: StripeCustomerState,
    saved: Pick<SavedBillingState, "accountEmail" | "email" | "setCards">,
  ) => Promise<boolean>;
};

export type SyncCustomer = {
  customerId: string;
  /** Skipped if a sync has read Stripe since this event. Null always syncs. */
  stripeEventId: string | null;
};

type SyncResult =
  | { outcome: "synced"; events: readonly DomainEvent[] }
  | { outcome: "current" }
  | { outcome: "conflict" }
  | { outcome: "unknown_customer" };

const ATTEMPTS_MAX = 5;

/**
 * Reads a customer from Stripe and saves it with the events that follow from the difference.
 *
 * @throws whatever the Stripe SDK throws
 */
export async function syncCustomer(deps: SyncDeps, input: SyncCustomer): Promise<SyncResult> {
  const attempt = async (): Promise<SyncResult | null> => {
    const state = await findBillingState(deps.db, input);
    if (state === null) return { outcome: "unknown_customer" };
    if (state.isCurrent) return { outcome: "current" };
    const read = () => readCustomerState(deps.stripe, input.customerId, state.subscriptions);
    let snapshot = await read();
    if ((await deps.correct?.(snapshot, state)) === true) snapshot = await read();
    const { duplicates, endedUnpaid, events } = compare(deps, input, state, snapshot);
    const isSaved = await saveCustomerState(deps.db, {
      customerId: input.customerId,
      version: state.version,
      asOf: deps.correct === undefined ? null : state.asOf,
      snapshot,
      setCards: datedCards(snapshot, state.setCards, deps.now()),
      duplicates,
      endedUnpaid,
      events,
      immediateCancellations: events.flatMap((event) =>
        event.type === "SubscriptionCancelled" && event.data.isImmediate
          ? [{ id: deps.makeId("subscriptionRequest"), event }]
          : [],
      ),
    });
    if (!isSaved) return null;
    return { outcome: "synced", events };
  };
  return (await retry(attempt, { attempts: ATTEMPTS_MAX })) ?? { outcome: "conflict" };
}

type Make = <T extends EventType>(type: T, data: EventOf<T>["data"]) => EventOf<T>;

type Comparison = {
  customerId: string;
  state: SavedBillingState;
  snapshot: StripeCustomerState;
  duplicates: ReadonlyMap<string, string>;
  /** ISO 8601; the timestamp of every event that follows. */
  at: string;
  make: Make;
};

function compare(
  context: EventContext,
  { customerId }: SyncCustomer,
  state: SavedBillingState,
  snapshot: StripeCustomerState,
): Pick<SaveCustomerState, "duplicates" | "endedUnpaid" | "events"> {
  const { subscriptions: saved } = state;
  const savedById = new Map(saved.map((subscription) => [subscription.id, subscription]));
  const duplicates = findDuplicates(
    saved,
    snapshot.subscriptions.filter(({ status }) => isOpen(status)),
    state.elsewhere,
  );
  for (const { id, duplicateOf } of saved) {
    if (duplicateOf !== null) duplicates.set(id, duplicateOf);
  }
  const now = context.now();
  const comparison: Comparison = {
    customerId,
    state,
    snapshot,
    duplicates,
    at: now.toISOString(),
    make: (type, data) => newEvent({ ...context, now: () => now }, type, BILLING_ACTOR, data),
  };
  const endedUnpaid = new Set<string>();
  const events: NewEvent[] = [];
  for (const subscription of snapshot.subscriptions) {
    const before = savedById.get(subscription.id) ?? null;
    if (hasEndedUnpaid(before, subscription)) endedUnpaid.add(subscription.id);
    events.push(...subscriptionEvents(comparison, before, subscription));
  }
  events.push(...paidInvoiceEvents(comparison), ...refundEvents(comparison));
  return { duplicates, endedUnpaid, events };
}

function subscriptionEvents(
  comparison: Comparison,
  before: SavedSubscription | null,
  subscription: SubscriptionWithRenewal,
): NewEvent[] {
  const { customerId, state, snapshot, duplicates, at, make } = comparison;
  const keptSubscriptionId = duplicates.get(subscription.id);
  const facts = factsOf({
    ...subscription,
    customerId,
    items: [...subscription.items],
    isEnding: subscription.cancelAtPeriodEnd,
    promisedEndAt: null,
    duplicateOf: keptSubscriptionId ?? null,
    balancePence: snapshot.customer.balancePence,
    announced: state.subscriptions.find(({ id }) => id === subscription.id)?.announced ?? [],
  });
  if (keptSubscriptionId !== undefined) {
    // One mail says that a duplicate was found and ends.
    const isKnown = (before?.duplicateOf ?? null) !== null;
    return isKnown ? [] : [make("DuplicateSubscriptionFound", { ...facts, keptSubscriptionId })];
  }
  const newestOrder = newestOf(ordersOf(snapshot, subscription.id));
  const transitions = subscriptionEventsOf(before, subscription, newestOrder).map((type) =>
    makeSubscriptionEvent(comparison, type, facts, { before, subscription, newestOrder }),
  );
  const lapsed = before === null ? null : lapsedUpgradeOf(before, subscription, new Date(at));
  if (lapsed === null) return transitions;
  return [...transitions, make("UpgradeLapsed", { ...facts, lapsedPriceIds: [...lapsed] })];
}

function paidInvoiceEvents({ customerId, state, snapshot, make }: Comparison): NewEvent[] {
  if (!state.hasInvoiceEmail) return [];
  return newlyPaid({ state, snapshot }).map(({ id }) =>
    make("InvoicePaid", { customerId, orderId: id }),
  );
}

function newlyPaid({ state, snapshot }: Pick<Comparison, "state" | "snapshot">): OrderState[] {
  return snapshot.orders.filter(
    ({ id, status, amountPence }) =>
      amountPence > 0 && isPaidOrder(status) && !state.paidOrders.includes(id),
  );
}

function refundEvents({ customerId, state, snapshot, make }: Comparison): NewEvent[] {
  return snapshot.orders.flatMap((order) => {
    if (order.subscriptionId === null) return [];
    const savedPence = state.refunded[order.id] ?? 0;
    const type = refundEventOf(savedPence, order.refundedPence);
    if (type === null) return [];
    return make(type, {
      customerId,
      subscriptionId: order.subscriptionId,
      orderId: order.id,
      orderNumber: order.number,
      currency: order.currency,
      amountPence: Math.abs(order.refundedPence - savedPence),
      refundedPence: order.refundedPence,
      refundIds: newestRefundIds(order, order.refundedPence - savedPence),
      isAutomatic: state.refundedAutomatically.includes(order.subscriptionId),
    });
  });
}

/** The refunds that add up to a sum that is new. */
function newestRefundIds({ refunds }: OrderState, newPence: number): string[] {
  const ids: string[] = [];
  let leftPence = newPence;
  for (const { id, pence } of refunds) {
    if (leftPence <= 0) break;
    leftPence -= pence;
    if (id !== null) ids.push(id);
  }
  return ids;
}

function makeSubscriptionEvent(
  { make, snapshot, state, at }: Comparison,
  type: SubscriptionEventType,
  facts: SubscriptionFacts,
  {
    before,
    subscription,
    newestOrder,
  }: {
    before: SavedSubscription | null;
    subscription: SubscriptionWithRenewal;
    newestOrder: OrderState | null;
  },
): DomainEvent {
  const row = state.subscriptions.find(({ id }) => id === subscription.id);
  switch (type) {
    case "CheckoutCompleted": {
      const { checkoutId } = subscription;
      const isConsented = checkoutId !== null && state.consentedCheckouts.includes(checkoutId);
      return make(type, {
        ...facts,
        consentedCheckoutId: isConsented ? checkoutId : null,
        ...paymentFacts(firstPaid(snapshot, subscription.id)),
      });
    }
    case "PaymentFailed":
    case "SubscriptionUnpaid": {
      const due = newestOf(
        ordersOf(snapshot, subscription.id).filter(({ status }) => status === "pending"),
      );
      return make(type, {
        ...facts,
        orderId: due?.id ?? null,
        orderNumber: due?.number ?? null,
        duePence: due?.amountPence ?? null,
      });
    }
    case "SubscriptionChanged":
      return make(type, {
        ...facts,
        earlierPriceIds: toldItems(row?.items ?? []),
        ...paymentFacts(
          newestOf(
            newlyPaid({ state, snapshot }).filter(
              (order) => order.subscriptionId === subscription.id,
            ),
          ),
        ),
      });
    case "SubscriptionEnded":
      return make(type, {
        ...facts,
        reason: subscription.endReason,
        hasEndedUnpaid: hasEndedUnpaid(before, subscription),
        isClaimed: state.refundedAutomatically.includes(subscription.id),
      });
    case "SubscriptionCancelled": {
      // As for a cancellation on our site: an unpaid period ends at once.
      const isImmediate = cancelsImmediately(subscription) && endsWithPeriod(subscription);
      const booked = row?.scheduled ?? subscription.scheduled;
      return make(type, {
        ...facts,
        ...(isImmediate && { payments: [] }),
        isImmediate,
        isPaidLonger: isPaidLonger(subscription, subscription.cancelAt),
        bookedPriceIds: toldItems(booked?.items ?? []),
        periodEnd: isImmediate ? at : (subscription.cancelAt ?? facts.periodEnd),
      });
    }
    case "SubscriptionChangeScheduled":
      return make(type, {
        ...facts,
        scheduledPriceIds: toldItems(subscription.scheduled?.items ?? []),
        at: subscription.scheduled?.at ?? null,
      });
    case "SubscriptionResumed":
      return make(type, { ...facts, lostPriceIds: state.lost[subscription.id] ?? [] });
    case "PaymentRecovered":
      return make(type, { ...facts, ...paymentFacts(newestOrder) });
    case "PaymentWaived":
      return make(type, {
        ...facts,
        orderNumber: newestOrder?.number ?? null,
        duePence: newestOrder?.amountPence ?? 0,
      });
    case "SubscriptionChangeWithdrawn":
      return make(type, facts);
  }
}

function hasEndedUnpaid(
  before: SavedSubscription | null,
  { status, endReason }: SubscriptionWithRenewal,
): boolean {
  const wasPastDueOrUnpaid = before !== null && isPastDueOrUnpaid(before.status);
  return endReason === "payment_failed" || (wasPastDueOrUnpaid && !isOpen(status));
}

function paymentFacts(order: OrderState | null): {
  paidPence: number | null;
  orderNumber: string | null;
} {
  const collectedPence = order?.collectedPence ?? 0;
  return {
    paidPence: collectedPence === 0 ? null : collectedPence,
    orderNumber: order?.number ?? null,
  };
}

function ordersOf({ orders }: StripeCustomerState, subscriptionId: string): OrderState[] {
  return orders.filter((order) => order.subscriptionId === subscriptionId);
}

function firstPaid(snapshot: StripeCustomerState, subscriptionId: string): OrderState | null {
  const paid = ordersOf(snapshot, subscriptionId).filter(({ status }) => status === "completed");
  return paid.toSorted((a, b) => a.orderedAt.localeCompare(b.orderedAt))[0] ?? null;
}

function newestOf(orders: readonly OrderState[]): OrderState | null {
  return orders.toSorted((a, b) => b.orderedAt.localeCompare(a.orderedAt))[0] ?? null;
}

/** A `cancel_at` after the period was arranged with the team: no immediate cancellation. */
function endsWithPeriod({ cancelAt, currentPeriodEnd }: SubscriptionWithRenewal): boolean {
  return cancelAt === null || (currentPeriodEnd !== null && cancelAt <= currentPeriodEnd);
}
