import { sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { postComments } from "#db/schema/comments.ts";
import { businesses, posts } from "#db/schema/content.ts";
import { isBusinessOf, postOwnerOf } from "./post-owner.ts";

const Due = z.object({
  user_id: z.nullable(z.string()),
  enquiry_id: z.nullable(z.string()),
  by: z.enum(["customer", "operator"]),
});

/** @param before ISO 8601: the oldest comment waits since then */
export async function listDueComments(
  db: Db,
  { before, limit }: { before: string; limit: number },
): Promise<z.infer<typeof Due>[]> {
  return rowsOf(
    db,
    sql`select own.user_id, own.enquiry_id, case comment.author when 'operator' then 'operator' else 'customer' end as by
    from ${postComments} comment
    join ${posts} post on post.id = comment.post_id
    join ${businesses} own on own.id = post.business_id
    where comment.announced_by_event is null and comment.written_at <= ${before}::timestamptz
    group by 1, 2, 3 order by min(comment.written_at) limit ${limit}::int`,
    Due,
  );
}

/** One statement: of two workers one takes the comments, and writes the event. */
export async function announceComments(db: Db, event: EventOf<"CommentsAnnounced">): Promise<void> {
  const { by } = event.data;
  const owner = postOwnerOf(event.data);
  await db.execute(sql`with announced as (
      update ${postComments} comment set announced_by_event = ${event.id}
      from ${posts} post, ${businesses} own
      where post.id = comment.post_id and own.id = post.business_id and ${isBusinessOf(owner.id)}
        and comment.announced_by_event is null and (comment.author = 'operator') = ${by === "operator"}::boolean
      returning comment.id
    ) ${insertEvent(event, owner, sql`from announced limit 1`)}`);
}

const Announced = z.object({
  count: z.int(),
  post_ids: z.array(z.string()),
  /** Of operators who have one. */
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
    from ${postComments} where announced_by_event = ${eventId} having count(*) > 0`,
    Announced,
  );
  return found ?? null;
}
