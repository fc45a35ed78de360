import type { ToldItem } from "./item-names.ts";
import {
  cataloguePriceIds,
  type ItemState,
  type OrderState,
  type PendingUpdate,
  planAndAddons,
  type ScheduledChange,
  type SubscriptionState,
} from "./stripe-state.ts";
import {
  isActive,
  isOpen,
  isPaidOrder,
  isPastDueOrUnpaid,
  type SubscriptionStatus,
} from "./subscription-status.ts";

type BookedChange = Pick<ScheduledChange, "items" | "at">;

type HeldItem = Pick<ItemState, "priceId" | "stripePriceId" | "quantity">;

export type SavedSubscription = {
  readonly id: string;
  readonly status: SubscriptionStatus;
  readonly items: readonly HeldItem[];
  readonly cancelAtPeriodEnd: boolean;
  readonly pendingAction: "cancel" | "resume" | null;
  readonly scheduled: BookedChange | null;
  readonly awaiting: PendingUpdate | null;
  readonly duplicateOf: string | null;
};

export type SubscriptionEventType =
  | "CheckoutCompleted"
  | "PaymentFailed"
  | "PaymentRecovered"
  | "PaymentWaived"
  | "SubscriptionUnpaid"
  | "SubscriptionCancelled"
  | "SubscriptionResumed"
  | "SubscriptionChanged"
  | "SubscriptionChangeScheduled"
  | "SubscriptionChangeWithdrawn"
  | "SubscriptionEnded";

/** Stripe's clock and ours differ by less. */
const CLOCK_SKEW_MS = 5 * 60_000;

/**
 * An upgrade that was not paid in time lapses. One that a newer choice of the customer replaces goes earlier.
 *
 * @returns what the customer would have had; null for none, or when the subscription ends
 */
export function lapsedUpgradeOf(
  { awaiting, pendingAction }: Pick<SavedSubscription, "awaiting" | "pendingAction">,
  after: Pick<SubscriptionState, "status" | "awaiting" | "items" | "cancelAtPeriodEnd">,
  now: Date,
): readonly ToldItem[] | null {
  if (awaiting === null || after.awaiting !== null) return null;
  if (!isOpen(after.status) || after.cancelAtPeriodEnd || pendingAction === "cancel") return null;
  if (Date.parse(awaiting.expiresAt) > now.getTime() + CLOCK_SKEW_MS) return null;
  const isApplied =
    cataloguePriceIds(after.items).toSorted().join(" ") === awaiting.priceIds.join(" ");
  return isApplied ? null : (awaiting.items ?? awaiting.priceIds);
}

/** The state before a subscription is saved. */
const UNKNOWN = {
  status: "incomplete",
  cancelAtPeriodEnd: false,
  pendingAction: null,
} as const satisfies Partial<SavedSubscription>;

type NewestOrder = Pick<OrderState, "status" | "amountPence">;

/**
 * A sync saves the new state with its events, so each transition is returned once.
 *
 * @param newestOrder of the subscription; null when it has none
 */
export function subscriptionEventsOf(
  before: SavedSubscription | null,
  after: SubscriptionState,
  newestOrder: NewestOrder | null,
): SubscriptionEventType[] {
  const { status: earlier, cancelAtPeriodEnd: wasEnding, pendingAction } = before ?? UNKNOWN;
  if (!isOpen(earlier)) return [];
  // No event for a subscription that started and ended between two syncs, or whose card was declined on the page.
  if (!isOpen(after.status)) {
    return earlier === "incomplete" && after.endReason !== "never_paid"
      ? []
      : ["SubscriptionEnded"];
  }
  if (after.status === "incomplete" || after.status === "unknown") return [];
  const transitions: SubscriptionEventType[] = [];
  const began = earlier === "incomplete";
  if (began) transitions.push("CheckoutCompleted");
  // After a cancellation, payment events are not news: what was paid since is refunded.
  if (pendingAction !== "cancel") {
    transitions.push(...paymentTransitions(began ? "active" : earlier, after, newestOrder));
  }
  const isChanged = before !== null && !began && hasOtherItems(before, after);
  if (isChanged) transitions.push("SubscriptionChanged");
  const { scheduled } = after;
  const wasScheduled = before?.scheduled ?? null;
  if (
    scheduled !== null &&
    (wasScheduled === null || bookedKey(scheduled) !== bookedKey(wasScheduled))
  ) {
    transitions.push("SubscriptionChangeScheduled");
  }
  // An applied change was not withdrawn, and the news of a cancellation says that the change falls away.
  const isEnding = pendingAction === null ? after.cancelAtPeriodEnd : pendingAction === "cancel";
  const isGone = scheduled === null && wasScheduled !== null && !hasBegun(wasScheduled, after);
  if (isGone && !isChanged && !isEnding) transitions.push("SubscriptionChangeWithdrawn");
  // The user's request already has its event.
  if (pendingAction !== null) return transitions;
  if (after.cancelAtPeriodEnd && !wasEnding) transitions.push("SubscriptionCancelled");
  if (!after.cancelAtPeriodEnd && wasEnding) transitions.push("SubscriptionResumed");
  return transitions;
}

function paymentTransitions(
  earlier: SubscriptionStatus,
  { status }: Pick<SubscriptionState, "status">,
  newestOrder: NewestOrder | null,
): SubscriptionEventType[] {
  const wasPaid = isActive(earlier) || earlier === "paused";
  const wasDue = isPastDueOrUnpaid(earlier);
  if (status === "past_due" && wasPaid) return ["PaymentFailed"];
  if (status === "unpaid" && earlier !== "unpaid") return ["SubscriptionUnpaid"];
  return isActive(status) && wasDue && newestOrder !== null ? settlementOf(newestOrder) : [];
}

/** Stripe calls a subscription active again once its newest invoice is paid, void or written off. */
function settlementOf({ status, amountPence }: NewestOrder): SubscriptionEventType[] {
  if (isPaidOrder(status)) return [amountPence > 0 ? "PaymentRecovered" : "PaymentWaived"];
  return status === "void" || status === "uncollectible" ? ["PaymentWaived"] : [];
}

function bookedKey({ items, at }: BookedChange): string {
  const each = items.map(({ priceId, amountPence, quantity }) => [priceId, amountPence, quantity]);
  return JSON.stringify([at, each.map(String).toSorted()]);
}

/** Whether a scheduled change has come true. It may keep the plan and the add-ons, because the team may schedule another price of them. */
function hasBegun(
  { items, at }: BookedChange,
  after: Pick<SubscriptionState, "items" | "currentPeriodEnd">,
): boolean {
  const isOver = after.currentPeriodEnd !== null && after.currentPeriodEnd > at;
  return isOver && itemsKey(items) === itemsKey(after.items);
}

export function itemsKey(items: Parameters<typeof planAndAddons>[0]): string {
  const { plan, addons } = planAndAddons(items);
  return [plan, ...addons].join(" ");
}

/**
 * A downgrade is void once the items change.
 *
 * @param scheduledFrom the items when it was scheduled; undefined for a schedule that is not ours
 */
export function isScheduleOutdated(
  scheduledFrom: string | undefined,
  { items, scheduled }: Pick<SubscriptionState, "items" | "scheduled">,
): boolean {
  return scheduled !== null && scheduledFrom !== undefined && scheduledFrom !== itemsKey(items);
}

export function refundEventOf(
  beforePence: number,
  afterPence: number,
): "RefundIssued" | "RefundFailed" | null {
  if (afterPence > beforePence) return "RefundIssued";
  return afterPence < beforePence ? "RefundFailed" : null;
}

/** Another price of the same product in the catalogue is no change: it has a notice of its own. */
function hasOtherItems(before: SavedSubscription, after: SubscriptionState): boolean {
  const heldKey = (items: readonly HeldItem[]) =>
    items
      .map(({ priceId, stripePriceId, quantity }) => `${quantity} ${priceId ?? stripePriceId}`)
      .toSorted()
      .join(" ");
  return heldKey(before.items) !== heldKey(after.items);
}

/**
 * Finds open subscriptions to a plan beside another one of the same user. The first one saved stays,
 * else the first one created; the account's own stays beside an older one that is claimed later.
 *
 * @param elsewhere an open subscription to a plan of the same user under another customer
 * @returns duplicate subscription id → id of the one that stays
 */
export function findDuplicates(
  saved: readonly SavedSubscription[],
  open: readonly Pick<SubscriptionState, "id" | "createdAt" | "items">[],
  elsewhere: string | null,
): Map<string, string> {
  // The team books ads plans and other services beside a plan.
  const plans = open.filter(({ items }) => planAndAddons(items).plan !== null);
  const marks = new Map(saved.map(({ id, duplicateOf }) => [id, duplicateOf]));
  const isMarked = (id: string) => (marks.get(id) ?? null) !== null;
  const [first] = plans
    .filter(({ id }) => !isMarked(id))
    .toSorted(
      (a, b) =>
        Number(marks.has(b.id)) - Number(marks.has(a.id)) ||
        a.createdAt.localeCompare(b.createdAt) ||
        a.id.localeCompare(b.id),
    );
  const kept = elsewhere ?? first?.id;
  const duplicates = new Map<string, string>();
  for (const { id } of plans) {
    // A mark is permanent: the kept subscription may have ended, and the duplicate is ending.
    const other = marks.get(id) ?? kept;
    if (other !== undefined && other !== id) duplicates.set(id, other);
  }
  return duplicates;
}
