import { Hono } from "hono";
import { type RetentionOfferResponse, RetentionOfferRequest } from "#contracts/api/cancellation.ts";
import { isInService } from "#contracts/billing/subscription-status.ts";
import { monthlyPence } from "#contracts/billing/upcoming-payments.ts";
import { recordOfferShown } from "#db/billing/record-offer-shown.ts";
import { endOf } from "#db/billing/subscription-facts.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireUser } from "../http/current-user.ts";
import type { AppEnv } from "../http/env.ts";
import { validateJson } from "../http/json-body.ts";
import { findOwnSubscription } from "./find-own-subscription.ts";
import { offerErrorOf } from "./offer-error.ts";
import { retryOnConflict } from "./subscription-request-steps.ts";
import { toUnixSeconds } from "./to-unix-seconds.ts";
import { toOfferPayments } from "./wire.ts";

const BODY_MAX_BYTES = 4 * 1_024;

/** `POST /functions/v1/retention-offer` */
export function showRetentionOfferRoutes(deps: EdgeDeps) {
  return new Hono<AppEnv>().post(
    "/",
    ...validateJson(deps.apiLimiter, BODY_MAX_BYTES, RetentionOfferRequest),
    async (c) => {
      const currentUser = await requireUser(c, deps);
      const { reason = null } = c.req.valid("json");
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
    },
  );
}

const NO_OFFER: RetentionOfferResponse = {
  subscription_id: null,
  price_id: null,
  why_not: "not_active",
  payments: [],
  ends_at: null,
  renewal_pence: null,
  currency: null,
};
