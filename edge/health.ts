import { sql } from "drizzle-orm";
import { Hono } from "hono";
import { AppError } from "#contracts/errors.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { Db } from "#db/client.ts";
import type { AppEnv } from "./http/env.ts";

/** `/readyz` does not ask the queue, which enquiries do not need. */
export function healthRoutes(db: Db) {
  return new Hono<AppEnv>()
    .get("/healthz", (c) => c.json({ status: "ok" }))
    .get("/readyz", async (c) => {
      await db.execute(sql`select 1`).catch((cause: unknown) => {
        throw new AppError("unavailable", MESSAGES.refused.unavailable, { cause });
      });
      return c.json({ status: "ready" });
    });
}
