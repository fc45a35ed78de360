import { fieldsOf } from "../../../lib/json.ts";
import { readSiteConfig } from "../../../lib/site-config.ts";
import { callApi } from "../../session/call-api.ts";

/** `card` is a page of Stripe's portal, the other the page of a subscription's open invoice. */
export type StripePage = "card" | { invoiceOf: string | null };

/** @throws {CallError} */
export function requestStripePage(page: StripePage): Promise<Response> {
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
