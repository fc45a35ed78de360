import { planAndAddons, type ScheduledChange, type SubscriptionState } from "./stripe-state.ts";
import { isActive, isOpen, type SubscriptionStatus } from "./subscription-status.ts";

/** A subscription as it was kept at the last reading. */
export type SavedSubscription = {
  readonly id: string;
  readonly status: SubscriptionStatus;
  readonly plan: string | null;
  readonly addons: readonly string[];
  readonly cancelAtPeriodEnd: boolean;
  /** What its owner said of its end and the provider has still to be told; null for nothing. */
  readonly pendingAction: "cancel" | "resume" | null;
  /** What it becomes when the period ends, as one text; null where it stays as it is. */
  readonly scheduled: string | null;
  readonly duplicateOf: string | null;
};

/** What became true between two readings; each becomes one event. */
export type SubscriptionEventType =
  | "CheckoutCompleted"
  | "PaymentFailed"
  | "PaymentRecovered"
  | "SubscriptionUnpaid"
  | "SubscriptionCancelled"
  | "SubscriptionResumed"
  | "SubscriptionChanged"
  | "SubscriptionChangeScheduled"
  | "SubscriptionChangeWithdrawn"
  | "SubscriptionEnded";

/** One that nobody knew had not begun. */
const UNKNOWN = {
  status: "incomplete",
  cancelAtPeriodEnd: false,
  pendingAction: null,
  scheduled: null,
} as const satisfies Partial<SavedSubscription>;

/**
 * Compares two readings of one subscription. Each difference is told once: the reading that tells it becomes the one that
 * the next is compared with.
 *
 * @param before null for a subscription that is seen for the first time
 */
export function subscriptionEventsOf(
  before: SavedSubscription | null,
  after: SubscriptionState,
): SubscriptionEventType[] {
  const { status: earlier, cancelAtPeriodEnd: wasEnding, pendingAction } = before ?? UNKNOWN;
  if (!isOpen(earlier)) return [];
  // What came and went unseen is no news to anybody, nor is what was never paid.
  if (!isOpen(after.status)) {
    return earlier === "incomplete" ? [] : ["SubscriptionEnded"];
  }
  if (after.status === "incomplete") return [];
  const transitions: SubscriptionEventType[] = [];
  const began = earlier === "incomplete";
  if (began) transitions.push("CheckoutCompleted");
  // Whoever has ended it is charged nothing more: what became of a payment since is taken back, and no news to them.
  if (pendingAction !== "cancel") {
    transitions.push(...paymentTransitions(began ? "active" : earlier, after));
  }
  const isChanged = before !== null && !began && isOther(before, after);
  if (isChanged) transitions.push("SubscriptionChanged");
  const scheduled = scheduledChangeKey(after.scheduled);
  const wasScheduled = before?.scheduled ?? null;
  if (scheduled !== null && scheduled !== wasScheduled) {
    transitions.push("SubscriptionChangeScheduled");
  }
  // What has come true was not withdrawn. What went with a cancellation was: nobody who takes that back has it again.
  if (scheduled === null && wasScheduled !== null && !isChanged) {
    transitions.push("SubscriptionChangeWithdrawn");
  }
  // Whoever said it has been answered already: the provider has still to be told, or is just being told.
  if (pendingAction !== null) return transitions;
  if (after.cancelAtPeriodEnd && !wasEnding) transitions.push("SubscriptionCancelled");
  if (!after.cancelAtPeriodEnd && wasEnding) transitions.push("SubscriptionResumed");
  return transitions;
}

function paymentTransitions(
  earlier: SubscriptionStatus,
  { status }: Pick<SubscriptionState, "status">,
): SubscriptionEventType[] {
  const wasWell = isActive(earlier) || earlier === "paused";
  const owed = earlier === "past_due" || earlier === "unpaid";
  if (status === "past_due" && wasWell) return ["PaymentFailed"];
  if (status === "unpaid" && earlier !== "unpaid") return ["SubscriptionUnpaid"];
  return isActive(status) && owed ? ["PaymentRecovered"] : [];
}

/** What a subscription becomes, as one text that two readings can be compared by. */
export function scheduledChangeKey(
  scheduled: Pick<ScheduledChange, "priceIds" | "at"> | null,
): string | null {
  return scheduled === null ? null : `${scheduled.at} ${scheduled.priceIds.toSorted().join(" ")}`;
}

/** Where a schedule of ours keeps what its subscription was made of when it was booked. */
export const SCHEDULED_FROM_KEY = "booked_on";

/** What a subscription is made of, as one text that two readings can be compared by. */
export function itemsKey(items: Parameters<typeof planAndAddons>[0]): string {
  const { plan, addons } = planAndAddons(items);
  return [plan, ...addons].join(" ");
}

/**
 * Whether something else came since a change was booked for the period's end: its owner was shown that the booked change
 * gives way to it.
 *
 * @param bookedOn what the schedule says; undefined for one that is not ours
 */
export function isScheduleOutdated(
  bookedOn: string | undefined,
  { items, scheduled }: Pick<SubscriptionState, "items" | "scheduled">,
): boolean {
  return scheduled !== null && bookedOn !== undefined && bookedOn !== itemsKey(items);
}

/** What became of the money of an order between two readings. Told once each, as what becomes of a subscription. */
export function refundEventOf(
  beforePence: number,
  afterPence: number,
): "RefundIssued" | "RefundFailed" | null {
  if (afterPence === beforePence) return null;
  return afterPence > beforePence ? "RefundIssued" : "RefundFailed";
}

function isOther(before: SavedSubscription, after: SubscriptionState): boolean {
  const { plan, addons } = planAndAddons(after.items);
  return plan !== before.plan || addons.join(" ") !== before.addons.toSorted().join(" ");
}

/**
 * Finds what somebody pays for twice. What was there first stays: of those that are already kept, else of those that were
 * made. What their account has stays also beside an older one that they claim later: they see and change that one. The older
 * is not undone as a whole then, but had to the end of what was paid for.
 *
 * @param known the customer's subscriptions as they were kept
 * @param living the customer's subscriptions that live now
 * @param elsewhere a living subscription that the same person has as another customer, or null
 * @returns by id, the subscription that each stands beside; those that stay are left out
 */
export function findDuplicates(
  known: readonly SavedSubscription[],
  living: readonly Pick<SubscriptionState, "id" | "createdAt">[],
  elsewhere: string | null,
): Map<string, string> {
  const marks = new Map(known.map(({ id, duplicateOf }) => [id, duplicateOf]));
  const isMarked = (id: string) => (marks.get(id) ?? null) !== null;
  const [first] = living
    .filter(({ id }) => !isMarked(id))
    .toSorted(
      (a, b) =>
        Number(marks.has(b.id)) - Number(marks.has(a.id)) ||
        a.createdAt.localeCompare(b.createdAt) ||
        a.id.localeCompare(b.id),
    );
  const kept = elsewhere ?? first?.id;
  const duplicates = new Map<string, string>();
  for (const { id } of living) {
    // A mark is for good: the one that it stands beside may have ended meanwhile, and this one is on its way out.
    const other = marks.get(id) ?? kept;
    if (other !== undefined && other !== id) duplicates.set(id, other);
  }
  return duplicates;
}
