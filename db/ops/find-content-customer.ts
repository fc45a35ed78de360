import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { isId } from "#contracts/ids.ts";
import { isInService } from "#db/billing/in-service-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { customerOwners, subscriptions } from "#db/schema/billing.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { businessNameOf } from "../content/business-name-sql.ts";

const Row = z.object({
  /** Null for a free trial, which has an enquiry in its place. */
  userId: z.nullable(z.string()),
  enquiryId: z.nullable(z.string()),
  businessName: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  /** Null when content is not paid for. */
  subscription: z.nullable(z.object({ id: z.string(), priceId: z.string() })),
});
export type ContentCustomer = z.infer<typeof Row>;

/** @param key id of a user or of a free-trial enquiry */
export async function findContentCustomer(db: Db, key: string): Promise<ContentCustomer | null> {
  const [row] = await rowsOf(db, isId("submission", key) ? trialOf(key) : customerOf(key), Row);
  return row ?? null;
}

function trialOf(enquiryId: string): SQL {
  return sql`select null as user_id, enquiry.id as enquiry_id,
      nullif(btrim(enquiry.payload->>'company'), '') as business_name, enquiry.payload->>'first_name' as first_name,
      enquiry.payload->>'last_name' as last_name, null as subscription
    from ${formSubmissions} enquiry
    where enquiry.id = ${enquiryId} and enquiry.form_type = 'free-trial' and enquiry.email <> ${ERASED_EMAIL}`;
}

function customerOf(userId: string): SQL {
  return sql`select account.id as user_id, null as enquiry_id,
      ${businessNameOf({ userId: sql`account.id`, enquiryId: sql`null` })} as business_name, account.user_metadata->>'first_name' as first_name,
      account.user_metadata->>'last_name' as last_name, (
        select jsonb_build_object('id', subscription.id, 'priceId', subscription.price_id)
        from ${customerOwners} owner
        join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
        where owner.user_id = account.id and ${isInService(sql`subscription`)}
        order by subscription.created_at, subscription.id limit 1
      ) as subscription
      from ${users} account where account.id = ${userId}::uuid and account.deleted_at is null`;
}
