import { sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { approvalLinks } from "#db/schema/approval-links.ts";
import { postOwnerOf } from "./post-owner.ts";

/** Asks for a fresh email to the address of a link, once an hour. */
export async function renewApprovalLink(
  db: Db,
  event: EventOf<"FreshApprovalLinkRequested">,
): Promise<boolean> {
  const at = sql`${event.occurredAt}::timestamptz`;
  const renewed = await rowsOf(
    db,
    sql`with renewed as (
      update ${approvalLinks} link set renewed_at = ${at}
      where link.id = ${event.data.linkId}
        and (link.renewed_at is null or link.renewed_at <= ${at} - interval '1 hour')
      returning link.id
    ), event as (
      ${insertEvent(event, postOwnerOf(event.data), sql`from renewed`)}
    )
    select id from renewed`,
    z.object({ id: z.string() }),
  );
  return renewed.length > 0;
}
