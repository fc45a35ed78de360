import { planAndAddons, type SubscriptionSnapshot } from "./snapshot.ts";
import { isActive, isLiving, type SubscriptionStatus } from "./statuses.ts";

/** A subscription as it was kept at the last reading. */
export type KnownSubscription = {
  readonly id: string;
  readonly status: SubscriptionStatus;
  readonly plan: string | null;
  readonly addons: readonly string[];
  readonly cancelAtPeriodEnd: boolean;
  readonly duplicateOf: string | null;
};

/** What became true between two readings; each becomes one event. */
export type Transition =
  | "CheckoutCompleted"
  | "PaymentFailed"
  | "PaymentRecovered"
  | "SubscriptionUnpaid"
  | "SubscriptionCancelled"
  | "SubscriptionResumed"
  | "SubscriptionChanged"
  | "SubscriptionEnded";

/** One that nobody knew had not begun. */
const UNKNOWN = {
  status: "incomplete",
  cancelAtPeriodEnd: false,
} as const satisfies Partial<KnownSubscription>;

/**
 * Compares two readings of one subscription. Each difference is told once: the reading that tells it becomes the one that
 * the next is compared with.
 *
 * @param before null for a subscription that is seen for the first time
 */
export function transitionsOf(
  before: KnownSubscription | null,
  after: SubscriptionSnapshot,
): Transition[] {
  const { status: earlier, cancelAtPeriodEnd: wasEnding } = before ?? UNKNOWN;
  if (!isLiving(earlier)) return [];
  // What came and went unseen is no news to anybody, nor is what was never paid.
  if (!isLiving(after.status)) {
    return earlier === "incomplete" ? [] : ["SubscriptionEnded"];
  }
  if (after.status === "incomplete") return [];
  const transitions: Transition[] = [];
  const began = earlier === "incomplete";
  if (began) transitions.push("CheckoutCompleted");
  const wasWell = began || isActive(earlier) || earlier === "paused";
  const owes = earlier === "past_due" || earlier === "unpaid";
  if (after.status === "past_due" && wasWell) transitions.push("PaymentFailed");
  if (after.status === "unpaid" && earlier !== "unpaid") transitions.push("SubscriptionUnpaid");
  if (isActive(after.status) && owes) transitions.push("PaymentRecovered");
  if (before !== null && !began && isOther(before, after)) transitions.push("SubscriptionChanged");
  if (after.cancelAtPeriodEnd && !wasEnding) transitions.push("SubscriptionCancelled");
  if (!after.cancelAtPeriodEnd && wasEnding) transitions.push("SubscriptionResumed");
  return transitions;
}

function isOther(before: KnownSubscription, after: SubscriptionSnapshot): boolean {
  const { plan, addons } = planAndAddons(after.items);
  return plan !== before.plan || addons.join(" ") !== before.addons.toSorted().join(" ");
}

/**
 * Finds what somebody pays for twice. What was there first stays: of those that are already kept, else of those that were
 * made.
 *
 * @param known the customer's subscriptions as they were kept
 * @param living the customer's subscriptions that live now
 * @param elsewhere a living subscription that the same person has as another customer, or null
 * @returns by id, the subscription that each stands beside; those that stay are left out
 */
export function duplicatesOf(
  known: readonly KnownSubscription[],
  living: readonly Pick<SubscriptionSnapshot, "id" | "createdAt">[],
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
