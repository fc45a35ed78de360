import type { EventOf } from "#contracts/events/catalogue.ts";
import { ownerFactsOf } from "#db/content/post-owner.ts";
import type { ContentCustomer } from "#db/ops/find-customers.ts";
import type { OpsContext, OpsDeps } from "../env.ts";
import { newOpsEvent } from "../new-ops-event.ts";

export const NO_SUBSCRIPTION = "Nothing was proposed: this customer has no open subscription.";

export const mayBeProposedTo = ({ subscription, enquiryId }: ContentCustomer) =>
  subscription !== null || enquiryId !== null;

export function newProposal(
  c: OpsContext,
  deps: Pick<OpsDeps, "makeId" | "now">,
  customer: ContentCustomer,
  posts: EventOf<"PostProposed">["data"]["posts"],
): EventOf<"PostProposed"> {
  return newOpsEvent(c, deps, "PostProposed", {
    ...ownerFactsOf(customer),
    subscriptionId: customer.subscription?.id ?? null,
    posts,
  });
}
