import type { Stripe } from "stripe";
import {
  type PlanChangeDecision,
  type PlanChangeError,
  type PlanSelection,
  decidePlanChange,
} from "#contracts/billing/plan-change.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { isRetentionCoupon, OFFER_METADATA_KEY } from "#contracts/billing/offer-length.ts";
import {
  planAndAddons,
  parseSubscription,
  SUBSCRIPTION_EXPAND,
  type SubscriptionState,
} from "#contracts/billing/stripe-state.ts";
import { isActive, isOpen } from "#contracts/billing/subscription-status.ts";
import {
  SCHEDULED_FROM_KEY,
  isScheduleOutdated,
  itemsKey,
} from "#contracts/billing/subscription-events.ts";
import { AppError } from "#contracts/errors.ts";
import type { ManagedSubscription } from "#db/billing/find-subscription.ts";
import { isResourceMissing, type StripeGateway, callStripe } from "../../adapters/payments.ts";

const { change: WORDS, checkout } = BILLING_MESSAGES;

const FAULTS: Readonly<Record<PlanChangeError, string>> = {
  unknown_price: checkout.unknownPrice,
  unknown_plan: WORDS.unknownPlan,
  no_change: WORDS.noChange,
  mixed: WORDS.mixed,
};

/** A subscription as the provider has it now. Moments are seconds since the epoch. */
export type StripeSubscriptionRead = {
  readonly id: string;
  readonly snapshot: SubscriptionState;
  readonly period: { readonly start: number; readonly end: number };
  readonly schedule: Stripe.SubscriptionSchedule | null;
  /** The newest, with its payments. */
  readonly invoice: Stripe.Invoice | null;
  /** Whether the provider was told of the offer to stay; true also when that has lapsed. */
  readonly hadOffer: boolean;
  /** What has to be booked again for the end of this period, because a change that did not come took its place. */
  readonly restorePriceIds: readonly string[] | null;
};

/** Where the metadata of a subscription keeps {@link Changeable.rebook}, with what that was booked on. */
export const RESTORE_SCHEDULE_KEY = "rebook";

export type AcceptedPlanChange = Extract<PlanChangeDecision, { ok: true }>;

/**
 * Reads a subscription where it is true, because money depends on it.
 *
 * @throws {AppError} `no_subscription`, and what `reach` throws
 */
export async function readStripeSubscription(
  stripe: Stripe,
  id: string,
): Promise<StripeSubscriptionRead> {
  const expand = [...SUBSCRIPTION_EXPAND, "latest_invoice.payments"];
  const given = await callStripe(() => stripe.subscriptions.retrieve(id, { expand })).catch(
    (error: unknown) => {
      throw isResourceMissing(error)
        ? new AppError("no_subscription", WORDS.noSubscription)
        : error;
    },
  );
  const items = given.items.data;
  const period = {
    start: Math.max(...items.map((item) => item.current_period_start)),
    end: Math.min(...items.map((item) => item.current_period_end)),
  };
  const snapshot = parseSubscription(given);
  return {
    id,
    snapshot,
    period,
    schedule: expanded(given.schedule),
    invoice: expanded(given.latest_invoice),
    hadOffer:
      given.metadata[OFFER_METADATA_KEY] !== undefined ||
      snapshot.discounts.some(({ couponId }) => isRetentionCoupon(couponId)),
    restorePriceIds: parseRestoreMark(given.metadata[RESTORE_SCHEDULE_KEY], snapshot),
  };
}

/** What a subscription says that has to be booked again, as {@link RESTORE_SCHEDULE_KEY} keeps it. */
export function restoreMark({ items, currentPeriodEnd }: SubscriptionState, names: string): string {
  return [currentPeriodEnd, itemsKey(items), names].join("|");
}

/** What was booked for another period's end, or for what the subscription is not made of any more, is over. */
function parseRestoreMark(mark: string | undefined, snapshot: SubscriptionState): string[] | null {
  const names = mark?.split("|").at(-1) ?? "";
  return mark === restoreMark(snapshot, names) ? names.split(" ") : null;
}

/**
 * Refuses what cannot be changed as it stands.
 *
 * @param own the same as we have it, with what its owner said of its end
 * @throws {AppError} `no_subscription`, `payment_due` or `subscription_ending`
 */
export function requireChangeAllowed(
  own: ManagedSubscription,
  { snapshot: { status, cancelAtPeriodEnd: isEnding } }: StripeSubscriptionRead,
): void {
  if (!isOpen(status)) throw new AppError("no_subscription", WORDS.noSubscription);
  if (own.is_ending) throw new AppError("subscription_ending", WORDS.ending);
  if (isEnding) throw new AppError("subscription_ending", WORDS.beingKept);
  if (!isActive(status)) throw new AppError("payment_due", WORDS.paymentDue);
}

/**
 * Decides what a wish comes to.
 *
 * @throws {AppError} `change_refused`
 */
export function requirePlanChange(
  { snapshot }: StripeSubscriptionRead,
  wish: PlanSelection,
): AcceptedPlanChange {
  const decision = decidePlanChange(planAndAddons(snapshot.items), wish);
  if (decision.ok) return decision;
  throw new AppError("change_refused", FAULTS[decision.why]);
}

/**
 * Whether the offer to stay was taken and the provider has still to be told. What a change costs is then not what it can
 * say, and two who write the discounts at once would lose one.
 */
export function isOfferPending(
  own: ManagedSubscription,
  { hadOffer }: StripeSubscriptionRead,
): boolean {
  return own.redemption !== null && !own.redemption.is_rejected && !hadOffer;
}

/** Whether a wish names something and all of it is so already: its confirmation was sent again. */
export function isAlreadyApplied(current: StripeSubscriptionRead, wish: PlanSelection): boolean {
  const { snapshot, schedule } = current;
  if (
    snapshot.scheduled !== null &&
    !isScheduleOutdated(schedule?.metadata?.[SCHEDULED_FROM_KEY], snapshot)
  ) {
    return false;
  }
  if (wish.plan === null && wish.add.length + wish.remove.length === 0) return false;
  const decision = decidePlanChange(planAndAddons(snapshot.items), wish);
  return !decision.ok && decision.why === "no_change";
}

/** The names of what a subscription is made of, the plan first. */
export function namesOf({ plan, addons }: AcceptedPlanChange["target"]): string[] {
  return [plan, ...addons];
}

/** One item of a subscription, and what becomes of it. */
export type ItemChange = {
  /** Null for one that comes. */
  readonly id: string | null;
  readonly quantity: number;
  /** The provider's price now; null for one that comes. */
  readonly from: string | null;
  /** The provider's price afterwards; null for one that goes. */
  readonly to: string | null;
};

/**
 * Says item by item what a change does. What stays keeps the price that it has, also where the catalogue has another by
 * now, and so does what is not ours.
 *
 * @throws {AppError} `payments_not_configured`, as `pricesOf`
 */
export async function itemChanges(
  { pricesOf }: StripeGateway,
  { snapshot: { items } }: StripeSubscriptionRead,
  { target }: Pick<AcceptedPlanChange, "target">,
): Promise<ItemChange[]> {
  const wanted = namesOf(target);
  const coming = wanted.filter((name) => !items.some(({ priceId }) => priceId === name));
  const prices = await pricesOf(coming);
  const priceOf = new Map(coming.map((name, index) => [name, prices[index] ?? null]));
  const newPlan = priceOf.get(target.plan) ?? null;
  const { plan } = planAndAddons(items);
  const changes = items.map(({ id, priceId, stripePriceId, quantity }): ItemChange => {
    const stays = priceId === null || wanted.includes(priceId);
    const replacement = priceId === plan ? newPlan : null;
    return { id, quantity, from: stripePriceId, to: stays ? stripePriceId : replacement };
  });
  const added = coming
    .filter((name) => name !== target.plan)
    .map((name): ItemChange => ({
      id: null,
      quantity: 1,
      from: null,
      to: priceOf.get(name) ?? null,
    }));
  return [...changes, ...added];
}

function expanded<T extends { id: string }>(value: string | T | null): T | null {
  if (typeof value === "string") throw new Error("Bug: what was to be expanded is an id");
  return value;
}
