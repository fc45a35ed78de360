import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import type { Action } from "../../lib/use-action.ts";
import { requestStripePage, type StripePage } from "./plan-changes.ts";
import { apiErrors } from "../session/api-errors.ts";

/** Goes to a page of Stripe. Its address is asked for when the button is pressed, because it expires. */
export function openStripePage(action: Action, page: StripePage): Promise<void> {
  return action.run(async () => {
    window.location.assign(await requestStripePage(page));
    return null;
  }, apiErrors(DASHBOARD_MESSAGES.pageFailed));
}
