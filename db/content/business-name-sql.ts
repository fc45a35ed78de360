import { type SQL, sql } from "drizzle-orm";
import { users } from "#db/schema/accounts.ts";
import { briefVersions, businesses } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";

/**
 * SQL of the name that a business gave last: in its brief, else in its enquiry, else in the newest enquiry under the account's email.
 *
 * @param of ids of an account and of an enquiry, either of which may be null
 */
export function businessNameOf({ userId, enquiryId }: { userId: SQL; enquiryId: SQL }): SQL {
  const company = sql`nullif(btrim(enquiry.payload->>'company'), '')`;
  return sql`coalesce((
        select btrim(brief.answers->>'businessName') from ${businesses} named
        join ${briefVersions} brief on brief.business_id = named.id
        where named.user_id = ${userId} and btrim(brief.answers->>'businessName') <> ''
        order by brief.version desc limit 1
      ), (
        select ${company} from ${formSubmissions} enquiry where enquiry.id = ${enquiryId}
      ), (
        select ${company} from ${users} holder join ${formSubmissions} enquiry on lower(enquiry.email) = holder.email
        where holder.id = ${userId} and ${company} is not null order by enquiry.created_at desc limit 1
      ))`;
}
