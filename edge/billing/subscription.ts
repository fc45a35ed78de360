import { Hono } from "hono";
import type {
  SubscriptionDetails,
  SubscriptionDetailsResponse,
} from "#contracts/api/subscription-details.ts";
import { guaranteeEnd, guaranteeError } from "#contracts/billing/money-back-guarantee.ts";
import { cancelsImmediately } from "#contracts/billing/cancels-immediately.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import type { UserSubscriptionRow } from "#db/billing/find-subscription.ts";
import { endOf, monthlyPenceOf } from "#db/billing/subscription.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireUser } from "../http/current-user.ts";
import { claimGuestPurchases } from "./claim-purchase.ts";
import { findUserSubscription } from "./find-user-subscription.ts";
import { offerErrorOf } from "./retention-offer.ts";
import { toUnixSeconds } from "./to-unix-seconds.ts";
import { toDiscounts } from "./wire.ts";
import type { AppEnv } from "../http/env.ts";

/** `GET /functions/v1/subscription` */
export function subscriptionDetailsRoutes(deps: EdgeDeps) {
  return new Hono<AppEnv>().get("/", async (c) => {
    const currentUser = await requireUser(c, deps);
    const { subscription, unclaimed, at } = await findUserSubscription(deps, currentUser);
    claimGuestPurchases(c, deps, currentUser, unclaimed);
    return c.json<SubscriptionDetailsResponse>({
      subscription: subscription === null ? null : toDetails(subscription, at),
    });
  });
}

/** @param at ISO 8601; leaves out discounts and pending updates that have ended by then */
function toDetails(row: UserSubscriptionRow, at: string): SubscriptionDetails {
  const isCurrent = (end: string | null) => end === null || Date.parse(end) > Date.parse(at);
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
    discounts: toDiscounts(row.discounts.filter(({ endsAt }) => isCurrent(endsAt))),
    scheduled:
      scheduled === null
        ? null
        : { price_ids: [...scheduled.priceIds], at: toUnixSeconds(scheduled.at) },
    awaiting:
      awaiting === null || !isCurrent(awaiting.expiresAt)
        ? null
        : { price_ids: [...awaiting.priceIds], expires_at: toUnixSeconds(awaiting.expiresAt) },
    is_offer_open: offerErrorOf(row) === null && row.duplicateOf === null,
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
  const pending: SubscriptionDetails["being_applied"] = [];
  if (row.pendingAction === "cancel") pending.push("cancellation");
  if (row.pendingAction === "resume") pending.push("resumption");
  if (row.acceptedOffer?.state === "pending") pending.push("discount");
  return pending;
}

function guaranteeOf(row: UserSubscriptionRow, at: string): SubscriptionDetails["guarantee"] {
  const error = guaranteeError(
    { firstPaidAt: row.firstPaidAt, isAsked: false, isUsed: row.isGuaranteeUsed },
    at,
  );
  const isAvailable = error === null && isOpen(row.status) && row.duplicateOf === null;
  return {
    state: row.refundRequest ?? (isAvailable ? "available" : "unavailable"),
    until: row.firstPaidAt === null ? null : toUnixSeconds(guaranteeEnd(row.firstPaidAt)),
  };
}
