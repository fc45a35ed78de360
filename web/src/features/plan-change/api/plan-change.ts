import type {
  PlanChangePreview,
  PlanChangePreviewRequest,
  PlanChangeResponse,
} from "#contracts/api/plan-change.ts";
import type { CatalogueItem } from "#contracts/catalogue.ts";
import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import { CallError } from "../../../lib/call-error.ts";
import { readSiteConfig } from "../../../lib/site-config.ts";
import { paths } from "../../../paths.ts";
import { callApi } from "../../session/call-api.ts";
import { readPageUrl } from "../../subscription/api/stripe-page.ts";
import type { Direction } from "../plan-change-target.ts";

/** @throws {CallError}; another error when the answer breaks the contract */
export async function fetchPlanChangePreview(
  selection: PlanChangePreviewRequest,
): Promise<PlanChangePreview> {
  const [response, contract] = await Promise.all([
    callApi("POST", "plan-change/preview", selection),
    import("#contracts/api/plan-change.ts"),
  ]);
  return contract.PlanChangePreview.parse(await response.json());
}

/** @throws {CallError} with `amount_changed` when the amount has changed */
export async function confirmPlanChange(
  selection: PlanChangePreviewRequest,
  shown: Pick<PlanChangePreview, "proration_date" | "due_today_pence">,
): Promise<PlanChangeResponse> {
  const [response, contract] = await Promise.all([
    callApi("POST", "plan-change", {
      ...selection,
      prorationDate: shown.proration_date,
      dueTodayPence: shown.due_today_pence,
    }),
    import("#contracts/api/plan-change.ts"),
  ]);
  return contract.PlanChangeResponse.parse(await response.json());
}

export async function withdrawScheduledChange(subscriptionId: string): Promise<void> {
  await callApi("POST", "plan-change/withdraw", { subscriptionId });
}

const NO_URL = {
  upgrade: DASHBOARD_MESSAGES.noUpgradeUrl,
  downgrade: DASHBOARD_MESSAGES.noDowngradeUrl,
} as const;

/** @throws {CallError} also when the answer has no address */
export async function fetchPlanChangeUrl(
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
  const url = await readPageUrl(response);
  if (url === null) throw new CallError(response.status, null, NO_URL[direction]);
  return url;
}
