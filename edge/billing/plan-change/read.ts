import type { Stripe } from "stripe";
import {
  type PlanChangeDecision,
  type PlanChangeError,
  type PlanSelection,
  decidePlanChange,
} from "#contracts/billing/plan-change.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { isRetentionCoupon, OFFER_METADATA_KEY } from "#contracts/billing/offer-length.ts";
import { planAndAddons, type SubscriptionState } from "#contracts/billing/stripe-state.ts";
import { isActive, isOpen } from "#contracts/billing/subscription-status.ts";
import { itemsKey } from "#contracts/billing/subscription-events.ts";
import { AppError } from "#contracts/errors.ts";
import type { UserSubscriptionRow } from "#db/billing/find-subscription.ts";
import { isResourceMissing } from "#db/stripe/errors.ts";
import { parseSubscription, SUBSCRIPTION_EXPAND } from "#db/stripe/subscription-state.ts";
import type { StripeGateway } from "../../adapters/stripe-gateway.ts";

const { change: WORDS, checkout } = BILLING_MESSAGES;

const FAULTS: Readonly<Record<PlanChangeError, string>> = {
  unknown_price: checkout.unknownPrice,
  unknown_plan: WORDS.unknownPlan,
  no_change: WORDS.noChange,
  mixed: WORDS.mixed,
};

/** Timestamps in seconds since the epoch. */
export type StripeSubscriptionRead = {
  readonly id: string;
  readonly snapshot: SubscriptionState;
  readonly period: { readonly start: number; readonly end: number };
  readonly schedule: Stripe.SubscriptionSchedule | null;
  /** The newest, with its payments. */
  readonly invoice: Stripe.Invoice | null;
  readonly hadOffer: boolean;
  /** The scheduled change that a failed upgrade released. */
  readonly restorePriceIds: readonly string[] | null;
};

/** Metadata key on the subscription. */
export const RESTORE_SCHEDULE_KEY = "rebook";

export type AcceptedPlanChange = Extract<PlanChangeDecision, { ok: true }>;

/** @throws {AppError} `no_subscription`, and what Stripe throws */
export async function readStripeSubscription(
  stripe: Stripe,
  id: string,
): Promise<StripeSubscriptionRead> {
  const expand = [...SUBSCRIPTION_EXPAND, "latest_invoice.payments"];
  const given = await stripe.subscriptions.retrieve(id, { expand }).catch((error: unknown) => {
    throw isResourceMissing(error) ? new AppError("no_subscription", WORDS.noSubscription) : error;
  });
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

/** Void in another period or for other items. */
export function restoreMark({ items, currentPeriodEnd }: SubscriptionState, names: string): string {
  return [currentPeriodEnd, itemsKey(items), names].join("|");
}

function parseRestoreMark(mark: string | undefined, snapshot: SubscriptionState): string[] | null {
  const names = mark?.split("|").at(-1) ?? "";
  return mark === restoreMark(snapshot, names) ? names.split(" ") : null;
}

/** @throws {AppError} `no_subscription`, `payment_due` or `subscription_ending` */
export function requireChangeAllowed(
  own: UserSubscriptionRow,
  { snapshot: { status, cancelAtPeriodEnd: isEnding } }: StripeSubscriptionRead,
): void {
  if (!isOpen(status)) throw new AppError("no_subscription", WORDS.noSubscription);
  if (own.isEnding) throw new AppError("subscription_ending", WORDS.ending);
  if (isEnding) throw new AppError("subscription_ending", WORDS.beingResumed);
  if (!isActive(status)) throw new AppError("payment_due", WORDS.paymentDue);
}

/** @throws {AppError} `change_refused` */
export function requirePlanChange(
  { snapshot }: StripeSubscriptionRead,
  selection: PlanSelection,
): AcceptedPlanChange {
  const decision = decidePlanChange(planAndAddons(snapshot.items), selection);
  if (decision.ok) return decision;
  throw new AppError("change_refused", FAULTS[decision.why]);
}

/**
 * Until Stripe has the accepted offer, previews would be wrong, and concurrent discount updates
 * would lose one.
 */
export function isOfferPending(
  own: UserSubscriptionRow,
  { hadOffer }: StripeSubscriptionRead,
): boolean {
  return own.acceptedOffer !== null && !hadOffer;
}

/** A repeated confirmation. */
export function isAlreadyApplied(
  { snapshot }: StripeSubscriptionRead,
  selection: PlanSelection,
): boolean {
  if (snapshot.scheduled !== null && snapshot.schedule?.isOutdated === false) return false;
  if (selection.plan === null && selection.add.length + selection.remove.length === 0) return false;
  const decision = decidePlanChange(planAndAddons(snapshot.items), selection);
  return !decision.ok && decision.why === "no_change";
}

export function namesOf({ plan, addons }: AcceptedPlanChange["target"]): string[] {
  return [plan, ...addons];
}

export type ItemChange = {
  /** Null for an addition. */
  readonly id: string | null;
  readonly quantity: number;
  /** Stripe's price id; null for an addition. */
  readonly from: string | null;
  /** Null for a removal. */
  readonly to: string | null;
};

/** Unchanged items keep their price, also an old or foreign one. */
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
