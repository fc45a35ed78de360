import { sql } from "drizzle-orm";
import { Hono } from "hono";
import type { Db } from "#db/client.ts";
import type { Metrics } from "./metrics.ts";
import type { createOpsApp } from "./ops/app.tsx";

/**
 * `/readyz` does not check the queue: intake works without it. `/healthz` fails when a restart may help: PostgreSQL
 * answers, and the queue has taken no write for minutes.
 */
export function createHttpApp(deps: {
  db: Db;
  isQueueStuck: () => boolean;
  metrics: Metrics;
  ops: ReturnType<typeof createOpsApp>;
}) {
  const isDatabaseUp = () =>
    deps.db.execute(sql`select 1`).then(
      () => true,
      () => false,
    );
  return new Hono()
    .get("/", (c) => c.redirect("/ops"))
    .get("/healthz", async (c) =>
      deps.isQueueStuck() && (await isDatabaseUp())
        ? c.json({ status: "unavailable", code: "queue_takes_no_writes" }, 503)
        : c.json({ status: "ok" }),
    )
    .get("/readyz", async (c) =>
      (await isDatabaseUp())
        ? c.json({ status: "ready" })
        : c.json({ status: "unavailable", code: "unavailable" }, 503),
    )
    .get("/metrics", async (c) =>
      c.body(await deps.metrics.render(), 200, { "Content-Type": deps.metrics.contentType }),
    )
    .route("/ops", deps.ops);
}
