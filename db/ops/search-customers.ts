import { sql } from "drizzle-orm";
import * as z from "zod";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { customers, orders, subscriptions, stripeEvents } from "#db/schema/billing.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { businessNameOf } from "../content/business-name-sql.ts";
import { accountsByName, normalizeName, enquiriesByName } from "./names.ts";

const Found = z.object({
  /** Id of an account, else of a Stripe customer, else of the newest enquiry. */
  key: z.string(),
  onlyEnquired: z.boolean(),
  email: z.nullable(z.string()),
  businessName: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
});
export type CustomerSearchResult = z.infer<typeof Found>;

/** A search that matches more has to be more specific. */
const FOUND_MAX = 20;

/** By email, the start of a person's name or of each word of a business's, the number of an invoice or credit note, or an id of ours or Stripe's. */
export async function searchCustomers(db: Db, text: string): Promise<CustomerSearchResult[]> {
  const typed = normalizeName(text);
  if (typed === "") return [];
  const upper = text.trim().toUpperCase();
  return rowsOf(
    db,
    // Linked and unlinked accounts have an index each.
    sql`with enquiry as (
      select distinct on (lower(email)) id, lower(email) as email, nullif(btrim(payload->>'company'), '') as business_name,
        payload->>'first_name' as first_name, payload->>'last_name' as last_name
      from ${formSubmissions}
      where (lower(email) = ${typed} or id = any(array(${enquiriesByName(text, FOUND_MAX)}))) and email <> ${ERASED_EMAIL}
      order by lower(email), created_at desc
    ), address as (
      select email from enquiry union select ${typed}::text
    ), account as (
      select account.id from ${users} account join address on account.email = address.email where not account.is_sso
      union select account.id from ${users} account join address on account.email = address.email where account.is_sso
      union select id from ${users} where id::text = ${typed} and id = (
        case when ${typed} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${typed} end)::uuid
      union ${accountsByName(text, FOUND_MAX)}
    ), customer as (
      select id, user_id, email from ${customers} where id = ${text.trim()}
      union select id, user_id, customer.email from ${customers} customer join address on customer.email = address.email
        where user_id is null and customer.email <> ${ERASED_EMAIL}
      union select id, user_id, email from ${customers} where id in (
        select customer_id from ${subscriptions} where id = ${text.trim()}
        union all select customer_id from ${orders} where id = ${text.trim()}
        -- A credit note is numbered after its invoice.
        union all select customer_id from ${orders} where number = ${upper.replace(/-CN-\d+$/, "")}
        union all select customer_id from ${stripeEvents} where object_id = ${text.trim()}
      )
    )
    select id::text as key, false as only_enquired, email,
      ${businessNameOf({ userId: sql`account.id`, enquiryId: sql`null` })} as business_name, user_metadata->>'first_name' as first_name,
      user_metadata->>'last_name' as last_name
    from ${users} account where id in (select id from account union select user_id from customer)
    union all
    select id, false, email, null, null, null from customer where user_id is null
    union all
    select id, true, email, business_name, first_name, last_name from enquiry
    where email not in (
      select known.email from ${users} known join account on account.id = known.id where known.email is not null
      union all select email from customer where user_id is null and email is not null
    )
    limit ${FOUND_MAX}`,
    Found,
  );
}
