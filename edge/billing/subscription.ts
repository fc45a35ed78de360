import { Hono } from "hono";
import type {
  SubscriptionDetails,
  SubscriptionDetailsResponse,
} from "#contracts/api/subscription-details.ts";
import { guaranteeEnd, guaranteeError } from "#contracts/billing/money-back-guarantee.ts";
import { cancelsImmediately } from "#contracts/billing/cancels-immediately.ts";
import { offerError } from "#contracts/billing/retention-offer.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { findSubscriptionOfUser, type UserSubscriptionRow } from "#db/billing/find-subscription.ts";
import { endOf, monthlyPenceOf } from "#db/billing/subscription.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireUser, unauthenticatedError } from "../http/current-user.ts";
import { claimGuestPurchases } from "./claim-guest-purchase.ts";
import { toUnixSeconds } from "./to-unix-seconds.ts";
import { toDiscounts } from "./wire.ts";
import type { AppEnv } from "../http/env.ts";

/** `GET /functions/v1/subscription` */
export function subscriptionDetailsRoutes(deps: EdgeDeps) {
  return new Hono<AppEnv>().get("/", async (c) => {
    const currentUser = await requireUser(c, deps);
    const at = deps.now().toISOString();
    const found = await findSubscriptionOfUser(deps.db, { ...currentUser, at });
    if (found === null) throw unauthenticatedError();
    claimGuestPurchases(c, deps, currentUser, found.unclaimed);
    const { subscription } = found;
    return c.json<SubscriptionDetailsResponse>({
      subscription: subscription === null ? null : toDetails(subscription, at),
    });
  });
}

/** @param at ISO 8601: what has ended by then is left out */
function toDetails(row: UserSubscriptionRow, at: string): SubscriptionDetails {
  const isOpen = (end: string | null) => end === null || Date.parse(end) > Date.parse(at);
  const { awaiting, scheduled } = row;
  return {
    subscription_id: row.id,
    subscription_status: row.status,
    price_id: row.priceId,
    current_period_end: toUnixSeconds(row.currentPeriodEnd),
    ends_at: toUnixSeconds(endOf(row)),
    ends_at_once: isEndingAtOnce(row, at),
    renewal_pence: row.renewalPence,
    being_applied: beingApplied(row),
    items: row.items.map(({ priceId, amountPence, quantity }) => ({
      price_id: priceId,
      amount_pence: amountPence,
      quantity,
    })),
    monthly_pence: monthlyPenceOf(row),
    discounts: toDiscounts(row.discounts.filter(({ endsAt }) => isOpen(endsAt))),
    scheduled:
      scheduled === null
        ? null
        : { price_ids: [...scheduled.priceIds], at: toUnixSeconds(scheduled.at) },
    awaiting:
      awaiting === null || !isOpen(awaiting.expiresAt)
        ? null
        : { price_ids: [...awaiting.priceIds], expires_at: toUnixSeconds(awaiting.expiresAt) },
    is_offer_open: isOfferOpen(row),
    guarantee: guaranteeOf(row, at),
  };
}

function isEndingAtOnce(row: UserSubscriptionRow, at: string): boolean {
  const { status, renewalPence, promisedEndAt: end } = row;
  if (row.pendingAction === "cancel") return end !== null && Date.parse(end) <= Date.parse(at);
  return isOpen(status) && !row.isEnding && cancelsImmediately({ status, renewalPence });
}

function beingApplied(row: UserSubscriptionRow): SubscriptionDetails["being_applied"] {
  if (!isOpen(row.status)) return [];
  const applied: SubscriptionDetails["being_applied"] = [];
  if (row.pendingAction === "cancel") applied.push("cancellation");
  if (row.pendingAction === "resume") applied.push("resumption");
  if (row.acceptedOffer?.state === "pending") applied.push("discount");
  return applied;
}

function isOfferOpen(row: UserSubscriptionRow): boolean {
  const refusal = offerError({
    status: row.status,
    isRedeemed: row.acceptedOffer !== null,
  });
  return refusal === null && row.duplicateOf === null;
}

function guaranteeOf(row: UserSubscriptionRow, at: string): SubscriptionDetails["guarantee"] {
  const refusal = guaranteeError(
    { firstPaidAt: row.firstPaidAt, isAsked: false, isUsed: row.isGuaranteeUsed },
    at,
  );
  const isSubscriptionOpen = refusal === null && isOpen(row.status) && row.duplicateOf === null;
  return {
    state: row.refundRequest ?? (isSubscriptionOpen ? "available" : "unavailable"),
    until: row.firstPaidAt === null ? null : toUnixSeconds(guaranteeEnd(row.firstPaidAt)),
  };
}
