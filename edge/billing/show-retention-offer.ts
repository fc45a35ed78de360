import { Hono } from "hono";
import { type RetentionOfferResponse, RetentionOfferRequest } from "#contracts/api/cancellation.ts";
import { offerPrices } from "#contracts/billing/retention-offer.ts";
import { PLANS } from "#contracts/catalogue.ts";
import { recordOfferShown } from "#db/billing/record-offer-shown.ts";
import { endOf, monthlyPenceOf } from "#db/billing/subscription.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireUser } from "../http/current-user.ts";
import type { AppEnv } from "../http/env.ts";
import { validateJson } from "../http/json-body.ts";
import { findUserSubscription } from "./find-user-subscription.ts";
import { nextPaymentPence, offerErrorOf } from "./retention-offer.ts";
import { BODY_MAX_BYTES, canCancel, retryOnConflict } from "./subscription-request.ts";
import { toUnixSeconds } from "./to-unix-seconds.ts";

/** `POST /functions/v1/retention-offer` */
export function retentionOfferRoutes(deps: EdgeDeps) {
  return new Hono<AppEnv>().post(
    "/",
    ...validateJson(deps.checkoutLimiter, BODY_MAX_BYTES, RetentionOfferRequest),
    async (c) => {
      const currentUser = await requireUser(c, deps);
      const { reason = null } = c.req.valid("json");
      const response = await retryOnConflict(async (): Promise<RetentionOfferResponse | null> => {
        const { subscription, at } = await findUserSubscription(deps, currentUser);
        if (subscription === null || !canCancel(subscription)) return NO_OFFER;
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
            monthlyPence: monthlyPenceOf(subscription),
            at,
          });
          if (!isRecorded) return null;
        }
        return {
          subscription_id: subscription.id,
          price_id: subscription.priceId,
          why_not: error,
          ...pricesOf(nextPaymentPence(subscription)),
          ends_at: toUnixSeconds(endOf(subscription)),
          renewal_pence: subscription.renewalPence,
        };
      });
      return c.json<RetentionOfferResponse>(response);
    },
  );
}

function pricesOf(pricePence: number) {
  const { regularPence, discountedPence, savingPence } = offerPrices(pricePence);
  return {
    regular_pence: regularPence,
    discounted_pence: discountedPence,
    saving_pence: savingPence,
  };
}

/** Shows the prices of the first plan. Source: the product specification, business constants. */
const NO_OFFER: RetentionOfferResponse = {
  subscription_id: null,
  price_id: null,
  why_not: "not_active",
  ...pricesOf(PLANS[0].pricePence),
  ends_at: null,
  renewal_pence: null,
};
