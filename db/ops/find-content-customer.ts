import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { SUBSCRIPTION_STATUSES } from "#contracts/billing/subscription-status.ts";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { isId } from "#contracts/ids.ts";
import { isInService } from "#db/billing/in-service-sql.ts";
import { billedItems, isCancelScheduled } from "#db/billing/subscription-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { customerOwners, subscriptions } from "#db/schema/billing.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { Timestamp } from "#db/timestamps.ts";
import { businessNameOf } from "../content/business-name-sql.ts";

const HeldItem = z.object({ priceId: z.nullable(z.string()), quantity: z.int() });

const Row = z.object({
  /** Null for a free trial, which has an enquiry in its place. */
  userId: z.nullable(z.string()),
  enquiryId: z.nullable(z.string()),
  businessName: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  /** One to a plan before others; null when content is not paid for. */
  subscription: z.nullable(
    z.object({
      id: z.string(),
      status: z.enum(SUBSCRIPTION_STATUSES),
      items: z.array(HeldItem),
      scheduled: z.nullable(z.object({ items: z.array(HeldItem), at: z.string() })),
      /** Null for one that goes on. */
      endsAt: z.nullable(Timestamp),
      anchorAt: Timestamp,
    }),
  ),
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
        select jsonb_build_object('id', subscription.id, 'status', subscription.status, 'items', ${billedItems(sql`subscription`)},
          'scheduled', subscription.scheduled,
          'endsAt', case when ${isCancelScheduled(sql`subscription`)} then coalesce(subscription.cancel_at, subscription.current_period_end) end,
          'anchorAt', coalesce(subscription.anchor_at, subscription.current_period_end, subscription.created_at))
        from ${customerOwners} owner
        join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
        where owner.user_id = account.id and ${isInService(sql`subscription`)}
        order by subscription.price_id is null, subscription.created_at, subscription.id limit 1
      ) as subscription
      from ${users} account where account.id = ${userId}::uuid and account.deleted_at is null`;
}
