import { type SQL, sql } from "drizzle-orm";
import { anyOf } from "#db/any-of.ts";
import type { Db } from "#db/client.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { isInDigest } from "./is-in-digest-sql.ts";

export type Enquiry = Pick<
  typeof formSubmissions.$inferSelect,
  "id" | "email" | "payload" | "conversion" | "createdAt"
> & {
  /** Whether the team reads of it in an hourly digest only. */
  isInDigest: boolean;
};

/** @param teamMailsPerHour 0 for no digest */
export async function listEnquiries(
  db: Db,
  ids: readonly string[],
  teamMailsPerHour = 0,
): Promise<Enquiry[]> {
  return select(db, anyOf(formSubmissions.id, ids), teamMailsPerHour);
}

/** Lists the newest enquiries of a digest, up to a limit; both times are ISO 8601. */
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
    limit,
  );
}

function select(db: Db, where: SQL, teamMailsPerHour: number, limit?: number): Promise<Enquiry[]> {
  const query = db
    .select({
      id: formSubmissions.id,
      email: formSubmissions.email,
      payload: formSubmissions.payload,
      conversion: formSubmissions.conversion,
      createdAt: formSubmissions.createdAt,
      isInDigest: isInDigest(teamMailsPerHour).as("is_in_digest"),
    })
    .from(formSubmissions)
    .where(where);
  return limit === undefined ? query : query.orderBy(formSubmissions.createdAt).limit(limit);
}
