import { nextPlanDown, nextPlanUp, planOf } from "#contracts/billing/plans.ts";
import type { CatalogueItem } from "#contracts/catalogue.ts";
import { CHANGE_MESSAGES } from "#contracts/messages/plan-change.ts";
import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import { fieldsOf } from "../../lib/json.ts";
import { readSiteConfig } from "../../lib/site-config.ts";
import { paths } from "../../paths.ts";
import { CallError } from "../../lib/call-error.ts";
import { callApi } from "../session/call-function.ts";
import { isRunning, isPaymentDue, type SubscriptionStatusView } from "./subscription-status.ts";

export type Direction = "upgrade" | "downgrade";

export type PlanChangeTarget =
  | { readonly to: CatalogueItem; readonly why: null }
  | { readonly to: null; readonly why: string };

export type StripePage = "card" | "invoices" | "payment";

const NEXT = { upgrade: nextPlanUp, downgrade: nextPlanDown } as const;
const AT_THE_END = {
  upgrade: DASHBOARD_MESSAGES.highestPlan,
  downgrade: DASHBOARD_MESSAGES.lowestPlan,
} as const;
const NO_URL = {
  upgrade: DASHBOARD_MESSAGES.noUpgradeUrl,
  downgrade: DASHBOARD_MESSAGES.noDowngradeUrl,
} as const;

export function planChangeTarget(
  statusView: SubscriptionStatusView,
  direction: Direction,
): PlanChangeTarget {
  if (isPaymentDue(statusView)) return { to: null, why: DASHBOARD_MESSAGES.payFirst };
  if (!isRunning(statusView)) return { to: null, why: DASHBOARD_MESSAGES.noSubscription };
  if (statusView.isEnding) return { to: null, why: CHANGE_MESSAGES.ending };
  if (statusView.hasPendingUpdate) return { to: null, why: CHANGE_MESSAGES.awaiting };
  const plan = planOf(statusView.priceId);
  if (plan === null) return { to: null, why: DASHBOARD_MESSAGES.unknownPlan };
  const to = NEXT[direction](plan);
  return to === null ? { to, why: AT_THE_END[direction] } : { to, why: null };
}

/**
 * Asks for the page on which the plan is changed.
 *
 * @returns its address
 * @throws {CallError} also when the answer names no page; else what `callApi` throws
 */
export async function requestPlanChange(
  { priceId }: CatalogueItem,
  direction: Direction,
): Promise<string> {
  const { siteUrl } = readSiteConfig();
  const response = await callApi("POST", "stripe-checkout", {
    priceId,
    mode: "subscription",
    successUrl: `${siteUrl}${paths.checkoutSuccess}?${direction}=true&session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${siteUrl}${paths.dashboard}`,
  });
  const url = await readUrl(response);
  if (url === null) throw new CallError(response.status, null, NO_URL[direction]);
  return url;
}

/**
 * Asks for a page of Stripe: the one for a new card, the portal's home with the invoices, or the one that takes the payment
 * that the subscription waits for.
 *
 * @returns its address
 * @throws what `callApi` throws; an error when the answer names no page
 */
export async function requestStripePage(page: StripePage): Promise<string> {
  const url = await readUrl(await askForPage(page));
  if (url === null) throw new Error(DASHBOARD_MESSAGES.pageFailed);
  return url;
}

function askForPage(page: StripePage): Promise<Response> {
  if (page === "payment") return callApi("POST", "open-invoice");
  return callApi("POST", "billing-portal", {
    returnUrl: `${readSiteConfig().siteUrl}${paths.dashboard}`,
    ...(page === "card" && { flow: "payment_method_update" }),
  });
}

async function readUrl(response: Response): Promise<string | null> {
  const { url } = fieldsOf(await response.json().catch(() => null));
  return typeof url === "string" && /^https?:\/\//.test(url) ? url : null;
}
