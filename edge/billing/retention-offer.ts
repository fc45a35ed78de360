import {
  type RetentionOfferResponse,
  RetentionOfferRequest,
  type ActionResponse,
  AcceptOfferRequest,
} from "#contracts/api/cancellation.ts";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { discountsOn } from "#contracts/billing/discounts.ts";
import { offerPayments, offerError, type OfferError } from "#contracts/billing/retention-offer.ts";
import { isInService } from "#contracts/billing/subscription-status.ts";
import { monthlyPence, cadenceOf, collectionOf } from "#contracts/billing/upcoming-payments.ts";
import { AppError } from "#contracts/errors.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import type { UserSubscriptionRow } from "#db/billing/find-user-subscription.ts";
import { recordOfferShown } from "#db/billing/record-offer-shown.ts";
import { endOf, factsOf } from "#db/billing/subscription-facts.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireUser } from "../http/current-user.ts";
import { readIdempotencyKey } from "../http/idempotency-key.ts";
import { takeJson } from "../http/json-body.ts";
import { userActor } from "../http/publish-events.ts";
import {
  findOwnSubscription,
  requireOwnCard,
  retryOnConflict,
  actionResponse,
  getSubscriptionInService,
  saveRequest,
} from "./own-subscription.ts";
import { toUnixSeconds, toOfferPayments } from "./wire.ts";

const BODY_MAX_BYTES = 4 * 1_024;

/** `POST /functions/v1/retention-offer` */
export const showRetentionOfferRoutes = (deps: EdgeDeps) =>
  takeJson(deps, BODY_MAX_BYTES, RetentionOfferRequest, async (c, { reason = null }) => {
    const currentUser = await requireUser(c, deps);
    const response = await retryOnConflict(async (): Promise<RetentionOfferResponse | null> => {
      const { subscription, at } = await findOwnSubscription(deps, currentUser);
      if (subscription === null || !isInService(subscription)) return NO_OFFER;
      const { openOffer } = subscription;
      const error = offerErrorOf(subscription);
      const hasNewReason = reason !== null && reason !== openOffer?.reason;
      if (error === null && (openOffer === null || hasNewReason)) {
        const isRecorded = await recordOfferShown(deps.db, {
          customerId: subscription.customerId,
          version: subscription.version,
          id: deps.makeId("offer"),
          subscriptionId: subscription.id,
          reason,
          monthlyPence: monthlyPence(subscription),
          at,
        });
        if (!isRecorded) return null;
      }
      return {
        subscription_id: subscription.id,
        price_id: subscription.priceId,
        why_not: error,
        payments: toOfferPayments(subscription),
        ends_at: toUnixSeconds(endOf(subscription)),
        renewal_pence: subscription.renewalPence,
        currency: subscription.currency,
      };
    });
    return c.json<RetentionOfferResponse>(response);
  });

const NO_OFFER: RetentionOfferResponse = {
  subscription_id: null,
  price_id: null,
  why_not: "not_active",
  payments: [],
  ends_at: null,
  renewal_pence: null,
  currency: null,
};

const { retention: messages } = BILLING_MESSAGES;

/** `POST /functions/v1/apply-retention-discount`: also takes a cancellation back. */
export const acceptRetentionOfferRoutes = (deps: EdgeDeps) =>
  takeJson(deps, BODY_MAX_BYTES, AcceptOfferRequest, async (c, { subscriptionId, ...terms }) => {
    const currentUser = await requireUser(c, deps);
    requireOfferTerms(terms);
    const { userId } = currentUser;
    const idempotencyKey = readIdempotencyKey(c, userId);
    const response = await retryOnConflict(async (): Promise<ActionResponse | null> => {
      const subscription = await getSubscriptionInService(deps, currentUser, subscriptionId);
      requireOwnCard(subscription);
      if (subscription.acceptedOffer?.idempotencyKey === idempotencyKey) {
        return actionResponse(messages.offerAccepted, endOf(subscription));
      }
      requireOfferOpen(subscription);
      const event = newEvent(c.var.events, "RetentionApplied", userActor(userId), {
        ...factsOf(subscription, null),
        reduced: offerPayments(subscription),
        percentOff: RETENTION_OFFER.percentOff,
        months: RETENTION_OFFER.months,
        resumes: subscription.isEnding,
        lostPriceIds: subscription.isEnding ? subscription.lostPriceIds : [],
      });
      const request = { event, userId, idempotencyKey };
      const isSaved = await saveRequest(c, deps, subscription, request);
      return isSaved ? actionResponse(messages.offerAccepted, null) : null;
    });
    return c.json(response);
  });

function requireOfferTerms({
  discountPercent = RETENTION_OFFER.percentOff,
  durationMonths = RETENTION_OFFER.months,
}: {
  discountPercent?: number | undefined;
  durationMonths?: number | undefined;
}): void {
  const { percentOff, months } = RETENTION_OFFER;
  if (discountPercent === percentOff && durationMonths === months) return;
  throw new AppError("offer_terms", messages.otherTerms, { details: messages.otherTerms });
}

function requireOfferOpen(subscription: UserSubscriptionRow): void {
  switch (offerErrorOf(subscription)) {
    case null:
      return;
    case "not_active":
      throw new AppError("no_subscription", messages.notActive);
    case "redeemed":
      throw new AppError("offer_used", messages.used);
    case "paused":
      throw new AppError("offer_used", messages.paused);
    case "not_monthly":
      throw new AppError("offer_used", messages.notMonthly);
    case "discounted":
      throw new AppError("offer_used", messages.discounted);
    case "saves_nothing":
      throw new AppError("offer_used", messages.savesNothing);
  }
}

export function offerErrorOf(subscription: UserSubscriptionRow): OfferError | null {
  if (subscription.needsCard) return "not_active";
  const { status, acceptedOffer, discounts, currentPeriodEnd: next } = subscription;
  const payments = offerPayments(subscription);
  return offerError({
    status,
    isRedeemed: acceptedOffer !== null,
    // Sums that we cannot tell are not promised.
    collection: payments.length < RETENTION_OFFER.months ? "unknown" : collectionOf(subscription),
    cadence: cadenceOf(subscription.items),
    payments,
    couponIds: (next === null ? discounts : discountsOn(discounts, next)).map(
      ({ couponId }) => couponId,
    ),
  });
}
