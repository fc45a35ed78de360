import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { PROMISE_RULES } from "#contracts/events/promises.ts";
import { activeOperators } from "#db/accounts/account-manager-sql.ts";
import { businessNameOf } from "#db/content/business-name-sql.ts";
import { users } from "#db/schema/accounts.ts";
import { customers, subscriptions } from "#db/schema/billing.ts";
import { businesses, posts } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { promises } from "#db/schema/promises.ts";
import { Timestamp } from "#db/timestamps.ts";

export const NamedPromise = z.object({
  id: z.int(),
  rule: z.enum(PROMISE_RULES),
  dueAt: Timestamp,
  /** The business, person or address; null once all are erased. */
  who: z.nullable(z.string()),
});
export type NamedPromise = z.infer<typeof NamedPromise>;

/** The name of a business, or of its person, or the address. Of the aliases `account` and `asked`. */
export const who: SQL = sql`coalesce(${businessNameOf({ userId: sql`account.id`, enquiryId: sql`asked.id` })},
      nullif(concat_ws(' ', coalesce(account.user_metadata, asked.payload)->>'first_name',
        coalesce(account.user_metadata, asked.payload)->>'last_name'), ''),
      account.email, nullif(asked.email, ${ERASED_EMAIL}))`;

/** The account manager of the row `business`; null without one who may act. */
export const managerId: SQL = sql`(select operator.user_id from ${activeOperators()} where operator.user_id = business.account_manager_id)`;

/**
 * SQL of open promises, as {@link NamedPromise} with their `manager_id`.
 *
 * @param where of `promise` and {@link managerId}
 */
export function selectNamedPromises(where: SQL): SQL {
  return sql`select promise.id::float8 as id, promise.rule, promise.due_at, ${managerId} as manager_id,
      coalesce(${who}, nullif(customer.email, ${ERASED_EMAIL})) as who
    from ${promises} promise
    left join ${subscriptions} subscription on subscription.id = promise.subject_id
    left join ${customers} customer on customer.id = subscription.customer_id
    left join ${posts} post on post.id = promise.subject_id
    left join ${businesses} business on business.id = coalesce(post.business_id,
      (select id from ${businesses} where user_id = subscription.user_id),
      (select id from ${businesses} where enquiry_id = promise.subject_id))
    left join ${users} account on account.id = coalesce(business.user_id, subscription.user_id)
    left join ${formSubmissions} asked on asked.id = coalesce(business.enquiry_id, promise.subject_id)
    where promise.kept_at is null and promise.released_at is null and ${where}
    order by promise.due_at, promise.id`;
}
