import {
  type DecisionOutcomes,
  DecisionsRequest,
  type FreshEmailResponse,
  MAIL_TOKEN_HEADER,
  type ReviewDecisionsResponse,
  type ReviewResponse,
} from "#contracts/api/content/calendar.ts";
import { WriteCommentRequest } from "#contracts/api/content/comments.ts";
import { AppError } from "#contracts/errors.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { CALENDAR_REFUSALS } from "#contracts/messages/calendar.ts";
import { renewApprovalLink } from "#db/content/change-approval-links.ts";
import { writeCommentByLink } from "#db/content/change-comments.ts";
import { CONTENT_TOKEN, contentTokenHash } from "#db/content/content-link.ts";
import { findReview, type Review } from "#db/content/find-approval-links.ts";
import { listComments } from "#db/content/find-comments.ts";
import { ownerFactsOf } from "#db/content/post-owner.ts";
import type { EdgeDeps } from "../deps.ts";
import { type AppContext, newRoutes } from "../http/env.ts";
import { notFoundError } from "../http/errors.ts";
import { validateJson } from "../http/json-body.ts";
import { publishEvents, VISITOR_ACTOR } from "../http/publish-events.ts";
import { rateLimit } from "../http/rate-limit.ts";
import { toCalendarPost, mediaAddressOf } from "./calendar-post.ts";
import { DECISIONS_MAX_BYTES } from "./calendar.ts";
import {
  COMMENT_MAX_BYTES,
  readCursor,
  requireMayComment,
  toCommentAnswer,
  toCommentsResponse,
} from "./comments.ts";
import { decidePosts } from "./decide-posts.ts";

/** `/functions/v1/review`: what a link from an email shows and decides. Reading changes nothing: scanners of mailboxes open every link. */
export function reviewRoutes(deps: EdgeDeps) {
  const { apiLimiter: limiter, db } = deps;
  const open = (c: AppContext) => getReview(deps, c.req.header(MAIL_TOKEN_HEADER) ?? "");
  return newRoutes()
    .get("/", rateLimit(limiter), async (c) => c.json(toAnswer(deps, await open(c))))
    .post(
      "/decisions",
      ...validateJson(limiter, DECISIONS_MAX_BYTES, DecisionsRequest),
      async (c) => {
        const outcomes = await decideByLink(c, deps, await open(c), c.req.valid("json"));
        return c.json<ReviewDecisionsResponse>({ ...toAnswer(deps, await open(c)), outcomes });
      },
    )
    .get("/posts/:id/comments", rateLimit(limiter), async (c) => {
      const postId = requirePost(c, await open(c));
      return c.json(toCommentsResponse(await listComments(db, postId, readCursor(c), "customer")));
    })
    .post(
      "/posts/:id/comments",
      ...validateJson(limiter, COMMENT_MAX_BYTES, WriteCommentRequest),
      async (c) => {
        const opened = await open(c);
        const postId = requirePost(c, opened);
        const { tokenHash, review } = opened;
        const event = newEvent(c.var.events, "PostCommented", VISITOR_ACTOR, {
          ...ownerFactsOf(review),
          postId,
          commentId: deps.makeId("comment"),
          by: "customer",
        });
        await requireMayComment(
          deps,
          review.approverId ?? review.userId ?? review.enquiryId ?? review.linkId,
        );
        const outcome = await writeCommentByLink(
          db,
          { tokenHash, approverName: review.approverName },
          { ...c.req.valid("json"), event },
        );
        return c.json(toCommentAnswer(c, outcome, event));
      },
    )
    .post("/fresh-email", rateLimit(limiter), async (c) =>
      c.json<FreshEmailResponse>({ isSent: await sendFreshEmail(c, deps, await open(c)) }),
    );
}

export type OpenedLink = { tokenHash: string; review: Review };

/** @throws {AppError} `not_found` for an unknown link, or one of a removed approver */
export async function getReview(deps: EdgeDeps, token: string): Promise<OpenedLink> {
  const tokenHash = CONTENT_TOKEN.test(token) ? contentTokenHash(token) : null;
  const review =
    tokenHash === null
      ? null
      : await findReview(deps.db, { tokenHash, at: deps.now().toISOString() });
  if (tokenHash === null || review === null) {
    throw new AppError("not_found", CALENDAR_REFUSALS.linkUnknown);
  }
  return { tokenHash, review };
}

/** @throws {AppError} `forbidden` when an approver undoes, and as {@link decidePosts} does */
export async function decideByLink(
  c: AppContext,
  deps: EdgeDeps,
  { tokenHash, review }: OpenedLink,
  body: DecisionsRequest,
): Promise<DecisionOutcomes> {
  if (body.decision.startsWith("approval_") && review.approverId !== null) {
    throw new AppError("forbidden", CALENDAR_REFUSALS.ownerTakesBack);
  }
  return decidePosts(c, deps, {
    decider: { kind: "link", tokenHash },
    actor: VISITOR_ACTOR,
    facts: { ...ownerFactsOf(review), approverId: review.approverId, via: "link" },
    body,
  });
}

/** @returns false when an email was sent within the last hour */
export async function sendFreshEmail(
  c: AppContext,
  { db }: EdgeDeps,
  { review }: OpenedLink,
): Promise<boolean> {
  const event = newEvent(c.var.events, "FreshApprovalLinkRequested", VISITOR_ACTOR, {
    ...ownerFactsOf(review),
    linkId: review.linkId,
  });
  const isSent = await renewApprovalLink(db, event);
  if (isSent) publishEvents(c, [event]);
  return isSent;
}

/** @throws {AppError} `not_found` for a post that the link does not show */
function requirePost(c: AppContext, { review }: OpenedLink): string {
  const post = review.posts.find(({ id }) => id === c.req.param("id"));
  if (post === undefined || post.isWithdrawn) throw notFoundError();
  return post.id;
}

export function toAnswer(deps: EdgeDeps, { review }: OpenedLink): ReviewResponse {
  const address = mediaAddressOf(deps);
  return {
    decider: review.approverName,
    businessName: review.businessName,
    isTrial: review.enquiryId !== null,
    isExpired: review.isExpired,
    posts: review.posts.flatMap((row) => {
      const post = toCalendarPost(row, review.approverId, address);
      return post === null ? [] : { ...post, isNewer: review.versions[row.id] !== row.version };
    }),
  };
}
