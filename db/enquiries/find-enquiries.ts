import { type SQL, sql } from "drizzle-orm";
import { anyOf } from "../any-of.ts";
import { type Db, hasRow } from "../client.ts";
import { formSubmissions } from "../schema/enquiries.ts";

type Enquiry = Pick<
  typeof formSubmissions.$inferSelect,
  "id" | "email" | "payload" | "conversion" | "createdAt"
> & {
  /** Whether the team reads of it in an hourly digest only. */
  isInDigest: boolean;
  /** Whether a free trial is asked for with an address that had asked for one. */
  isFurtherTrial: boolean;
};

/** @param teamMailsPerHour 0 for no digest */
export async function listEnquiries(
  db: Db,
  ids: readonly string[],
  teamMailsPerHour = 0,
): Promise<Enquiry[]> {
  return select(db, anyOf(formSubmissions.id, ids), teamMailsPerHour);
}

/** Lists the first enquiries of a digest, up to a limit; both times are ISO 8601. */
export async function listDigestedEnquiries(
  db: Db,
  { since, until }: { since: string; until: string },
  { teamMailsPerHour, limit }: { teamMailsPerHour: number; limit: number },
): Promise<Enquiry[]> {
  return select(
    db,
    sql`${formSubmissions.createdAt} >= ${since}::timestamptz and ${formSubmissions.createdAt} < ${until}::timestamptz
      and ${isInDigest(teamMailsPerHour)}`,
    teamMailsPerHour,
  )
    .orderBy(formSubmissions.createdAt)
    .limit(limit);
}

function select(db: Db, where: SQL, teamMailsPerHour: number) {
  return db
    .select({
      id: formSubmissions.id,
      email: formSubmissions.email,
      payload: formSubmissions.payload,
      conversion: formSubmissions.conversion,
      createdAt: formSubmissions.createdAt,
      isInDigest: isInDigest(teamMailsPerHour).as("is_in_digest"),
      isFurtherTrial: sql<boolean>`${formSubmissions.formType} = 'free-trial' and exists (
        select from ${formSubmissions} earlier
        where lower(earlier.email) = lower(${formSubmissions}.email) and earlier.form_type = 'free-trial'
          and (earlier.created_at, earlier.id) < (${formSubmissions}.created_at, ${formSubmissions}.id)
      )`.as("is_further_trial"),
    })
    .from(formSubmissions)
    .where(where);
}

export function isKnownEnquiry(db: Db, idempotencyKey: string): Promise<boolean> {
  return hasRow(db)`
    select id from ${formSubmissions} where idempotency_key = ${idempotencyKey}::uuid`;
}

/**
 * Whether as many enquiries came in the hour before a row of `form_submissions` as have a mail of their own to the team.
 *
 * @param teamMailsPerHour 0 for no digest
 */
export function isInDigest(teamMailsPerHour: number): SQL<boolean> {
  if (teamMailsPerHour === 0) return sql<boolean>`false`;
  return sql<boolean>`${formSubmissions.formType} <> 'sample-month' and exists (
    select from ${formSubmissions} earlier
    where earlier.created_at > ${formSubmissions}.created_at - interval '1 hour' and earlier.form_type <> 'sample-month'
      and (earlier.created_at, earlier.id) < (${formSubmissions}.created_at, ${formSubmissions}.id)
    order by earlier.created_at desc offset ${teamMailsPerHour - 1}::int limit 1
  )`;
}
