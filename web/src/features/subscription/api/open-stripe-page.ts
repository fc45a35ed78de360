import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import { fieldsOf } from "../../../lib/json.ts";
import { readSiteConfig } from "../../../lib/site-config.ts";
import type { Action } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { apiErrors } from "../../session/api-errors.ts";
import { callApi } from "../../session/call-api.ts";

/** `invoices` is the portal's home, `payment` the page of the open invoice. */
type StripePage = "card" | "invoices" | "payment";

/** Requests the address when the button is pressed, because it expires. */
export function openStripePage(action: Action, page: StripePage): Promise<void> {
  return action.run(async () => {
    const url = await readPageUrl(await requestPage(page));
    if (url === null) throw new Error(DASHBOARD_MESSAGES.pageFailed);
    window.location.assign(url);
    return null;
  }, apiErrors(DASHBOARD_MESSAGES.pageFailed));
}

function requestPage(page: StripePage): Promise<Response> {
  if (page === "payment") return callApi("POST", "open-invoice");
  return callApi("POST", "billing-portal", {
    returnUrl: `${readSiteConfig().siteUrl}${paths.dashboard}`,
    ...(page === "card" && { flow: "payment_method_update" }),
  });
}

/** Null when the answer names no page. */
export async function readPageUrl(response: Response): Promise<string | null> {
  const { url } = fieldsOf(await response.json().catch(() => null));
  return typeof url === "string" && /^https?:\/\//.test(url) ? url : null;
}
