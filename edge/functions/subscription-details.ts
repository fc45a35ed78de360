import { Hono } from "hono";
import type {
  SubscriptionDetails,
  SubscriptionDetailsAnswer,
} from "#contracts/api/subscription-details.ts";
import { guaranteeEnd, guaranteeRefusal } from "#contracts/billing/guarantee.ts";
import { endsAtOnce } from "#contracts/billing/ends-at-once.ts";
import { offerRefusal } from "#contracts/billing/retention.ts";
import { isLiving } from "#contracts/billing/statuses.ts";
import { type KeptDetails, readOwnDetails } from "#db/billing/read-details.ts";
import { type CallerDeps, requireAccount, signInFirst } from "../auth/account-caller.ts";
import { claimLater, type ClaimLaterDeps } from "../billing/claim-later.ts";
import { seconds } from "../billing/seconds.ts";
import { toDiscounts } from "../billing/to-discounts.ts";
import type { AppEnv } from "../http/env.ts";

export type SubscriptionDetailsDeps = CallerDeps & ClaimLaterDeps;

/** `GET /functions/v1/subscription`: all that the dashboard shows of the caller's subscription beyond its row. */
export function subscriptionDetailsRoutes(deps: SubscriptionDetailsDeps) {
  return new Hono<AppEnv>().get("/", async (c) => {
    const caller = await requireAccount(c, deps);
    const at = deps.now().toISOString();
    const own = await readOwnDetails(deps.db, { ...caller, at });
    if (own === null) throw signInFirst();
    claimLater(c, deps, caller, own.unclaimed);
    const [kept] = own.rows;
    return c.json<SubscriptionDetailsAnswer>({
      subscription: kept === undefined ? null : toDetails(kept, at),
    });
  });
}

/** @param at the moment, ISO 8601: what was over by then is left out */
function toDetails(kept: KeptDetails, at: string): SubscriptionDetails {
  const isOpen = (end: string | null) => end === null || Date.parse(end) > Date.parse(at);
  const { awaiting, scheduled } = kept;
  return {
    subscription_id: kept.subscription_id,
    subscription_status: kept.subscription_status,
    price_id: kept.price_id,
    current_period_end: seconds(kept.current_period_end),
    ends_at: seconds(endOf(kept)),
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
      scheduled === null ? null : { price_ids: scheduled.priceIds, at: seconds(scheduled.at) },
    awaiting:
      awaiting === null || !isOpen(awaiting.expiresAt)
        ? null
        : { price_ids: awaiting.priceIds, expires_at: seconds(awaiting.expiresAt) },
    is_offer_open: isOfferOpen(kept),
    guarantee: guaranteeOf(kept, at),
  };
}

function endOf(kept: KeptDetails): string | null {
  if (!isLiving(kept.subscription_status)) return kept.ended_at;
  if (!kept.is_ending) return null;
  return kept.told_end ?? kept.cancel_at ?? kept.current_period_end;
}

function isEndingAtOnce(kept: KeptDetails, at: string): boolean {
  const { subscription_status: status, renewal_pence: renewalPence, told_end: end } = kept;
  if (kept.pending_end === "end") return end !== null && Date.parse(end) <= Date.parse(at);
  return isLiving(status) && !kept.is_ending && endsAtOnce({ status, renewalPence });
}

function beingApplied(kept: KeptDetails): SubscriptionDetails["being_applied"] {
  if (!isLiving(kept.subscription_status)) return [];
  const applied: SubscriptionDetails["being_applied"] = [];
  if (kept.pending_end === "end") applied.push("cancellation");
  if (kept.pending_end === "stay") applied.push("resumption");
  if (kept.redemption === "pending") applied.push("discount");
  return applied;
}

function isOfferOpen(kept: KeptDetails): boolean {
  const refusal = offerRefusal({
    status: kept.subscription_status,
    isRedeemed: kept.redemption !== null && kept.redemption !== "refused",
  });
  return refusal === null && !kept.is_duplicate;
}

function guaranteeOf(kept: KeptDetails, at: string): SubscriptionDetails["guarantee"] {
  const refusal = guaranteeRefusal(
    { firstPaidAt: kept.first_paid_at, isAsked: false, isUsed: kept.is_guarantee_used },
    at,
  );
  const isOpen = refusal === null && isLiving(kept.subscription_status) && !kept.is_duplicate;
  return {
    state: kept.refund_request ?? (isOpen ? "available" : "unavailable"),
    until: kept.first_paid_at === null ? null : seconds(guaranteeEnd(kept.first_paid_at)),
  };
}
