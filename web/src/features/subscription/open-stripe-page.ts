import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import type { Action } from "../../lib/use-action.ts";
import { apiErrors } from "../session/api-errors.ts";
import { readPageUrl, requestStripePage, type StripePage } from "./api/stripe-page.ts";

/** Requests the address when the button is pressed, because it expires. */
export function openStripePage(action: Pick<Action, "run">, page: StripePage): Promise<void> {
  return action.run(apiErrors(DASHBOARD_MESSAGES.pageFailed), async () => {
    const url = await readPageUrl(await requestStripePage(page));
    if (url === null) throw new Error(DASHBOARD_MESSAGES.pageFailed);
    window.location.assign(url);
    return null;
  });
}
