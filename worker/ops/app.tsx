import type { Hono } from "hono";
import { jsxRenderer } from "hono/jsx-renderer";
import { findOpsSession } from "#db/ops/ops-session.ts";
import { contentRoutes } from "./content/content-routes.ts";
import { postRoutes } from "./content/post-routes.ts";
import { customerRoutes } from "./customers/customer-routes.ts";
import { readReveals } from "./customers/reveal.ts";
import { secondStepRoutes } from "./customers/second-step.tsx";
import { disputeRoutes } from "./disputes/disputes.tsx";
import { newRoutes, type OpsDeps, type OpsEnv } from "./env.ts";
import { bulkReplayRoutes } from "./events/bulk-replay.tsx";
import { eventListRoutes } from "./events/event-list.tsx";
import { eventRoutes } from "./events/event.tsx";
import { ignoreRoutes } from "./events/ignore.tsx";
import { replayRoutes } from "./events/replay.tsx";
import { traceRoutes } from "./events/trace.tsx";
import { readFont, readSheetScript } from "./layout/assets.ts";
import { errorPage, handleError } from "./layout/error-page.tsx";
import { securityHeaders } from "./layout/security-headers.ts";
import { STYLESHEET } from "./layout/stylesheet.ts";
import { overviewRoutes } from "./overview/overview.tsx";
import { paths } from "./paths.ts";
import { promiseListRoutes } from "./promises/promise-list.tsx";
import { promiseRoutes } from "./promises/promise.tsx";
import { queueRoutes } from "./queue-board.ts";
import { decideRefundRoutes } from "./refunds/decide-refund.tsx";
import { startRefundRoutes } from "./refunds/start-refund.tsx";
import { reportRoutes } from "./reports/reports.tsx";
import { retentionRoutes } from "./retention/retention.tsx";
import { revenueRoutes } from "./revenue/revenue.tsx";
import { requireRecentCode } from "./session/recent-code.tsx";
import {
  readForm,
  refuseChanges,
  refuseViewers,
  rejectNulBytes,
  requireCsrfToken,
  requireSameOrigin,
  requireSession,
} from "./session/require-operator.ts";
import { createSessions } from "./session/sessions.ts";
import { signInRoutes, signOutRoutes } from "./session/sign-in.tsx";
import { teamRoutes } from "./team/team-routes.ts";

/** Every path after `requireSession` needs a session, even unknown ones. */
export function createOpsApp(deps: OpsDeps): Hono<OpsEnv> {
  const sessions = createSessions({ ...deps, find: (session) => findOpsSession(deps.db, session) });

  const recentCode = requireRecentCode(deps, sessions);

  return newRoutes()
    .onError(handleError(deps.log))
    .use(jsxRenderer(undefined, { docType: "<!doctype html>" }))
    .use(securityHeaders(deps.origin.startsWith("https:"), deps.apiUrl))
    .use(async function beginRequest(c, next) {
      c.set("requestId", deps.makeId("request"));
      c.set("siteUrl", deps.siteUrl);
      await next();
      c.header("X-Request-Id", c.get("requestId"));
    })
    .get("/ops.css", (c) => c.body(STYLESHEET, 200, { "Content-Type": "text/css; charset=utf-8" }))
    .get("/fonts/:name", (c) => {
      const font = readFont(c.req.param("name"));
      return font === null ? c.notFound() : c.body(font, 200, { "Content-Type": "font/woff2" });
    })
    .get("/month-sheet.js", (c) => {
      const script = readSheetScript();
      return script === null
        ? c.notFound()
        : c.body(script, 200, { "Content-Type": "text/javascript; charset=utf-8" });
    })
    .use("/sign-in/*", requireSameOrigin(deps), readForm())
    .route("/", signInRoutes(deps, sessions))
    .use(requireSession(sessions), readReveals(sessions, deps))
    .use("/queues/*", refuseChanges)
    .use(
      requireSameOrigin(deps),
      readForm({ isSignedIn: true }),
      rejectNulBytes,
      requireCsrfToken(sessions),
    )
    .use(refuseViewers)
    .use("/events/replay-many", recentCode)
    .use("/events/:id/refund/*", recentCode)
    .use("/customers/:key/reveal", recentCode)
    .use("/customers/:key/refund/*", recentCode)
    .use("/customers/:key/second-step/*", recentCode)
    .get("/", (c) => c.redirect(paths.overview, 303))
    .route("/", signOutRoutes(deps, sessions))
    .route("/events", eventListRoutes(deps, sessions))
    .route("/events", bulkReplayRoutes(deps, sessions))
    .route("/events", eventRoutes(deps))
    .route("/events", traceRoutes(deps))
    .route("/events", replayRoutes(deps))
    .route("/events", ignoreRoutes(deps))
    .route("/events", decideRefundRoutes(deps))
    .route("/overview", overviewRoutes(deps))
    .route("/customers", customerRoutes(deps, sessions))
    .route("/customers", startRefundRoutes(deps))
    .route("/customers", secondStepRoutes(deps))
    .route("/content/posts", postRoutes(deps))
    .route("/content", contentRoutes(deps))
    .route("/team", teamRoutes(deps))
    .route("/reports", reportRoutes(deps))
    .route("/promises", promiseListRoutes(deps))
    .route("/promises", promiseRoutes(deps))
    .route("/disputes", disputeRoutes(deps))
    .route("/retention", retentionRoutes(deps))
    .route("/revenue", revenueRoutes(deps))
    .get("/queues/", (c) => c.redirect(paths.queues, 301))
    .route("/queues", queueRoutes(deps))
    .all("*", (c) => errorPage(c, 404, "Not found", "There is no such page."));
}
