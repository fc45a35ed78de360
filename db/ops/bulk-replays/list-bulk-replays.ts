import { desc } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { bulkReplays } from "#db/schema/events.ts";

export const listBulkReplays = (db: Db, limit: number) =>
  db.select().from(bulkReplays).orderBy(desc(bulkReplays.requestedAt)).limit(limit);
