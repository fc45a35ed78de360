import { type SQL, sql } from "drizzle-orm";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { users } from "#db/schema/accounts.ts";
import { customerOwners, subscriptions } from "#db/schema/billing.ts";
import { businesses, briefVersions } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { isInService } from "../billing/subscription-sql.ts";

/** Condition on a user: one of their subscriptions is in service, so content is made for them. */
export function isServed(userId: SQL): SQL {
  return sql`exists (
      select from ${customerOwners} owner
      join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
      where owner.user_id = ${userId} and ${isInService(sql`subscription`)}
    )`;
}

/** Condition on a user: has had a subscription, and none is in service. False for a free trial, whose user is null: it ends by itself. */
export function hasLeft(userId: SQL): SQL {
  return sql`(exists (
      select from ${customerOwners} owner
      join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
      where owner.user_id = ${userId}
    ) and not ${isServed(userId)})`;
}

export function mayChangeBrief(user: CurrentUserAt): SQL {
  return sql`(${isValidSession(user, user.at)} and ${isServed(sql`${user.userId}::uuid`)})`;
}

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
