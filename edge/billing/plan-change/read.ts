import type { Stripe } from "stripe";
import { isDebitRunning } from "#contracts/billing/bank-debit.ts";
import { isRetentionCoupon } from "#contracts/billing/offer-length.ts";
import {
  type PlanChangeDecision,
  type PlanChangeError,
  type PlanSelection,
  decidePlanChange,
  handChangeOf,
} from "#contracts/billing/plan-change.ts";
import { planAndAddons, type SubscriptionState } from "#contracts/billing/stripe-state.ts";
import { isActive, isOpen } from "#contracts/billing/subscription-status.ts";
import { itemsKey } from "#contracts/billing/subscription-transitions.ts";
import { cadenceOf, collectionOf, isInvoiced } from "#contracts/billing/upcoming-payments.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { HAND_CHANGE_TEXTS } from "#contracts/messages/payments.ts";
import type { UserSubscriptionRow } from "#db/billing/find-user-subscription.ts";
import { isResourceMissing } from "#db/stripe/errors.ts";
import { OFFER_METADATA_KEY, RESTORE_SCHEDULE_KEY } from "#db/stripe/metadata-keys.ts";
import { readProductNames } from "#db/stripe/product-names.ts";
import {
  type LatestInvoice,
  type StripeSchedule,
  StripeSubscription,
} from "#db/stripe/response-shapes.ts";
import { PHASE_PRICE, SUBSCRIPTION_EXPAND, toSubscription } from "#db/stripe/subscription-state.ts";

const { change: messages, checkout } = BILLING_MESSAGES;

const ERROR_MESSAGES: Readonly<Record<PlanChangeError, string>> = {
  unknown_price: checkout.unknownPrice,
  unknown_plan: messages.unknownPlan,
  no_change: messages.noChange,
  mixed: messages.mixed,
};

/** Timestamps in seconds since the epoch. */
export type StripeSubscriptionRead = {
  readonly id: string;
  readonly snapshot: SubscriptionState;
  readonly period: { readonly start: number; readonly end: number };
  readonly schedule: StripeSchedule | null;
  /** The newest, with its payments. */
  readonly invoice: LatestInvoice | null;
  readonly hadOffer: boolean;
  /** The scheduled change that a failed upgrade released. */
  readonly restorePriceIds: readonly string[] | null;
};

export type AcceptedPlanChange = Extract<PlanChangeDecision, { ok: true }>;

export type ConfirmedPlanChange = {
  decision: AcceptedPlanChange;
  prorationDate: number;
  dueTodayPence: number;
  /** The bank's confirmation returns there. */
  returnUrl: string;
  /** Throws if our own state forbids the change. */
  recheck: (read: StripeSubscriptionRead) => Promise<void>;
};

/** @throws {AppError} `no_subscription`, and what Stripe throws */
export async function readStripeSubscription(
  stripe: Stripe,
  id: string,
): Promise<StripeSubscriptionRead> {
  const expand = [...SUBSCRIPTION_EXPAND, `schedule.${PHASE_PRICE}`, "latest_invoice.payments"];
  const subscription = StripeSubscription.parse(
    await stripe.subscriptions.retrieve(id, { expand }).catch((error: unknown) => {
      if (!isResourceMissing(error)) throw error;
      throw new AppError("no_subscription", messages.noSubscription);
    }),
  );
  const names = await readProductNames(stripe, [subscription]);
  const snapshot = toSubscription(subscription, null, names);
  const starts = subscription.items.data.map((item) => item.current_period_start ?? 0);
  return {
    id,
    snapshot,
    period: { start: Math.max(0, ...starts), end: endOfPeriod(snapshot) },
    schedule: subscription.schedule,
    invoice: subscription.latest_invoice,
    hadOffer:
      subscription.metadata[OFFER_METADATA_KEY] !== undefined ||
      snapshot.discounts.some(({ couponId }) => isRetentionCoupon(couponId)),
    restorePriceIds: parseRestoreMark(subscription.metadata[RESTORE_SCHEDULE_KEY], snapshot),
  };
}

/** @returns seconds since the epoch; 0 when Stripe does not say, and {@link requireChangeAllowed} refuses */
function endOfPeriod({ currentPeriodEnd }: SubscriptionState): number {
  return currentPeriodEnd === null ? 0 : Date.parse(currentPeriodEnd) / 1_000;
}

/** A mark counts only in the same period and for the same items. */
export function restoreMark(
  { items, currentPeriodEnd }: SubscriptionState,
  priceIds: string,
): string {
  return [currentPeriodEnd, itemsKey(items), priceIds].join("|");
}

function parseRestoreMark(mark: string | undefined, snapshot: SubscriptionState): string[] | null {
  const priceIds = mark?.split("|").at(-1) ?? "";
  return mark === restoreMark(snapshot, priceIds) ? priceIds.split(" ") : null;
}

/** @throws {AppError} `no_subscription`, `payment_due`, `subscription_ending` or `change_refused` */
export function requireChangeAllowed(
  {
    isEnding,
    status: savedStatus,
    paymentMethodBrand: brand,
  }: Pick<UserSubscriptionRow, "isEnding" | "status" | "paymentMethodBrand">,
  { snapshot }: StripeSubscriptionRead,
): void {
  const { status, cancelAtPeriodEnd } = snapshot;
  if (!isOpen(status)) throw new AppError("no_subscription", messages.noSubscription);
  if (isEnding) throw new AppError("subscription_ending", messages.ending);
  if (cancelAtPeriodEnd) throw new AppError("subscription_ending", messages.beingResumed);
  if (isDebitRunning({ status: savedStatus, brand })) {
    throw new AppError("change_refused", messages.debitRunning);
  }
  const byHand = handChangeOf({
    collection: collectionOf({ ...snapshot, upcoming: null }),
    cadence: cadenceOf(snapshot.items),
    isInvoiced: isInvoiced(snapshot),
  });
  const isReadable = status !== "unknown" && snapshot.currentPeriodEnd !== null;
  if (byHand !== null || !isReadable) {
    throw new AppError("change_refused", `${HAND_CHANGE_TEXTS[byHand ?? "by_hand"]}.`);
  }
  // Stripe calls a subscription active while its first payment is under way.
  if (!isActive(status) || savedStatus === "incomplete") {
    throw new AppError("payment_due", messages.paymentDue);
  }
}

/** @throws {AppError} `change_refused` */
export function requirePlanChange(
  { snapshot }: StripeSubscriptionRead,
  selection: PlanSelection,
): AcceptedPlanChange {
  const decision = decidePlanChange(planAndAddons(snapshot.items), selection);
  if (decision.ok) return decision;
  throw new AppError("change_refused", ERROR_MESSAGES[decision.error]);
}

/**
 * Until Stripe has the accepted offer, previews would be wrong, and concurrent discount updates
 * would lose one.
 */
export function isOfferPending(
  { acceptedOffer }: UserSubscriptionRow,
  { hadOffer }: StripeSubscriptionRead,
): boolean {
  return acceptedOffer !== null && !hadOffer;
}

/** Whether a confirmation is repeated: Stripe has the selected items already. */
export function isAlreadyApplied(
  { snapshot }: StripeSubscriptionRead,
  selection: PlanSelection,
): boolean {
  if (snapshot.scheduled !== null && snapshot.schedule?.isOutdated === false) return false;
  if (selection.plan === null && selection.add.length + selection.remove.length === 0) return false;
  const decision = decidePlanChange(planAndAddons(snapshot.items), selection);
  return !decision.ok && decision.error === "no_change";
}
