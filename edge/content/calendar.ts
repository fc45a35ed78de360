import { Hono } from "hono";
import {
  type CalendarPost,
  type CalendarResponse,
  DecidePostRequest,
  PostId,
} from "#contracts/api/content/calendar.ts";
import { postState } from "#contracts/content/posts.ts";
import { AppError } from "#contracts/errors.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { UserQuery } from "#db/billing/user-session.ts";
import { decidePost } from "#db/content/decide-post.ts";
import { findCalendar } from "#db/content/find-calendar.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireUserQuery, unauthenticatedError } from "../http/current-user.ts";
import type { AppEnv } from "../http/env.ts";
import { validateJson } from "../http/json-body.ts";
import { publishEvents } from "../http/publish-events.ts";
import { rateLimit } from "../http/rate-limit.ts";

// The longest words: twelve bytes per character when escaped.
const BODY_MAX_BYTES = 16 * 1_024;

/** `/functions/v1/calendar`: the posts of the user's business. */
export function calendarRoutes(deps: EdgeDeps) {
  return new Hono<AppEnv>().get("/", rateLimit(deps.checkoutLimiter), async (c) =>
    c.json(await getCalendar(deps, await requireUserQuery(c, deps))),
  );
}

/** `/functions/v1/posts/:id/decision`: the user's answer to one version of a post. */
export function postDecisionRoutes(deps: EdgeDeps) {
  return new Hono<AppEnv>().post(
    "/:id/decision",
    ...validateJson(deps.checkoutLimiter, BODY_MAX_BYTES, DecidePostRequest),
    async (c) => {
      const user = await requireUserQuery(c, deps);
      const postId = PostId.safeParse(c.req.param("id"));
      if (!postId.success) {
        // Only a session learns that there is no such post.
        await getCalendar(deps, user);
        throw new AppError("not_found", MESSAGES.refused.notFound);
      }
      const body = c.req.valid("json");
      const isApproval = body.decision === "approved";
      const { userId } = user;
      const event = newEvent(
        c.var.events,
        isApproval ? "PostApproved" : "PostChangesRequested",
        { kind: "user", userId },
        { userId, postId: postId.data, version: body.version, contentHash: body.contentHash },
      );
      const words = isApproval ? null : body.words;
      const outcome = await decidePost(deps.db, { user, event, words });
      if (outcome === "signed_out") throw unauthenticatedError();
      if (outcome === "not_found") throw new AppError("not_found", MESSAGES.refused.notFound);
      // Without the newer text: an error holds no personal data, so the page reads it.
      if (outcome === "changed") throw new AppError("post_changed", CALENDAR_MESSAGES.changed);
      if (outcome === "other_decision") {
        throw new AppError(
          "post_decided",
          isApproval ? CALENDAR_MESSAGES.decidedChanges : CALENDAR_MESSAGES.decidedApproved,
        );
      }
      if (outcome === "decided") publishEvents(c, [event]);
      return c.json(await getCalendar(deps, user));
    },
  );
}

/** @throws {AppError} `unauthenticated` when the session has ended */
async function getCalendar({ db }: EdgeDeps, user: UserQuery): Promise<CalendarResponse> {
  const posts = await findCalendar(db, user);
  if (posts === null) throw unauthenticatedError();
  return { posts: posts.flatMap((post) => toCalendarPost(post) ?? []) };
}

function toCalendarPost(row: PostRow): CalendarPost | null {
  const isPublished = row.publications.length > 0;
  const state = postState({
    decision: row.decision,
    isPublished,
    isWithdrawn: row.is_withdrawn,
  });
  if (state === "withdrawn") return null;
  const { id, version, text, platforms, words, publications, comments } = row;
  return {
    id,
    version,
    contentHash: row.content_hash,
    text,
    platforms,
    plannedOn: row.planned_on,
    plannedTime: row.planned_time,
    state,
    words,
    publications,
    comments,
  };
}
