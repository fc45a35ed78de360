import { sql } from "drizzle-orm";
import { Hono } from "hono";
import { AppError } from "#contracts/errors.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { Db } from "#db/client.ts";
import type { AppEnv } from "./http/env.ts";

/**
 * `/healthz`: the code runs. `/readyz`: Postgres responds; the queue is not needed for enquiries.
 */
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
