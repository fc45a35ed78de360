import type { Context } from "hono";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { isId } from "#contracts/ids.ts";
import { isUuid } from "#contracts/uuid.ts";
import type { Db } from "#db/client.ts";
import { customerKeyOf, ownerFactsOf } from "#db/content/post-owner.ts";
import { type ContentCustomer, findContentCustomer } from "#db/ops/find-customers.ts";
import { type ProposedPost, proposePosts } from "#db/ops/propose-posts.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { errorPage } from "../layout/error-page.tsx";
import { withFlash } from "../layout/flash-message.tsx";
import { newOpsEvent } from "../new-ops-event.ts";
import { paths } from "../paths.ts";
import { signedInOf } from "../session/require-operator.ts";

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

/** Proposes all posts, or none. */
export async function propose(
  c: Context<OpsEnv>,
  deps: OpsDeps,
  customer: ContentCustomer,
  posts: readonly ProposedPost[],
): Promise<Response> {
  const by = signedInOf(c).session.name;
  const event = newProposal(
    c,
    deps,
    customer,
    posts.map(({ id }) => ({ postId: id, version: 1 })),
  );
  const newBusinessId = deps.makeId("business");
  const count = await proposePosts(deps.db, { newBusinessId, posts, by, event });
  deps.log.info({ requestId: c.get("requestId"), count }, "ops_posts_proposed");
  return c.redirect(withFlash(paths.customerContent(customerKeyOf(customer)), "proposed"), 303);
}
