import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import type { Submission } from "../account/use-submission.ts";
import { requestStripePage, type StripePage } from "./plan-changes.ts";

/** Goes to a page of Stripe. Its address is asked for when the button is pressed, because it expires. */
export function openStripePage(submission: Submission, page: StripePage): Promise<void> {
  return submission.run(async () => {
    window.location.assign(await requestStripePage(page));
    return null;
  }, DASHBOARD_MESSAGES.pageFailed);
}
