import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import { HonoAdapter } from "@bull-board/hono";
import { serveStatic } from "@hono/node-server/serve-static";
import * as z from "zod";
import { COMPANY } from "#contracts/company.ts";
import { COLOURS } from "../colours.ts";
import { describeError } from "../describe-error.ts";
import { SCHEDULES_QUEUE } from "../pipeline/queues.ts";
import { newRoutes, type OpsDeps } from "./env.ts";
import { paths } from "./paths.ts";

/**
 * Read-only: a job retried here would find its effect failed in `event_effects` and run nothing.
 */
export function queueRoutes(deps: OpsDeps) {
  const adapter = new HonoAdapter(serveStatic).setBasePath(paths.queues);
  createBullBoard({
    queues: deps.queues.map(
      (queue) =>
        new BullMQAdapter(queue, {
          readOnlyMode: true,
          // Jobs of the schedules have no event.
          ...(queue.name !== SCHEDULES_QUEUE && { externalJobUrl: linkToEvent }),
        }),
    ),
    serverAdapter: adapter,
    options: {
      uiConfig: {
        boardTitle: `${COMPANY.name} queues`,
        hideRedisDetails: true,
        hideDocsLink: true,
        showWorkers: false,
        locale: { lng: "en-GB" },
        theme: BOARD_THEME,
      },
    },
  });
  // The error may name hosts and users of the queue's store.
  adapter.setErrorHandler((error) => {
    deps.log.error({ error: describeError(error) }, "ops_queues_failed");
    return { status: 500, body: { error: { key: "ERRORS.INTERNAL_SERVER_ERROR" } } };
  });

  return newRoutes()
    .use(async function adaptPages(c, next) {
      await next();
      const isPage = c.res.headers.get("Content-Type")?.startsWith("text/html") === true;
      if (!isPage) return;
      // Removes its fonts from a third party, which the content policy blocks. Its own place for links is a closed menu.
      const document = await c.res.text();
      const own = document.replace(FOREIGN_FONTS, "").replace(BODY, `$&${WAY_BACK}`);
      c.res = new Response(own, c.res);
    })
    .route("/", adapter.registerPlugin());
}

const OfEvent = z.object({ eventId: z.string() });

function linkToEvent({ data }: { data: unknown }) {
  const job = OfEvent.safeParse(data);
  return { displayText: "Event", href: job.success ? paths.event(job.data.eventId) : paths.events };
}

const FOREIGN_FONTS = /<link href="https:\/\/fonts[^>]*>/;
const BODY = /<body[^>]*>/;

/** Also the page's heading, and room so that neither bar covers what has the focus: `body` is what scrolls. */
const WAY_BACK = `<style>
  body { scroll-padding-block: 8rem 6rem; }
  #root > main { padding-bottom: 6rem; }
  #queues { position: absolute; clip-path: inset(50%); }
  #way-back { position: fixed; z-index: 2; inset: auto 1rem 1rem auto; padding: 0.5rem 1rem; border-radius: 4px; background: ${COLOURS.tide.light}; color: ${COLOURS["on-tide"].light}; }
  #way-back a { display: inline-block; padding-block: 0.25rem; color: inherit; text-decoration: underline; text-underline-offset: 0.22em; }
  @media (max-width: 30rem) { #way-back { inset-inline: 0; bottom: 0; border-radius: 0; text-align: center; } }
</style>
<h1 id="queues">Queues</h1>
<nav id="way-back" aria-label="Ops console"><a href="${paths.overview}">Overview</a> · read-only: replay failed effects at <a href="${paths.events}">Events</a></nav>`;

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
