import {
  type CalendarResponse,
  DecisionsRequest,
  type DecisionsResponse,
} from "#contracts/api/content/calendar.ts";
import { CHANGE_WORDS_MAX } from "#contracts/content/posts.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { findCalendar } from "#db/content/find-calendar.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireSignedIn, requireUserAt } from "../http/current-user.ts";
import { newRoutes } from "../http/env.ts";
import { bodyMaxBytes, validateJson } from "../http/json-body.ts";
import { userActor } from "../http/publish-events.ts";
import { rateLimit } from "../http/rate-limit.ts";
import { toCalendarPost, mediaAddressOf } from "./calendar-post.ts";
import { decidePosts } from "./decide-posts.ts";

// All posts that a request may name are shorter.
export const DECISIONS_MAX_BYTES = bodyMaxBytes(CHANGE_WORDS_MAX);

/** `/functions/v1/calendar`: the posts of the user's business. */
export function calendarRoutes(deps: EdgeDeps) {
  return newRoutes().get("/", rateLimit(deps.apiLimiter), async (c) =>
    c.json(await getCalendar(deps, await requireUserAt(c, deps))),
  );
}

/** `/functions/v1/posts/decisions`: the user's answers to versions of posts. */
export function postDecisionRoutes(deps: EdgeDeps) {
  return newRoutes().post(
    "/decisions",
    ...validateJson(deps.apiLimiter, DECISIONS_MAX_BYTES, DecisionsRequest),
    async (c) => {
      const user = await requireUserAt(c, deps);
      const { userId } = user;
      const outcomes = await decidePosts(c, deps, {
        decider: { kind: "user", user },
        actor: userActor(userId),
        facts: { userId, approverId: null, via: "calendar" },
        body: c.req.valid("json"),
      });
      return c.json<DecisionsResponse>({ ...(await getCalendar(deps, user)), outcomes });
    },
  );
}

/** @throws {AppError} `unauthenticated` when the session has ended */
async function getCalendar(deps: EdgeDeps, user: CurrentUserAt): Promise<CalendarResponse> {
  const found = requireSignedIn(await findCalendar(deps.db, user));
  const address = mediaAddressOf(deps);
  return {
    posts: found.posts.flatMap((post) => toCalendarPost(post, null, address) ?? []),
    businessName: found.businessName,
    accountManager: found.accountManager,
  };
}
