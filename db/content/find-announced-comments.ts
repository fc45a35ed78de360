import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { postComments } from "#db/schema/comments.ts";

const Announced = z.object({
  count: z.int(),
  postIds: z.array(z.string()),
  /** Names of the operators who have one for customers. */
  names: z.array(z.string()),
});
export type AnnouncedComments = z.infer<typeof Announced>;

/** Null when there are none any more. */
export async function findAnnouncedComments(
  db: Db,
  eventId: string,
): Promise<AnnouncedComments | null> {
  const [found] = await rowsOf(
    db,
    sql`select count(*)::int as count, array_agg(distinct post_id) as post_ids,
      array_remove(array_agg(distinct author_name), null) as names
    from ${postComments} where announced_event_id = ${eventId} and hidden_at is null having count(*) > 0`,
    Announced,
  );
  return found ?? null;
}
