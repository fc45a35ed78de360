import { type SQL, sql } from "drizzle-orm";
import { formSubmissions } from "#db/schema/enquiries.ts";

/**
 * Whether as many enquiries came in the hour before a row of `form_submissions` as have a mail of their own to the team.
 *
 * @param teamMailsPerHour 0 for no digest
 */
export function isInDigest(teamMailsPerHour: number): SQL<boolean> {
  if (teamMailsPerHour === 0) return sql<boolean>`false`;
  return sql<boolean>`exists (
    select from ${formSubmissions} earlier
    where earlier.created_at > ${formSubmissions}.created_at - interval '1 hour'
      and (earlier.created_at, earlier.id) < (${formSubmissions}.created_at, ${formSubmissions}.id)
    order by earlier.created_at desc offset ${teamMailsPerHour - 1}::int limit 1
  )`;
}
