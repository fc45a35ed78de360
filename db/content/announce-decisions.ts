import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { businesses, postDecisions, posts } from "#db/schema/content.ts";
import type { DueDecisions } from "./list-due-decisions.ts";
import { isBusinessOf, postOwnerOf } from "./post-owner.ts";

/** One statement: of two workers one takes the decisions, and writes the event. */
export async function announceDecisions(
  db: Db,
  { approverId, decidedBy }: DueDecisions,
  event: EventOf<"DecisionsAnnounced">,
): Promise<void> {
  const owner = postOwnerOf(event.data);
  await db.execute(sql`with announced as (
      update ${postDecisions} decided set announced_event_id = ${event.id}
      from ${posts} post, ${businesses} own
      where post.id = decided.post_id and own.id = post.business_id and ${isBusinessOf(owner.id)}
        and decided.announced_event_id is null and decided.approver_id is not distinct from ${approverId}::text
        and decided.decided_by is not distinct from ${decidedBy}::text
      returning decided.post_id
    ) ${insertEvent(event, owner, sql`from announced limit 1`)}`);
}
