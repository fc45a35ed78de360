import type { Stripe } from "stripe";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { isRetentionCoupon, chooseOfferCoupon } from "#contracts/billing/offer-length.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { BILLING_ACTOR } from "#db/billing/billing-actor.ts";
import { completeRequests, rejectRequest } from "#db/billing/change-subscription-requests.ts";
import {
  findOpenRequests,
  type OpenRequest,
  type OpenRequests,
} from "#db/billing/find-open-request.ts";
import { factsOf } from "#db/billing/subscription-facts.ts";
import { retry } from "#db/retry.ts";
import { isInvalidRequest } from "#db/stripe/errors.ts";
import { idOf } from "#db/stripe/id-of.ts";
import { OFFER_METADATA_KEY } from "#db/stripe/metadata-keys.ts";
import { withoutEnd } from "#db/stripe/subscription-state.ts";
import { hashOf, withArchived } from "#db/stripe/with-archived.ts";
import type { CustomerDeps } from "./billing-deps.ts";
import { cancellationDetails, cancelNow, isCancellationDue } from "./cancel-now.ts";
import { voidOpenInvoice } from "./refunds-and-voids.ts";
import { releaseSchedule } from "./release-schedule.ts";
import { keySlot, throwRetryable } from "./stripe-calls.ts";

export type ReconcileRequests = {
  customerId: string;
  subscriptionId: string;
  correlationId: string;
  /** Which requests to retry that Stripe rejected before. */
  retryRejected: { cancelOrResume: boolean; offer: boolean };
};

type Reconciled =
  | { outcome: "applied" | "nothing_pending" }
  | { outcome: "rejected"; error: string };

type KeyOf = (action: string, body: object) => Stripe.RequestOptions;

/** A plan change may come between read and update. */
const ATTEMPTS_MAX = 2;

const ADJUSTMENTS_MAX = 2;

/**
 * Sends the difference between Stripe and the newest requests. Safe to repeat; the caller holds the
 * customer's lock.
 *
 * @throws any Stripe error except a permanent rejection
 */
export async function reconcileRequests(
  deps: CustomerDeps,
  input: ReconcileRequests,
): Promise<Reconciled> {
  const open = await findOpenRequests(deps.db, input.subscriptionId);
  if (open === null) return { outcome: "nothing_pending" };
  const requests = open.requests.filter(
    ({ kind, isRejected }) =>
      !isRejected ||
      (kind === "retention_offer" ? input.retryRejected.offer : input.retryRejected.cancelOrResume),
  );
  if (requests.length === 0) return { outcome: "nothing_pending" };
  const outcomes: Outcome[] = [];
  for (const outcome of await pushToStripe(deps, input.subscriptionId, requests)) {
    const { request, state } = outcome;
    const isSuperseded = state === "rejected" && !(await saveRejection(deps, input, open, request));
    outcomes.push(isSuperseded ? { request, state: "superseded" } : outcome);
  }
  // The sync comes before completing: a pending request explains the change, so it publishes no event.
  await deps.sync();
  await completeRequests(deps.db, {
    customerId: input.customerId,
    requests: outcomes.flatMap(({ request: { id }, state }) =>
      state === "rejected" ? [] : [{ id, state }],
    ),
    at: deps.now().toISOString(),
  });
  const rejection = outcomes.find((outcome) => outcome.state === "rejected");
  return rejection === undefined
    ? { outcome: "applied" }
    : { outcome: "rejected", error: rejection.error };
}

type Outcome =
  | { request: OpenRequest; state: "applied" | "superseded" }
  | { request: OpenRequest; state: "rejected"; error: string };

/**
 * Sends each request in its own update: in one with the offer, Stripe would also reduce what a
 * resumption adds for the days that the end had credited in full.
 */
async function pushToStripe(
  deps: CustomerDeps,
  subscriptionId: string,
  requests: readonly OpenRequest[],
): Promise<Outcome[]> {
  let pushed: Pushed = "applied";
  const outcomes: Outcome[] = [];
  for (const request of requests) {
    if (pushed !== "ended") pushed = await pushWithRetry(deps, subscriptionId, request);
    outcomes.push(outcomeOf(request, pushed));
  }
  return outcomes;
}

type Pushed = "applied" | "ended" | { error: string };

function outcomeOf(request: OpenRequest, pushed: Pushed): Outcome {
  if (typeof pushed !== "string") return { request, state: "rejected", ...pushed };
  const isTooLate = pushed === "ended" && request.kind === "retention_offer";
  return { request, state: isTooLate ? "superseded" : "applied" };
}

async function pushWithRetry(
  deps: CustomerDeps,
  subscriptionId: string,
  request: OpenRequest,
): Promise<Pushed> {
  try {
    return await retry((attempt) => pushOnce(deps, subscriptionId, request, attempt), {
      attempts: ATTEMPTS_MAX,
      isStale: isInvalidRequest,
    });
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
    return { error: `${error.code ?? error.type} (${error.statusCode ?? 400})` };
  }
}

async function pushOnce(
  { stripe, now }: CustomerDeps,
  subscriptionId: string,
  request: OpenRequest,
  attempt: number,
): Promise<Pushed> {
  const before = await stripe.subscriptions.retrieve(subscriptionId, {
    expand: ["discounts", "latest_invoice"],
  });
  const isOffer = request.kind === "retention_offer";
  const isEnded = !isOpen(before.status);
  if (
    request.kind === "cancel" &&
    (isEnded || (await isCancellationDue(stripe, before, request, now())))
  ) {
    await cancelNow(stripe, before, request);
    return "ended";
  }
  if (isEnded) return { error: "the subscription has ended" };
  const endChange = isOffer ? {} : endParams(before, request);
  const update = isOffer ? offerParams(before) : endChange;
  const slot = keySlot(now());
  const key: KeyOf = (action, body) => ({
    // Includes the attempt, because for a repeated key Stripe repeats its rejection.
    idempotencyKey: `apply.${action}.${hashOf([subscriptionId, request, body, slot, attempt])}`,
  });
  if (endChange.cancel_at_period_end === true && before.pending_update !== null) {
    const invoiceId = idOf(before.latest_invoice);
    if (invoiceId !== null) await voidOpenInvoice(stripe, invoiceId);
  }
  let scheduleId = idOf(before.schedule);
  if (Object.keys(endChange).length > 0) {
    await releaseSchedule(stripe, scheduleId, key("release", { scheduleId }));
    scheduleId = null;
  }
  if (Object.keys(update).length > 0) {
    await stripe.subscriptions.update(subscriptionId, update, key("update", update));
  }
  if (isOffer) {
    await adjustOfferCoupon(stripe, subscriptionId, key);
    if (scheduleId !== null)
      await copyDiscountsToSchedule({ stripe, now }, { subscriptionId, scheduleId, key });
  }
  return "applied";
}

function endParams(
  before: Stripe.Subscription,
  request: OpenRequest,
): Pick<
  Stripe.SubscriptionUpdateParams,
  "cancel_at" | "cancel_at_period_end" | "cancellation_details"
> {
  const isEnding = before.cancel_at_period_end || before.cancel_at !== null;
  if (isEnding === (request.kind === "cancel")) return {};
  if (request.kind === "resume") return withoutEnd(before);
  return { cancel_at_period_end: true, ...cancellationDetails(request) };
}

function offerParams(
  before: Stripe.Subscription,
): Pick<Stripe.SubscriptionUpdateParams, "discounts" | "metadata"> {
  const { offer, others } = splitDiscounts(before);
  if (offer !== null || before.metadata[OFFER_METADATA_KEY] !== undefined) return {};
  return offerDiscountParams(others, RETENTION_OFFER.couponId);
}

function splitDiscounts({ discounts }: Stripe.Subscription): {
  offer: Stripe.Discount | null;
  others: Stripe.SubscriptionUpdateParams.Discount[];
} {
  const expanded = discounts.filter((discount) => typeof discount !== "string");
  const offer = expanded.find(({ source }) => isRetentionCoupon(idOf(source.coupon))) ?? null;
  return {
    offer,
    others: expanded.filter((discount) => discount !== offer).map(({ id }) => ({ discount: id })),
  };
}

const offerDiscountParams = (
  others: Stripe.SubscriptionUpdateParams.Discount[],
  couponId: string,
): Required<Pick<Stripe.SubscriptionUpdateParams, "discounts" | "metadata">> => ({
  discounts: [...others, { coupon: couponId }],
  metadata: { [OFFER_METADATA_KEY]: couponId },
});

/**
 * Swaps the coupon if it would expire before the third renewal. Its months count from the update,
 * so only the applied discount shows when it ends.
 *
 * @throws {Error} also when Stripe rejects the swap; the offer stays applied
 */
async function adjustOfferCoupon(
  stripe: Stripe,
  subscriptionId: string,
  key: KeyOf,
): Promise<void> {
  for (let adjustments = 0; adjustments < ADJUSTMENTS_MAX; adjustments += 1) {
    const subscription = await stripe.subscriptions.retrieve(subscriptionId, {
      expand: ["discounts"],
    });
    const { offer, others } = splitDiscounts(subscription);
    const [item] = subscription.items.data;
    if (offer === null || item === undefined || offer.start < item.current_period_start) return;
    const { couponId } = chooseOfferCoupon({
      start: offer.start,
      periodEnd: item.current_period_end,
      anchor: subscription.billing_cycle_anchor,
    });
    if (idOf(offer.source.coupon) === couponId) return;
    const update = offerDiscountParams(others, couponId);
    await throwRetryable("the offer's length", () =>
      stripe.subscriptions.update(
        subscriptionId,
        update,
        key("fit", { instead: offer.id, update }),
      ),
    );
  }
}

/**
 * Each phase of a schedule has its own discounts.
 *
 * @throws {Error} also when Stripe rejects the copy; the offer stays applied
 */
async function copyDiscountsToSchedule(
  { stripe, now }: Pick<CustomerDeps, "stripe" | "now">,
  { subscriptionId, scheduleId, key }: { subscriptionId: string; scheduleId: string; key: KeyOf },
): Promise<void> {
  const [{ discounts }, { current_phase: current, phases }] = await Promise.all([
    stripe.subscriptions.retrieve(subscriptionId, { expand: ["discounts"] }),
    stripe.subscriptionSchedules.retrieve(scheduleId),
  ]);
  if (current === null) return;
  const discountsAt = (atS: number) =>
    discounts.flatMap((discount) => {
      if (typeof discount === "string") return [];
      return discount.end === null || discount.end > atS ? [{ discount: discount.id }] : [];
    });
  const update: Stripe.SubscriptionScheduleUpdateParams = {
    phases: phases
      .filter(({ start_date: start }) => start >= current.start_date)
      .map((phase) => ({
        items: phase.items.map(({ price, quantity }) => ({
          price: idOf(price),
          ...(quantity === undefined ? {} : { quantity }),
        })),
        start_date: phase.start_date,
        end_date: phase.end_date,
        proration_behavior: phase.proration_behavior,
        discounts: discountsAt(phase.start_date),
        // Left out, the phase would lose them.
        default_tax_rates: (phase.default_tax_rates ?? []).map(({ id }) => id),
        ...(phase.metadata === null ? {} : { metadata: phase.metadata }),
      })),
  };
  await throwRetryable("a schedule's discounts", () =>
    withArchived({ stripe, now }, subscriptionId, (isRepeat) =>
      stripe.subscriptionSchedules.update(
        scheduleId,
        update,
        key(isRepeat ? "carry-archived" : "carry", update),
      ),
    ),
  );
}

const REQUEST_IN_EVENT = {
  cancel: "cancellation",
  resume: "resumption",
  retention_offer: "discount",
} as const;

async function saveRejection(
  { db, makeId, now }: CustomerDeps,
  { correlationId }: ReconcileRequests,
  { subscription }: OpenRequests,
  request: OpenRequest,
): Promise<boolean> {
  return rejectRequest(db, {
    id: request.id,
    event: newEvent(
      { makeId, now, correlationId },
      "SubscriptionRequestRejected",
      BILLING_ACTOR,
      // From now on Stripe's state decides when the subscription ends.
      {
        ...factsOf({
          ...subscription,
          isEnding: subscription.cancelAtPeriodEnd,
          promisedEndAt: null,
        }),
        request: REQUEST_IN_EVENT[request.kind],
      },
    ),
  });
}
