import { filter, update } from "../find.ts";
import type { Kinds } from "../wire.ts";
import { differences, emit, type World } from "../world.ts";
import { updateInvoice, voidInvoice } from "./invoices.ts";

export type Subscription = Kinds["subscription"];

/** Stripe expires an incomplete payment after 23 hours. */
export const INCOMPLETE_SECONDS = 23 * 3_600;

export function updateSubscription(
  world: World,
  before: Subscription,
  change: Partial<Subscription>,
  at: number,
): Subscription {
  const after = update(world, "subscription", before, change);
  const previous = differences(before, after);
  if (Object.keys(previous).length > 0) {
    emit(world, "customer.subscription.updated", after, at, previous);
  }
  return after;
}

export function setStatus(
  world: World,
  subscription: Subscription,
  status: "active" | "past_due" | "unpaid" | "incomplete_expired",
  at: number,
): Subscription {
  return updateSubscription(world, subscription, { status }, at);
}

export function isOver({ status }: Subscription): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

/** The period of the item that renews first: items of other intervals renew on other days. */
export function periodOf(subscription: Subscription): { start: number; end: number } {
  const [first] = subscription.items.data.toSorted(
    (a, b) => a.current_period_end - b.current_period_end,
  );
  return {
    start: first?.current_period_start ?? subscription.start_date,
    end: first?.current_period_end ?? subscription.start_date,
  };
}

export function endSubscription(
  world: World,
  subscription: Subscription,
  how: {
    at: number;
    reason: NonNullable<NonNullable<Subscription["cancellation_details"]>["reason"]>;
  },
): Subscription {
  const { at, reason } = how;
  for (const invoice of filter(world, "invoice", (one) => belongsTo(one, subscription.id))) {
    const waits = invoice.status === "draft" || invoice.status === "open";
    if (waits && invoice.auto_advance === true) {
      updateInvoice(
        world,
        invoice,
        { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null },
        at,
      );
    }
  }
  const schedule = world.store.get("subscription_schedule", subscription.schedule ?? "");
  if (schedule !== undefined) {
    const canceled = update(world, "subscription_schedule", schedule, {
      status: "canceled",
      canceled_at: at,
      current_phase: null,
    });
    emit(world, "subscription_schedule.canceled", canceled, at);
  }
  world.store.remove("promise", subscription.id);
  const ended = update(world, "subscription", subscription, {
    status: "canceled",
    canceled_at: subscription.canceled_at ?? at,
    ended_at: at,
    pending_update: null,
    schedule: null,
    cancellation_details: {
      comment: subscription.cancellation_details?.comment ?? null,
      feedback: subscription.cancellation_details?.feedback ?? null,
      feedback_option: null,
      reason,
    },
  });
  emit(world, "customer.subscription.deleted", ended, at);
  return ended;
}

export function expireIncomplete(world: World, subscription: Subscription, at: number): void {
  for (const invoice of filter(world, "invoice", (one) => belongsTo(one, subscription.id))) {
    if (invoice.status === "open") voidInvoice(world, invoice, at);
  }
  const expired = update(world, "subscription", subscription, { ended_at: at });
  setStatus(world, expired, "incomplete_expired", at);
}

function belongsTo(invoice: Kinds["invoice"], subscription: string): boolean {
  return invoice.parent?.subscription_details?.subscription === subscription;
}

export function incompleteUntil(subscription: Subscription): number {
  return subscription.created + INCOMPLETE_SECONDS;
}
