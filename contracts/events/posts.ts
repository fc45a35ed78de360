import * as z from "zod";
import { stripeId } from "../billing/stripe-id.ts";
import { PLATFORM_KEYS } from "../content/brief-answers.ts";
import { DECISION_WAYS } from "../content/posts.ts";
import { REMINDER_KINDS } from "../content/reminders.ts";
import { idPattern } from "../ids.ts";
import { SHA256_HEX } from "../text.ts";
import { eventSchema } from "./envelope.ts";

const postId = z.string().regex(idPattern("post"));
const version = z.int().min(1);
/** The owner is a user or, with a null `userId`, a free-trial enquiry. */
const owner = {
  userId: z.nullable(z.uuid()),
  enquiryId: z.optional(z.string().regex(idPattern("submission"))),
};

const proposed = {
  ...owner,
  /** Null for a free trial. */
  subscriptionId: z.nullable(stripeId("subscription")),
  posts: z.array(z.strictObject({ postId, version })).min(1),
};

/** An operator proposes new posts, or a new version of one. */
export const PostProposed = z.discriminatedUnion("version", [
  eventSchema("PostProposed", { ...proposed, isTrialComplete: z.optional(z.boolean()) }, 2),
  eventSchema("PostProposed", proposed).transform((event) => ({
    ...event,
    version: 2 as const,
    // When version 1 was written, any proposal kept the promise.
    data: { ...event.data, isTrialComplete: event.data.enquiryId !== undefined },
  })),
]);

const Post = z.strictObject({ ...owner, postId, version });
export type PostFacts = z.infer<typeof Post>;

/** The hash names the text that was approved, also after the text is deleted. */
const Decided = Post.extend({
  contentHash: z.string().regex(SHA256_HEX),
  /** Null when the owner decided. */
  approverId: z.nullable(z.string().regex(idPattern("approver"))),
  via: z.enum(DECISION_WAYS),
});
export type DecidedPostFacts = z.infer<typeof Decided>;

export const PostApproved = eventSchema("PostApproved", Decided.shape);

export const PostChangesRequested = eventSchema("PostChangesRequested", Decided.shape);

/** The owner makes an approved post wait again. */
export const PostApprovalUndone = eventSchema("PostApprovalUndone", Decided.shape);

const link = { ...owner, linkId: z.string().regex(idPattern("approvalLink")) };

/** Asks the owner or an approver for decisions, by the link of an email. */
export const ApprovalRequested = eventSchema("ApprovalRequested", link);

/** The reader of an email asks for a new approval link, because theirs has stopped accepting decisions. */
export const FreshApprovalLinkRequested = eventSchema("FreshApprovalLinkRequested", link);

const published = { ...Post.shape, subscriptionId: z.nullable(stripeId("subscription")) };

/** An operator recorded live addresses. */
export const PostPublished = z.discriminatedUnion("version", [
  eventSchema(
    "PostPublished",
    {
      ...published,
      /** On every platform the post is live or left out. */
      isComplete: z.boolean(),
    },
    2,
  ),
  eventSchema("PostPublished", published).transform((event) => ({
    ...event,
    version: 2 as const,
    // When version 1 was written, no promise waited for the last platform.
    data: { ...event.data, isComplete: true },
  })),
]);

/** An operator handed a post to the schedulers of platforms, for its planned hour. */
export const PostScheduled = eventSchema("PostScheduled", {
  ...Post.shape,
  platforms: z.array(z.enum(PLATFORM_KEYS)).min(1),
  goesLiveAt: z.iso.datetime(),
});

/** The owner takes back the yes to a post that a platform's scheduler has. */
export const PostStopRequested = eventSchema("PostStopRequested", {
  ...Post.shape,
  via: z.enum(DECISION_WAYS),
  goesLiveAt: z.iso.datetime(),
});

/** An operator answered it: the post is in no scheduler, or went live all the same. */
export const PostStopped = eventSchema("PostStopped", { ...Post.shape, isLive: z.boolean() });

/** One email tells a reader of posts that wait for an answer, have missed their hour, or are late. */
export const PostsReminded = eventSchema("PostsReminded", {
  ...link,
  kind: z.enum(REMINDER_KINDS),
  posts: z.array(z.strictObject({ postId, version })).min(1),
});

/** One email is the receipt for all decisions that a decider made in a row. */
export const DecisionsAnnounced = eventSchema("DecisionsAnnounced", {
  ...owner,
  by: z.enum(["owner", "approver"]),
});

const by = z.enum(["customer", "operator"]);

export const PostCommented = eventSchema("PostCommented", {
  ...owner,
  postId,
  commentId: z.string().regex(idPattern("comment")),
  by,
});

/** One email tells the other side of all comments that one side wrote. */
export const CommentsAnnounced = eventSchema("CommentsAnnounced", { ...owner, by });

export const PostWithdrawn = eventSchema("PostWithdrawn", Post.shape);
