import { Hono } from "hono";
import { ApproverId } from "#contracts/api/content/brief.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { findApproverOwner, removeApprover } from "#db/content/change-approvers.ts";
import { contentTokenHash, createContentLinks } from "#db/content/content-link.ts";
import type { EdgeDeps } from "../deps.ts";
import type { AppEnv } from "../http/env.ts";
import { notFoundError } from "../http/errors.ts";
import { publishEvents, VISITOR_ACTOR } from "../http/publish-events.ts";
import { rateLimit } from "../http/rate-limit.ts";

/**
 * `POST /unsubscribe/:approverId/:token`: the button of mail programs (RFC 8058) for approvers, whom a customer
 * added. Only POST: scanners of mailboxes open every link.
 */
export function unsubscribeRoutes(deps: EdgeDeps) {
  const { apiLimiter, config, db } = deps;
  const links = createContentLinks(config.AUTH_CODE_SECRET);
  return new Hono<AppEnv>().post("/:approverId/:token", rateLimit(apiLimiter), async (c) => {
    const { data: approverId } = ApproverId.safeParse(c.req.param("approverId"));
    if (approverId === undefined) throw notFoundError();
    // Hashes are compared, so that the time tells nothing.
    const given = contentTokenHash(c.req.param("token"));
    if (given !== contentTokenHash(links.token("unsubscribe", approverId))) throw notFoundError();
    const userId = await findApproverOwner(db, approverId);
    if (userId !== null) {
      const event = newEvent(c.var.events, "ApproverRemoved", VISITOR_ACTOR, {
        approverId,
        userId,
      });
      if (await removeApprover(db, { user: null, event })) publishEvents(c, [event]);
    }
    return c.body(null, 204);
  });
}
