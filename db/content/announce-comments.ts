import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { postComments } from "#db/schema/comments.ts";
import { businesses, posts } from "#db/schema/content.ts";
import { isBusinessOf, postOwnerOf } from "./post-owner.ts";

/** One statement: of two workers one takes the comments, and writes the event. */
export async function announceComments(db: Db, event: EventOf<"CommentsAnnounced">): Promise<void> {
  const { by } = event.data;
  const owner = postOwnerOf(event.data);
  await db.execute(sql`with announced as (
      update ${postComments} comment set announced_event_id = ${event.id}
      from ${posts} post, ${businesses} own
      where post.id = comment.post_id and own.id = post.business_id and ${isBusinessOf(owner.id)}
        and comment.announced_event_id is null and comment.hidden_at is null and (comment.author = 'operator') = ${by === "operator"}::boolean
      returning comment.id
    ) ${insertEvent(event, owner, sql`from announced limit 1`)}`);
}
