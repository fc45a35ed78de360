import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import { HonoAdapter } from "@bull-board/hono";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type MiddlewareHandler } from "hono";
import { COMPANY } from "#contracts/company.ts";
import { recordQueueRetry } from "#db/ops/record-queue-retry.ts";
import { describeError } from "../describe-error.ts";
import type { OpsCookies } from "./cookies.ts";
import type { OpsDeps, OpsEnv } from "./env.ts";
import { refuse } from "./error-page.tsx";
import { signedInOf } from "./guard.ts";
import { paths } from "./paths.ts";

/**
 * The queue dashboard, for looking and for retrying. Everything else that it could do to a queue is refused
 * here, because its own read-only mode would refuse to retry as well.
 */
export function queueRoutes(deps: OpsDeps, cookies: OpsCookies) {
  const adapter = new HonoAdapter(serveStatic).setBasePath(paths.queues);
  createBullBoard({
    queues: deps.queues.map((queue) => new BullMQAdapter(queue)),
    serverAdapter: adapter,
    options: {
      uiConfig: {
        boardTitle: `${COMPANY.name} queues`,
        hideRedisDetails: true,
        hideDocsLink: true,
        showWorkers: false,
        locale: { lng: "en-GB" },
        miscLinks: [{ text: "Events desk", url: paths.events }],
        theme: BOARD_THEME,
      },
    },
  });
  // What is thrown may name hosts and users of the queue's store.
  adapter.setErrorHandler((error) => {
    deps.log.error({ error: describeError(error) }, "ops_queues_failed");
    return { status: 500, body: { error: { key: "ERRORS.INTERNAL_SERVER_ERROR" } } };
  });

  return new Hono<OpsEnv>()
    .use(allowRetriesOnly(deps))
    .use(async function adaptPages(c, next) {
      await next();
      const isPage = c.res.headers.get("Content-Type")?.startsWith("text/html") === true;
      if (!isPage) return;
      cookies.setBoardToken(c, signedInOf(c).csrfToken);
      // Its pages ask for fonts of a third party, which the content policy would only refuse.
      const document = await c.res.text();
      c.res = new Response(document.replace(FOREIGN_FONTS, ""), c.res);
    })
    .route("/", adapter.registerPlugin());
}

const FOREIGN_FONTS = /<link href="https:\/\/fonts[^>]*>/;

const API = `${paths.queues}/api/queues`;
const RETRY_ONE = new RegExp(`^${API}/([^/]+)/([^/]+)/retry$`);
const RETRY_FAILED = new RegExp(`^${API}/([^/]+)/retry/failed$`);

/** What a request to the dashboard would retry, or null when it asks for anything else. */
export function retryOf(
  method: string,
  path: string,
): { queue: string; jobId: string | null } | null {
  if (method !== "PUT") return null;
  const [, queue, jobId] = RETRY_ONE.exec(path) ?? RETRY_FAILED.exec(path) ?? [];
  return queue === undefined ? null : { queue, jobId: jobId ?? null };
}

function allowRetriesOnly(deps: OpsDeps): MiddlewareHandler<OpsEnv> {
  return async function allowRetriesOnly(c, next) {
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    const retry = retryOf(c.req.method, c.req.path);
    if (retry === null) {
      return refuse(
        c,
        405,
        "Not from here",
        "Here jobs can be looked at and retried, nothing else.",
      );
    }
    // Before the act, so that there is none without its record.
    await recordQueueRetry(deps.db, { ...retry, requestedBy: signedInOf(c).session.name });
    deps.log.info({ requestId: c.get("requestId"), ...retry }, "ops_queue_retry");
    return next();
  };
}

// The product's colours, as the desk's own stylesheet has them.
const BOARD_THEME = {
  light: {
    background: "oklch(0.974 0.012 82)",
    foreground: "oklch(0.215 0.018 50)",
    card: "oklch(0.99 0.006 82)",
    popover: "oklch(0.99 0.006 82)",
    sidebar: "oklch(0.942 0.018 80)",
    "sidebar-border": "oklch(0.83 0.02 78)",
    muted: "oklch(0.942 0.018 80)",
    "muted-foreground": "oklch(0.42 0.02 55)",
    primary: "oklch(0.315 0.068 232)",
    "primary-foreground": "oklch(0.972 0.012 85)",
    border: "oklch(0.83 0.02 78)",
    ring: "oklch(0.695 0.192 40)",
    radius: "4px",
  },
  dark: {
    background: "oklch(0.195 0.022 240)",
    foreground: "oklch(0.955 0.012 85)",
    card: "oklch(0.235 0.026 240)",
    popover: "oklch(0.235 0.026 240)",
    sidebar: "oklch(0.235 0.026 240)",
    "sidebar-border": "oklch(0.36 0.026 240)",
    muted: "oklch(0.265 0.028 240)",
    "muted-foreground": "oklch(0.79 0.018 90)",
    primary: "oklch(0.695 0.192 40)",
    "primary-foreground": "oklch(0.19 0.03 45)",
    border: "oklch(0.36 0.026 240)",
    ring: "oklch(0.695 0.192 40)",
    radius: "4px",
  },
};
