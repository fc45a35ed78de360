import { nextPlanDown, nextPlanUp, planOf } from "#contracts/billing/plans.ts";
import type { CatalogueItem } from "#contracts/catalogue.ts";
import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import { HAND_CHANGE_TEXTS } from "#contracts/messages/payments.ts";
import { PLAN_CHANGE_MESSAGES } from "#contracts/messages/plan-change.ts";
import {
  hasPaymentDue,
  isRunning,
  type SubscriptionStatusView,
} from "../subscription/subscription-status.ts";

export type Direction = "upgrade" | "downgrade";

type PlanChangeTarget =
  | { readonly to: CatalogueItem; readonly why: null }
  | { readonly to: null; readonly why: string };

const NEXT = { upgrade: nextPlanUp, downgrade: nextPlanDown } as const;
const AT_THE_END = {
  upgrade: DASHBOARD_MESSAGES.highestPlan,
  downgrade: DASHBOARD_MESSAGES.lowestPlan,
} as const;

export function planChangeTarget(
  statusView: SubscriptionStatusView,
  direction: Direction,
): PlanChangeTarget {
  if (hasPaymentDue(statusView)) return { to: null, why: DASHBOARD_MESSAGES.payFirst };
  if (!isRunning(statusView)) return { to: null, why: DASHBOARD_MESSAGES.noSubscription };
  if (statusView.isEnding) return { to: null, why: PLAN_CHANGE_MESSAGES.ending };
  if (statusView.handChange !== null) {
    return { to: null, why: HAND_CHANGE_TEXTS[statusView.handChange] };
  }
  if (statusView.needsCard) return { to: null, why: DASHBOARD_MESSAGES.cardFirst };
  if (statusView.hasPendingUpdate) return { to: null, why: PLAN_CHANGE_MESSAGES.awaiting };
  const plan = planOf(statusView.priceId);
  if (plan === null) return { to: null, why: DASHBOARD_MESSAGES.unknownPlan };
  const to = NEXT[direction](plan);
  return to === null ? { to, why: AT_THE_END[direction] } : { to, why: null };
}
