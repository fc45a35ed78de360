import { type Context, Hono } from "hono";
import { PostId } from "#contracts/api/content/calendar.ts";
import {
  type Comment,
  type CommentsResponse,
  WriteCommentRequest,
} from "#contracts/api/content/comments.ts";
import { COMMENT_MAX } from "#contracts/content/posts.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { type CommentRow, listCommentsOfUser } from "#db/content/list-comments.ts";
import { writeCommentOfUser } from "#db/content/write-comment.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireSignedIn, requireUserAt } from "../http/current-user.ts";
import type { AppEnv } from "../http/env.ts";
import { notFoundError } from "../http/errors.ts";
import { bodyMaxBytes, validateJson } from "../http/json-body.ts";
import { publishEvents } from "../http/publish-events.ts";
import { rateLimit } from "../http/rate-limit.ts";
import { userActor } from "../http/user-actor.ts";

export const COMMENT_MAX_BYTES = bodyMaxBytes(COMMENT_MAX);

/** `/functions/v1/posts/:id/comments` */
export function commentRoutes(deps: EdgeDeps) {
  return new Hono<AppEnv>()
    .get("/:id/comments", rateLimit(deps.apiLimiter), async (c) =>
      c.json(await getComments(deps, await requireUserAt(c, deps), postIdOf(c))),
    )
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
        const outcome = requireSignedIn(
          await writeCommentOfUser(deps.db, user, { ...c.req.valid("json"), event }),
        );
        if (outcome === "not_found") throw notFoundError();
        if (outcome === "written") publishEvents(c, [event]);
        return c.json(await getComments(deps, user, postId));
      },
    );
}

/** Empty for a malformed id: the query finds no post, and checks the session as for any other. */
function postIdOf(c: Context<AppEnv>): string {
  return PostId.safeParse(c.req.param("id")).data ?? "";
}

async function getComments(
  { db }: EdgeDeps,
  user: CurrentUserAt,
  postId: string,
): Promise<CommentsResponse> {
  const comments = requireSignedIn(await listCommentsOfUser(db, user, postId));
  if (comments === "not_found") throw notFoundError();
  return toCommentsResponse(comments);
}

export const toCommentsResponse = (comments: readonly CommentRow[]): CommentsResponse => ({
  comments: comments.map(toComment),
});

function toComment({ id, author, authorName, text, version, writtenAt }: CommentRow): Comment {
  return { id, author, name: authorName, text, version, writtenAt };
}
