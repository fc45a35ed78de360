import * as z from "zod/mini";
import { type Platform, PLATFORM_KEYS } from "../../content/brief-answers.ts";
import {
  CHANGE_WORDS_MAX,
  DECISION_WAYS,
  DECISIONS_MAX,
  POST_FORMAT_KEYS,
} from "../../content/posts.ts";
import { idPattern } from "../../ids.ts";
import { SHA256_HEX, TEXT } from "../../text.ts";
import { AccountManager } from "./account-manager.ts";

const Platform = z.enum(PLATFORM_KEYS);

export const PostPicture = z.object({
  id: z.string(),
  kind: z.enum(["picture", "video"]),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
  /** Addresses of copies for a list, for a card and for the screen, which work for at most an hour. A video is `large`; without a picture of its first frame `thumb` is null. */
  thumb: z.nullable(z.string()),
  small: z.string(),
  large: z.string(),
});
export type PostPicture = z.infer<typeof PostPicture>;

/** The version before: what a change alters. */
export const PreviousVersion = z.object({
  version: z.int(),
  format: z.enum(POST_FORMAT_KEYS),
  text: z.string(),
  platforms: z.array(Platform),
  plannedOn: z.string(),
  plannedTime: z.string(),
  firstComment: z.nullable(z.string()),
  /** In the order of the post. */
  mediaIds: z.array(z.string()),
  /** The changes that the customer asked for. */
  words: z.nullable(z.string()),
});

export const CalendarPost = z.object({
  id: z.string(),
  version: z.int(),
  /** SHA-256 in hex: with the version it names what is decided about. */
  contentHash: z.string(),
  format: z.enum(POST_FORMAT_KEYS),
  text: z.string(),
  /** Where another text is published. */
  texts: z.partialRecord(Platform, z.string()),
  /** The team writes it below the post once that is live. */
  firstComment: z.nullable(z.string()),
  platforms: z.array(Platform),
  /** London date and time: `2026-11-27`, `18:00`. */
  plannedOn: z.string(),
  plannedTime: z.string(),
  state: z.enum(["waiting", "approved", "changes_requested", "published"]),
  /** The changes that were asked for, in the customer's or approver's words. */
  words: z.nullable(z.string()),
  /** Null while the post waits for a decision. */
  decidedBy: z.nullable(
    z.object({
      isYou: z.boolean(),
      /** Name of the approver; null for the owner. */
      name: z.nullable(z.string()),
      via: z.enum(DECISION_WAYS),
    }),
  ),
  media: z.array(PostPicture),
  publications: z.array(z.object({ platform: Platform, url: z.string() })),
  /** Platforms whose own scheduler has it, for the planned hour. */
  scheduled: z.array(Platform),
  /** The owner took the approval back while it was scheduled: `words` says what to change, and an operator stops it. */
  isStopping: z.boolean(),
  comments: z.int(),
  /** Null for a new post. */
  previous: z.nullable(PreviousVersion),
});
export type CalendarPost = z.infer<typeof CalendarPost>;

export const PostId = z.string().check(z.regex(idPattern("post")));

/** `GET /functions/v1/calendar`: the last planned post first. */
export const CalendarResponse = z.object({
  posts: z.array(CalendarPost),
  /** The name that the posts are published under, as the customer wrote it; null before that. */
  businessName: z.nullable(z.string()),
  accountManager: z.nullable(AccountManager),
});
export type CalendarResponse = z.infer<typeof CalendarResponse>;

/** The version that the decider has seen. Post, version and hash are the decision's idempotency key. */
const Seen = z.strictObject({
  postId: PostId,
  version: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  contentHash: z.string().check(z.regex(SHA256_HEX)),
});
export type SeenPost = z.infer<typeof Seen>;

const changes = {
  posts: z.tuple([Seen]),
  words: z.string().check(z.trim(), z.minLength(1), z.maxLength(CHANGE_WORDS_MAX), z.regex(TEXT)),
};
const Approved = z.strictObject({
  decision: z.literal("approved"),
  posts: z.array(Seen).check(z.minLength(1), z.maxLength(DECISIONS_MAX)),
});
const ChangesRequested = z.strictObject({ decision: z.literal("changes_requested"), ...changes });

export const DecisionsRequest = z.discriminatedUnion("decision", [
  Approved,
  ChangesRequested,
  /** The owner turns an approval into a request for changes, until the post is published. */
  z.strictObject({ decision: z.literal("approval_taken_back"), ...changes }),
  /** The owner makes an approved post wait again, until it is published. */
  z.strictObject({ decision: z.literal("approval_undone"), posts: changes.posts }),
]);
export type DecisionsRequest = z.infer<typeof DecisionsRequest>;

const DECISION_OUTCOMES = [
  "decided",
  "decided_before",
  /** The approval is taken back once an operator has taken the post out of the schedulers of platforms. */
  "stop_requested",
  "other_decision",
  /** The post has a newer version or another text, or was withdrawn. */
  "changed",
  "not_found",
] as const;
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number];

const outcomes = z.array(z.object({ postId: z.string(), outcome: z.enum(DECISION_OUTCOMES) }));
export type DecisionOutcomes = z.infer<typeof outcomes>;

/** Response of `POST /functions/v1/posts/decisions`, also when some of several posts were refused. */
export const DecisionsResponse = z.object({ ...CalendarResponse.shape, outcomes });
export type DecisionsResponse = z.infer<typeof DecisionsResponse>;

/** Carries the token of an emailed link: no log has headers. */
export const MAIL_TOKEN_HEADER = "x-mail-token";

const ReviewPost = z.object({
  ...CalendarPost.shape,
  /** The post has a newer version than the email of this link. */
  isNewer: z.boolean(),
});
type ReviewPost = z.infer<typeof ReviewPost>;

/** `GET /functions/v1/review`: what a link from an email shows. */
export const ReviewResponse = z.object({
  /** Name of the approver; null for the owner. */
  decider: z.nullable(z.string()),
  businessName: z.nullable(z.string()),
  /** The posts are those of a free trial. */
  isTrial: z.boolean(),
  isExpired: z.boolean(),
  /** Empty once the link has expired. The first planned post comes first. */
  posts: z.array(ReviewPost),
});
export type ReviewResponse = z.infer<typeof ReviewResponse>;

export const ReviewDecisionsResponse = z.object({ ...ReviewResponse.shape, outcomes });
export type ReviewDecisionsResponse = z.infer<typeof ReviewDecisionsResponse>;

export const FreshEmailResponse = z.object({
  /** False when an email was sent within the last hour. */
  isSent: z.boolean(),
});
export type FreshEmailResponse = z.infer<typeof FreshEmailResponse>;
