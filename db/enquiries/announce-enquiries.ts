import { sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, hasRow, oneValueOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { Timestamp } from "#db/timestamps.ts";
import { isInDigest } from "./find-enquiries.ts";

/** Finds when the last digest ended; ISO 8601, null before the first. */
export function findDigestEnd(db: Db): Promise<string | null> {
  return oneValueOf(db, z.nullable(Timestamp))`
    select max((payload->>'until')::timestamptz) from ${outboxEvents} where type = 'EnquiriesDigested'`;
}

/** Writes the event of a digest if an enquiry belongs into it, and none has ended later. */
export async function announceEnquiries(
  db: Db,
  event: EventOf<"EnquiriesDigested">,
  teamMailsPerHour: number,
): Promise<boolean> {
  const { since, until } = event.data;
  return hasRow(db)`with digested as (
    select id from ${formSubmissions}
    where created_at >= ${since}::timestamptz and created_at < ${until}::timestamptz and ${isInDigest(teamMailsPerHour)}
      and not exists (
        select from ${outboxEvents} where type = 'EnquiriesDigested' and (payload->>'until')::timestamptz > ${since}::timestamptz
      )
    order by created_at desc limit 1
  )
  ${insertEvent(event, { type: "form_submission", id: sql`digested.id` }, sql`from digested`)} returning 1`;
}
