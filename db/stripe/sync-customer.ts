import type { Stripe } from "stripe";
import {
  type SubscriptionWithRenewal,
  planAndAddons,
  type StripeCustomerState,
} from "#contracts/billing/stripe-state.ts";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { cancelsImmediately } from "#contracts/billing/cancels-immediately.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import {
  findDuplicates,
  type SavedSubscription,
  refundEventOf,
  scheduledChangeKey,
  type SubscriptionEventType,
  subscriptionEventsOf,
} from "#contracts/billing/subscription-events.ts";
import type { DomainEvent, EventOf, EventType } from "#contracts/events/catalogue.ts";
import { type EventContext, type NewEvent, newEvent } from "#contracts/events/new-event.ts";
import type { SubscriptionFacts } from "#contracts/events/subscription-transitions.ts";
import type { Db } from "#db/client.ts";
import { type SavedBillingState, findBillingState } from "../billing/find-billing-state.ts";
import { retry } from "../retry.ts";
import { readCustomerState } from "./read-customer.ts";
import { saveCustomerState } from "./save-customer-state.ts";

export type SyncDeps = EventContext & {
  db: Db;
  stripe: Stripe;
  /**
   * Corrects what was read at Stripe; true if it changed anything. The edge has none and leaves
   * `synced_at` to the worker.
   */
  correct?: (snapshot: StripeCustomerState) => Promise<boolean>;
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
  const written: DomainEvent[] = [];
  let { stripeEventId } = input;
  const attempt = async (): Promise<SyncResult | null> => {
    const state = await findBillingState(deps.db, input.customerId, stripeEventId);
    if (state === null) return { outcome: "unknown_customer" };
    if (state.isCurrent) return { outcome: "current" };
    let snapshot = await readCustomerState(deps.stripe, input.customerId);
    if ((await deps.correct?.(snapshot)) === true) {
      snapshot = await readCustomerState(deps.stripe, input.customerId);
    }
    const { duplicates, events } = compare(deps, input, state, snapshot);
    const isSaved = await saveCustomerState(deps.db, {
      customerId: input.customerId,
      version: state.version,
      asOf: deps.correct === undefined ? null : state.asOf,
      userId: state.userId,
      snapshot,
      duplicates,
      events,
      immediateCancellations: events.flatMap((event) =>
        event.type === "SubscriptionCancelled" && event.data.isImmediate
          ? [{ id: deps.makeId("subscriptionRequest"), event }]
          : [],
      ),
    });
    if (!isSaved) return null;
    written.push(...events);
    // The owner of a guest's purchase depends on the email, which may have changed.
    const isAddressKnown = [snapshot.customer.email, ERASED_EMAIL].includes(state.email);
    if (state.userId !== null || isAddressKnown) {
      return { outcome: "synced", events: written };
    }
    stripeEventId = null;
    return null;
  };
  return (await retry(attempt, { attempts: ATTEMPTS_MAX })) ?? { outcome: "conflict" };
}

function compare(
  context: EventContext,
  { customerId }: SyncCustomer,
  state: SavedBillingState,
  snapshot: StripeCustomerState,
): { duplicates: Map<string, string>; events: NewEvent[] } {
  const saved = state.subscriptions.map(toSavedSubscription);
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
  const at = now.toISOString();
  const make: Make = (type, data) =>
    newEvent({ ...context, now: () => now }, type, { kind: "system", name: "billing" }, data);
  const events: NewEvent[] = [];
  if (state.userId !== null && state.isClaimed !== true) {
    events.push(make("PurchaseClaimed", { customerId, userId: state.userId, proof: "mail" }));
  }
  for (const subscription of snapshot.subscriptions) {
    const facts = factsOf(customerId, subscription);
    const before = savedById.get(subscription.id) ?? null;
    const keptSubscriptionId = duplicates.get(subscription.id);
    if (keptSubscriptionId !== undefined) {
      // One mail says that a duplicate was found, ended and refunded.
      if ((before?.duplicateOf ?? null) === null) {
        events.push(make("DuplicateSubscriptionFound", { ...facts, keptSubscriptionId }));
      }
      continue;
    }
    for (const transition of subscriptionEventsOf(before, subscription)) {
      events.push(makeTransition(make, transition, facts, { subscription, snapshot, state, at }));
    }
  }
  for (const order of snapshot.orders) {
    // The mail about a duplicate announces its refund.
    if (order.subscriptionId === null || duplicates.has(order.subscriptionId)) continue;
    const savedPence = state.refunded[order.id] ?? 0;
    const transition = refundEventOf(savedPence, order.refundedPence);
    if (transition === null) continue;
    events.push(
      make(transition, {
        customerId,
        subscriptionId: order.subscriptionId,
        orderId: order.id,
        amountPence: Math.abs(order.refundedPence - savedPence),
        refundedPence: order.refundedPence,
      }),
    );
  }
  return { duplicates, events };
}

type Make = <T extends EventType>(type: T, data: EventOf<T>["data"]) => EventOf<T>;

function makeTransition(
  make: Make,
  transition: SubscriptionEventType,
  facts: SubscriptionFacts,
  {
    subscription,
    snapshot,
    state,
    at,
  }: {
    subscription: SubscriptionWithRenewal;
    snapshot: StripeCustomerState;
    state: SavedBillingState;
    at: string;
  },
): DomainEvent {
  const { endReason, scheduled, checkoutId } = subscription;
  if (transition === "CheckoutCompleted") {
    const isConsented = checkoutId !== null && state.consentedCheckouts.includes(checkoutId);
    return make(transition, {
      ...facts,
      consentedCheckoutId: isConsented ? checkoutId : null,
      paidPence: firstPaidPence(snapshot, subscription.id),
      discounts: subscription.discounts.map(({ percentOff, endsAt }) => ({ percentOff, endsAt })),
    });
  }
  if (transition === "SubscriptionEnded") return make(transition, { ...facts, reason: endReason });
  if (transition === "SubscriptionCancelled") {
    // As for a cancellation on our site: an unpaid period ends at once.
    const isImmediate = cancelsImmediately(subscription) && endsWithPeriod(subscription);
    return make(transition, { ...facts, isImmediate, ...(isImmediate && { periodEnd: at }) });
  }
  if (transition === "SubscriptionChangeScheduled") {
    return make(transition, {
      ...facts,
      scheduledPriceIds: [...(scheduled?.priceIds ?? [])],
      at: scheduled?.at ?? null,
    });
  }
  return make(transition, facts);
}

function firstPaidPence({ orders }: StripeCustomerState, subscriptionId: string): number | null {
  const [first] = orders
    .filter((order) => order.subscriptionId === subscriptionId && order.status === "completed")
    .toSorted((a, b) => a.orderedAt.localeCompare(b.orderedAt));
  return first?.amountPence ?? null;
}

/** A `cancel_at` after the period was arranged with the team: no immediate cancellation. */
function endsWithPeriod({ cancelAt, currentPeriodEnd }: SubscriptionWithRenewal): boolean {
  return cancelAt === null || (currentPeriodEnd !== null && cancelAt <= currentPeriodEnd);
}

function toSavedSubscription(row: SavedBillingState["subscriptions"][number]): SavedSubscription {
  return {
    id: row.id,
    status: row.status,
    ...planAndAddons(row.items),
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    pendingAction: row.pendingAction,
    scheduled: scheduledChangeKey(row.scheduled),
    duplicateOf: row.duplicateOf,
  };
}

function factsOf(customerId: string, subscription: SubscriptionWithRenewal): SubscriptionFacts {
  const { plan, addons } = planAndAddons(subscription.items);
  return {
    customerId,
    subscriptionId: subscription.id,
    priceIds: plan === null ? addons : [plan, ...addons],
    amountPence: subscription.items.reduce(
      (sum, { amountPence, quantity }) => sum + amountPence * quantity,
      0,
    ),
    periodEnd: subscription.currentPeriodEnd,
  };
}
