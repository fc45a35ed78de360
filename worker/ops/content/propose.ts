import type { Context } from "hono";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { isId } from "#contracts/ids.ts";
import { isUuid } from "#contracts/uuid.ts";
import type { Db } from "#db/client.ts";
import { ownerFactsOf } from "#db/content/post-owner.ts";
import { type ContentCustomer, findContentCustomer } from "#db/ops/find-customers.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { errorPage } from "../layout/error-page.tsx";
import { newOpsEvent } from "../new-ops-event.ts";

/** @param key as in the path: id of a user or of a free-trial enquiry */
export async function findCustomerOfPath(db: Db, key: string): Promise<ContentCustomer | null> {
  return isUuid(key) || isId("submission", key) ? findContentCustomer(db, key) : null;
}

export const customerNotFound = (c: Context<OpsEnv>) =>
  errorPage(c, 404, "Customer not found", "Only accounts and free trials can be sent posts.");

export const NO_SUBSCRIPTION = "Nothing was proposed: this customer has no open subscription.";

export const mayBeProposedTo = ({ subscription, enquiryId }: ContentCustomer) =>
  subscription !== null || enquiryId !== null;

export function newProposal(
  c: Context<OpsEnv>,
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
