import { ApproverId } from "#contracts/api/content/brief.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { findApproverOwner, removeApprover } from "#db/content/change-approvers.ts";
import { contentTokenHash, createContentLinks } from "#db/content/content-link.ts";
import { stopSampleMonths } from "#db/enquiries/claim-sample-month.ts";
import type { EdgeDeps } from "../deps.ts";
import { newRoutes } from "../http/env.ts";
import { notFoundError } from "../http/errors.ts";
import { publishEvents, VISITOR_ACTOR } from "../http/publish-events.ts";
import { rateLimit } from "../http/rate-limit.ts";

/**
 * `POST /unsubscribe/:id/:token`: the button of mail programs (RFC 8058) for approvers, whom a customer added, and for
 * sample months, which anyone may have asked for. Only POST: scanners of mailboxes open every link.
 */
export function unsubscribeRoutes(deps: EdgeDeps) {
  const { apiLimiter, config, db } = deps;
  const links = createContentLinks(config.AUTH_CODE_SECRET);
  return newRoutes().post("/:id/:token", rateLimit(apiLimiter), async (c) => {
    const { id, token } = c.req.param();
    // Hashes are compared, so that the time tells nothing.
    if (contentTokenHash(token) !== contentTokenHash(links.token("unsubscribe", id))) {
      throw notFoundError();
    }
    const { data: approverId } = ApproverId.safeParse(id);
    if (approverId === undefined) {
      await stopSampleMonths(db, id);
      return c.body(null, 204);
    }
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
