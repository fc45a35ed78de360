import { sql } from "drizzle-orm";
import { Hono } from "hono";
import type { Db } from "#db/client.ts";
import type { Metrics } from "./metrics.ts";
import type { createOpsApp } from "./ops/app.tsx";

/** `/readyz` does not check the queue: intake works without it. */
export function createHttpApp(deps: {
  db: Db;
  metrics: Metrics;
  ops: ReturnType<typeof createOpsApp>;
}) {
  return new Hono()
    .get("/", (c) => c.redirect("/ops"))
    .get("/healthz", (c) => c.json({ status: "ok" }))
    .get("/readyz", async (c) => {
      try {
        await deps.db.execute(sql`select 1`);
        return c.json({ status: "ready" });
      } catch {
        return c.json({ status: "unavailable", code: "unavailable" }, 503);
      }
    })
    .get("/metrics", async (c) =>
      c.body(await deps.metrics.render(), 200, { "Content-Type": deps.metrics.contentType }),
    )
    .route("/ops", deps.ops);
}
