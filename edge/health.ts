import { sql } from "drizzle-orm";
import { AppError } from "#contracts/errors.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { EdgeDeps } from "./deps.ts";
import { newRoutes } from "./http/env.ts";

/** Anybody may ask, so an isolate asks the database this seldom. */
const READY_MS = 2_000;

/** `/readyz` does not ask the queue, which enquiries do not need. */
export function healthRoutes({ db, now }: Pick<EdgeDeps, "db" | "now">) {
  let last = { isReady: false, atMs: Number.NEGATIVE_INFINITY };
  return newRoutes()
    .get("/healthz", (c) => c.json({ status: "ok" }))
    .get("/readyz", async (c) => {
      if (now().getTime() - last.atMs >= READY_MS) {
        const isReady = await db.execute(sql`select 1`).then(
          () => true,
          () => false,
        );
        last = { isReady, atMs: now().getTime() };
      }
      if (!last.isReady) throw new AppError("unavailable", MESSAGES.refused.unavailable);
      return c.json({ status: "ready" });
    });
}
