import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import { fieldsOf } from "../../../lib/json.ts";
import { readSiteConfig } from "../../../lib/site-config.ts";
import type { Action } from "../../../lib/use-action.ts";
import { apiErrors } from "../../session/api-errors.ts";
import { callApi } from "../../session/call-api.ts";

/** `card` opens a page of Stripe's portal, the other the page of a subscription's open invoice. */
type StripePage = "card" | { invoiceOf: string | null };

/** Requests the address when the button is pressed, because it expires. */
export function openStripePage(action: Pick<Action, "run">, page: StripePage): Promise<void> {
  return action.run(async () => {
    const url = await readPageUrl(await requestPage(page));
    if (url === null) throw new Error(DASHBOARD_MESSAGES.pageFailed);
    window.location.assign(url);
    return null;
  }, apiErrors(DASHBOARD_MESSAGES.pageFailed));
}

function requestPage(page: StripePage): Promise<Response> {
  if (page !== "card") return callApi("POST", openInvoicePath(page.invoiceOf));
  return callApi("POST", "billing-portal", {
    returnUrl: `${readSiteConfig().siteUrl}${window.location.pathname}`,
    flow: "payment_method_update",
  });
}

/** @param subscriptionId null for what the user has to pay first */
export function openInvoicePath(
  subscriptionId: string | null,
): "open-invoice" | `open-invoice?${string}` {
  return subscriptionId === null
    ? "open-invoice"
    : `open-invoice?subscription=${encodeURIComponent(subscriptionId)}`;
}

/** Null when the answer names no page. */
export async function readPageUrl(response: Response): Promise<string | null> {
  const { url } = fieldsOf(await response.json().catch(() => null));
  return typeof url === "string" && /^https?:\/\//.test(url) ? url : null;
}
