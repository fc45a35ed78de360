import { Hono } from "hono";
import type {
  SubscriptionDetails,
  SubscriptionDetailsResponse,
} from "#contracts/api/subscription-details.ts";
import { guaranteeEnd, guaranteeError } from "#contracts/billing/money-back-guarantee.ts";
import { cancelsImmediately } from "#contracts/billing/cancels-immediately.ts";
import { offerError } from "#contracts/billing/retention-offer.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import {
  type SubscriptionDetailsRow,
  findSubscriptionDetails,
} from "#db/billing/find-subscription-details.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireUser, unauthenticatedError } from "../http/current-user.ts";
import { claimGuestPurchases } from "./claim-guest-purchase.ts";
import { toUnixSeconds } from "./seconds.ts";
import { toDiscounts } from "./to-discounts.ts";
import type { AppEnv } from "../http/env.ts";

/** `GET /functions/v1/subscription` */
export function subscriptionDetailsRoutes(deps: EdgeDeps) {
  return new Hono<AppEnv>().get("/", async (c) => {
    const currentUser = await requireUser(c, deps);
    const at = deps.now().toISOString();
    const own = await findSubscriptionDetails(deps.db, { ...currentUser, at });
    if (own === null) throw unauthenticatedError();
    claimGuestPurchases(c, deps, currentUser, own.unclaimed);
    const [kept] = own.rows;
    return c.json<SubscriptionDetailsResponse>({
      subscription: kept === undefined ? null : toDetails(kept, at),
    });
  });
}

/** @param at ISO 8601: what has ended by then is left out */
function toDetails(kept: SubscriptionDetailsRow, at: string): SubscriptionDetails {
  const isOpen = (end: string | null) => end === null || Date.parse(end) > Date.parse(at);
  const { awaiting, scheduled } = kept;
  return {
    subscription_id: kept.subscription_id,
    subscription_status: kept.subscription_status,
    price_id: kept.price_id,
    current_period_end: toUnixSeconds(kept.current_period_end),
    ends_at: toUnixSeconds(endOf(kept)),
    ends_at_once: isEndingAtOnce(kept, at),
    renewal_pence: kept.renewal_pence,
    being_applied: beingApplied(kept),
    items: kept.items,
    monthly_pence: kept.items.reduce(
      (sum, { amount_pence: pence, quantity }) => sum + pence * quantity,
      0,
    ),
    discounts: toDiscounts(kept.discounts.filter(({ endsAt }) => isOpen(endsAt))),
    scheduled:
      scheduled === null
        ? null
        : { price_ids: scheduled.priceIds, at: toUnixSeconds(scheduled.at) },
    awaiting:
      awaiting === null || !isOpen(awaiting.expiresAt)
        ? null
        : { price_ids: awaiting.priceIds, expires_at: toUnixSeconds(awaiting.expiresAt) },
    is_offer_open: isOfferOpen(kept),
    guarantee: guaranteeOf(kept, at),
  };
}

function endOf(kept: SubscriptionDetailsRow): string | null {
  if (!isOpen(kept.subscription_status)) return kept.ended_at;
  if (!kept.is_ending) return null;
  return kept.promised_end_at ?? kept.cancel_at ?? kept.current_period_end;
}

function isEndingAtOnce(kept: SubscriptionDetailsRow, at: string): boolean {
  const { subscription_status: status, renewal_pence: renewalPence, promised_end_at: end } = kept;
  if (kept.pending_action === "cancel") return end !== null && Date.parse(end) <= Date.parse(at);
  return isOpen(status) && !kept.is_ending && cancelsImmediately({ status, renewalPence });
}

function beingApplied(kept: SubscriptionDetailsRow): SubscriptionDetails["being_applied"] {
  if (!isOpen(kept.subscription_status)) return [];
  const applied: SubscriptionDetails["being_applied"] = [];
  if (kept.pending_action === "cancel") applied.push("cancellation");
  if (kept.pending_action === "resume") applied.push("resumption");
  if (kept.accepted_offer === "pending") applied.push("discount");
  return applied;
}

function isOfferOpen(kept: SubscriptionDetailsRow): boolean {
  const refusal = offerError({
    status: kept.subscription_status,
    isRedeemed: kept.accepted_offer !== null,
  });
  return refusal === null && !kept.is_duplicate;
}

function guaranteeOf(kept: SubscriptionDetailsRow, at: string): SubscriptionDetails["guarantee"] {
  const refusal = guaranteeError(
    { firstPaidAt: kept.first_paid_at, isAsked: false, isUsed: kept.is_guarantee_used },
    at,
  );
  const isSubscriptionOpen =
    refusal === null && isOpen(kept.subscription_status) && !kept.is_duplicate;
  return {
    state: kept.refund_request ?? (isSubscriptionOpen ? "available" : "unavailable"),
    until: kept.first_paid_at === null ? null : toUnixSeconds(guaranteeEnd(kept.first_paid_at)),
  };
}
