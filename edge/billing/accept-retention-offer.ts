import { Hono } from "hono";
import { type ActionResponse, AcceptOfferRequest } from "#contracts/api/cancellation.ts";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { offerPayments } from "#contracts/billing/retention-offer.ts";
import { AppError } from "#contracts/errors.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import type { UserSubscriptionRow } from "#db/billing/find-user-subscription.ts";
import { endOf, factsOf } from "#db/billing/subscription-facts.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireUser } from "../http/current-user.ts";
import type { AppEnv } from "../http/env.ts";
import { readIdempotencyKey } from "../http/idempotency-key.ts";
import { validateJson } from "../http/json-body.ts";
import { userActor } from "../http/user-actor.ts";
import { offerErrorOf } from "./offer-error.ts";
import { requireOwnCard } from "./require-own-card.ts";
import {
  actionResponse,
  getSubscriptionInService,
  retryOnConflict,
  saveRequest,
} from "./subscription-request-steps.ts";

const BODY_MAX_BYTES = 4 * 1_024;

const { retention: messages } = BILLING_MESSAGES;

/** `POST /functions/v1/apply-retention-discount`: also takes a cancellation back. */
export function acceptRetentionOfferRoutes(deps: EdgeDeps) {
  return new Hono<AppEnv>().post(
    "/",
    ...validateJson(deps.apiLimiter, BODY_MAX_BYTES, AcceptOfferRequest),
    async (c) => {
      const currentUser = await requireUser(c, deps);
      const { subscriptionId, ...terms } = c.req.valid("json");
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
    },
  );
}

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
