import { PostId } from "#contracts/api/content/calendar.ts";
import {
  type Comment,
  CommentsQuery,
  type CommentsResponse,
  WriteCommentRequest,
  type WriteCommentResponse,
} from "#contracts/api/content/comments.ts";
import { COMMENT_MAX } from "#contracts/content/posts.ts";
import { AppError } from "#contracts/errors.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { CALENDAR_REFUSALS } from "#contracts/messages/calendar.ts";
import { type CommentOutcome, writeCommentOfUser } from "#db/content/change-comments.ts";
import {
  type CommentRow,
  type CommentsPage,
  listCommentsOfUser,
} from "#db/content/find-comments.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireSignedIn, requireUserAt } from "../http/current-user.ts";
import { type AppContext, newRoutes } from "../http/env.ts";
import { notFoundError } from "../http/errors.ts";
import { bodyMaxBytes, validateJson } from "../http/json-body.ts";
import { publishEvents, userActor } from "../http/publish-events.ts";
import { rateLimit, rateLimitedError } from "../http/rate-limit.ts";

export const COMMENT_MAX_BYTES = bodyMaxBytes(COMMENT_MAX);

/** `/functions/v1/posts/:id/comments` */
export function commentRoutes(deps: EdgeDeps) {
  return newRoutes()
    .get("/:id/comments", rateLimit(deps.apiLimiter), async (c) => {
      const user = await requireUserAt(c, deps);
      const page = await listCommentsOfUser(deps.db, user, postIdOf(c), readCursor(c));
      const found = requireSignedIn(page);
      if (found === "not_found") throw notFoundError();
      return c.json(toCommentsResponse(found));
    })
    .post(
      "/:id/comments",
      ...validateJson(deps.apiLimiter, COMMENT_MAX_BYTES, WriteCommentRequest),
      async (c) => {
        const user = await requireUserAt(c, deps);
        const postId = postIdOf(c);
        const { userId } = user;
        const event = newEvent(c.var.events, "PostCommented", userActor(userId), {
          userId,
          postId,
          commentId: deps.makeId("comment"),
          by: "customer",
        });
        await requireMayComment(deps, userId);
        const outcome = requireSignedIn(
          await writeCommentOfUser(deps.db, user, { ...c.req.valid("json"), event }),
        );
        return c.json(toCommentAnswer(c, outcome, event));
      },
    );
}

/** Empty for a malformed id: the query finds no post, and checks the session as for any other. */
function postIdOf(c: AppContext): string {
  return PostId.safeParse(c.req.param("id")).data ?? "";
}

/**
 * @returns null for the newest comments
 * @throws {AppError} `not_found`
 */
export function readCursor(c: AppContext): string | null {
  const query = CommentsQuery.safeParse(c.req.query());
  if (!query.success) throw notFoundError();
  return query.data.before ?? null;
}

/**
 * @param author id of a user, an approver or a free trial
 * @throws {AppError} `rate_limited`
 */
export async function requireMayComment({ limits }: EdgeDeps, author: string): Promise<void> {
  const { allowed } = await limits.take("comment", author);
  if (!allowed) throw rateLimitedError();
}

/** @throws {AppError} `not_found`, `comments_full` */
export function toCommentAnswer(
  c: AppContext,
  outcome: CommentOutcome,
  event: EventOf<"PostCommented">,
): WriteCommentResponse {
  if (outcome === "not_found") throw notFoundError();
  if (outcome === "full") throw new AppError("comments_full", CALENDAR_REFUSALS.commentsFull);
  if (outcome.isNew) publishEvents(c, [event]);
  return { comment: toComment(outcome.comment) };
}

export const toCommentsResponse = ({ comments, hasEarlier }: CommentsPage): CommentsResponse => ({
  comments: comments.map(toComment),
  earlier: hasEarlier ? (comments[0]?.id ?? null) : null,
});

function toComment({ id, author, authorName, text, version, writtenAt }: CommentRow): Comment {
  return { id, author, name: authorName, text, version, writtenAt };
}
