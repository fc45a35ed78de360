import { dayLabel } from "#contracts/content/planned-label.ts";
import { londonTime } from "#contracts/due-times.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { isId } from "#contracts/ids.ts";
import { isUuid } from "#contracts/uuid.ts";
import type { Db } from "#db/client.ts";
import { customerKeyOf, ownerFactsOf } from "#db/content/post-owner.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import { type ChangeOutcome, publishPost } from "#db/ops/change-post.ts";
import { findContentCustomer, type ContentCustomer } from "#db/ops/find-customers.ts";
import type { OpsContext, OpsDeps } from "../env.ts";
import { errorPage } from "../layout/error-page.tsx";
import { newOpsEvent } from "../new-ops-event.ts";
import { signedInOf } from "../session/require-operator.ts";
import { readUrls } from "./read-post.ts";

export type NotPublished = {
  error: string;
  /** The day of the post is still to come: the field `early` says that it is live all the same. */
  isEarly: boolean;
};

/** Records the live addresses that a form has for one post. */
export async function publish(
  c: OpsContext,
  deps: OpsDeps,
  { post, version, form }: { post: PostRow; version: number | null; form: URLSearchParams },
): Promise<{ outcome: ChangeOutcome } | NotPublished> {
  const refuse = (error: string, isEarly = false) => ({ error, isEarly });
  const urls = readUrls(form, post.platforms);
  if (typeof urls === "string") return refuse(urls);
  if (version === null) return { outcome: "outdated" };
  const isFirst = post.publications.length === 0;
  const isEarly = post.plannedOn > londonTime(deps.now().getTime()).day;
  if (isFirst && isEarly && form.get("early") !== "yes") {
    return refuse(`Planned for ${dayLabel(post.plannedOn)}: already live?`, true);
  }
  const customer = await findContentCustomer(deps.db, customerKeyOf(post));
  const restLeftOut = form.get("rest") === "left_out";
  const event = newOpsEvent(c, deps, "PostPublished", {
    ...ownerFactsOf(post),
    postId: post.id,
    version,
    subscriptionId: customer?.subscription?.id ?? null,
    isComplete: restLeftOut,
  });
  const by = signedInOf(c).session.name;
  const outcome = await publishPost(deps.db, { urls, restLeftOut, by, event });
  return outcome === "address_used"
    ? refuse("One of these addresses is that of another post already.")
    : { outcome };
}

/** @param key as in the path: id of a user or of a free-trial enquiry */
export async function findCustomerOfPath(db: Db, key: string): Promise<ContentCustomer | null> {
  return isUuid(key) || isId("submission", key) ? findContentCustomer(db, key) : null;
}

export const customerNotFound = (c: OpsContext) =>
  errorPage(c, 404, "Customer not found", "Only accounts and free trials can be sent posts.");

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
