import { dayLabel } from "#contracts/content/planned-label.ts";
import { londonTime } from "#contracts/due-times.ts";
import { customerKeyOf, ownerFactsOf } from "#db/content/post-owner.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import { type ChangeOutcome, publishPost } from "#db/ops/change-post.ts";
import { findContentCustomer } from "#db/ops/find-customers.ts";
import { type OpsContext, type OpsDeps, signedInOf } from "../env.ts";
import { newOpsEvent } from "../new-ops-event.ts";
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
