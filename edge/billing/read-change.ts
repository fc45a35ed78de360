import type { Stripe } from "stripe";
import {
  type ChangeDecision,
  type ChangeFault,
  type ChangeWish,
  decideChange,
} from "#contracts/billing/change.ts";
import { BILLING_MESSAGES } from "#contracts/billing/messages.ts";
import { isRetentionCoupon, OFFER_MARK } from "#contracts/billing/offer-length.ts";
import {
  planAndAddons,
  readSubscription,
  SUBSCRIPTION_EXPAND,
  type SubscriptionSnapshot,
} from "#contracts/billing/snapshot.ts";
import { isActive, isLiving } from "#contracts/billing/statuses.ts";
import { BOOKED_ON, isOutdated, itemsText } from "#contracts/billing/transitions.ts";
import { AppError } from "#contracts/errors.ts";
import type { OwnSubscription } from "#db/billing/load-own-subscription.ts";
import { isMissing, type Payments, reach } from "../adapters/payments.ts";

const { change: WORDS, checkout } = BILLING_MESSAGES;

const FAULTS: Readonly<Record<ChangeFault, string>> = {
  unknown_price: checkout.unknownPrice,
  unknown_plan: WORDS.unknownPlan,
  no_change: WORDS.noChange,
  mixed: WORDS.mixed,
};

/** A subscription as the provider has it now. Moments are seconds since the epoch. */
export type Changeable = {
  readonly id: string;
  readonly snapshot: SubscriptionSnapshot;
  readonly period: { readonly start: number; readonly end: number };
  readonly schedule: Stripe.SubscriptionSchedule | null;
  /** The newest, with its payments. */
  readonly invoice: Stripe.Invoice | null;
  /** Whether the provider was told of the offer to stay; true also when that has lapsed. */
  readonly hadOffer: boolean;
  /** What has to be booked again for the end of this period, because a change that did not come took its place. */
  readonly rebook: readonly string[] | null;
};

/** Where the metadata of a subscription keeps {@link Changeable.rebook}, with what that was booked on. */
export const REBOOK_MARK = "rebook";

export type DecidedChange = Extract<ChangeDecision, { ok: true }>;

/**
 * Reads a subscription where it is true, because money depends on it.
 *
 * @throws {AppError} `no_subscription`, and what `reach` throws
 */
export async function readChangeable(stripe: Stripe, id: string): Promise<Changeable> {
  const expand = [...SUBSCRIPTION_EXPAND, "latest_invoice.payments"];
  const given = await reach(() => stripe.subscriptions.retrieve(id, { expand })).catch(
    (error: unknown) => {
      throw isMissing(error) ? new AppError("no_subscription", WORDS.noSubscription) : error;
    },
  );
  const items = given.items.data;
  const period = {
    start: Math.max(...items.map((item) => item.current_period_start)),
    end: Math.min(...items.map((item) => item.current_period_end)),
  };
  const snapshot = readSubscription(given);
  return {
    id,
    snapshot,
    period,
    schedule: expanded(given.schedule),
    invoice: expanded(given.latest_invoice),
    hadOffer:
      given.metadata[OFFER_MARK] !== undefined ||
      snapshot.discounts.some(({ couponId }) => isRetentionCoupon(couponId)),
    rebook: rebookOf(given.metadata[REBOOK_MARK], snapshot),
  };
}

/** What a subscription says that has to be booked again, as {@link REBOOK_MARK} keeps it. */
export function rebookText(
  { items, currentPeriodEnd }: SubscriptionSnapshot,
  names: string,
): string {
  return [currentPeriodEnd, itemsText(items), names].join("|");
}

/** What was booked for another period's end, or for what the subscription is not made of any more, is over. */
function rebookOf(mark: string | undefined, snapshot: SubscriptionSnapshot): string[] | null {
  const names = mark?.split("|").at(-1) ?? "";
  return mark === rebookText(snapshot, names) ? names.split(" ") : null;
}

/**
 * Refuses what cannot be changed as it stands.
 *
 * @param own the same as we have it, with what its owner said of its end
 * @throws {AppError} `no_subscription`, `payment_due` or `subscription_ending`
 */
export function requireChangeable(
  own: OwnSubscription,
  { snapshot: { status, cancelAtPeriodEnd: isEnding } }: Changeable,
): void {
  if (!isLiving(status)) throw new AppError("no_subscription", WORDS.noSubscription);
  if (own.is_ending) throw new AppError("subscription_ending", WORDS.ending);
  if (isEnding) throw new AppError("subscription_ending", WORDS.beingKept);
  if (!isActive(status)) throw new AppError("payment_due", WORDS.paymentDue);
}

/**
 * Decides what a wish comes to.
 *
 * @throws {AppError} `change_refused`
 */
export function requireDecision({ snapshot }: Changeable, wish: ChangeWish): DecidedChange {
  const decision = decideChange(planAndAddons(snapshot.items), wish);
  if (decision.ok) return decision;
  throw new AppError("change_refused", FAULTS[decision.why]);
}

/**
 * Whether the offer to stay was taken and the provider has still to be told. What a change costs is then not what it can
 * say, and two who write the discounts at once would lose one.
 */
export function isOfferComing(own: OwnSubscription, { hadOffer }: Changeable): boolean {
  return own.redemption !== null && !own.redemption.is_refused && !hadOffer;
}

/** Whether a wish names something and all of it is so already: its confirmation was sent again. */
export function isMadeAlready(changeable: Changeable, wish: ChangeWish): boolean {
  const { snapshot, schedule } = changeable;
  if (snapshot.scheduled !== null && !isOutdated(schedule?.metadata?.[BOOKED_ON], snapshot)) {
    return false;
  }
  if (wish.plan === null && wish.add.length + wish.remove.length === 0) return false;
  const decision = decideChange(planAndAddons(snapshot.items), wish);
  return !decision.ok && decision.why === "no_change";
}

/** The names of what a subscription is made of, the plan first. */
export function namesOf({ plan, addons }: DecidedChange["target"]): string[] {
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
  { pricesOf }: Payments,
  { snapshot: { items } }: Changeable,
  { target }: Pick<DecidedChange, "target">,
): Promise<ItemChange[]> {
  const wanted = namesOf(target);
  const coming = wanted.filter((name) => !items.some(({ priceId }) => priceId === name));
  const prices = await pricesOf(coming);
  const priceOf = new Map(coming.map((name, index) => [name, prices[index] ?? null]));
  const newPlan = priceOf.get(target.plan) ?? null;
  const { plan } = planAndAddons(items);
  const changes = items.map(({ id, priceId, providerPriceId, quantity }): ItemChange => {
    const stays = priceId === null || wanted.includes(priceId);
    const replacement = priceId === plan ? newPlan : null;
    return { id, quantity, from: providerPriceId, to: stays ? providerPriceId : replacement };
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
