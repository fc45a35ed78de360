import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { selectPosts } from "./select-posts.ts";

/** Counts a user's posts that wait for a decision. */
export async function countWaitingPosts(db: Db, userId: string): Promise<number> {
  const waiting = sql`own.user_id = ${userId}::uuid and post.withdrawn_at is null and decided.decision is null`;
  const { count } = await oneRowOf(
    db,
    sql`select count(*)::int as count from (${selectPosts(waiting)}) waiting`,
    z.object({ count: z.int() }),
  );
  return count;
}
