import { sql } from "drizzle-orm";
import * as z from "zod";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { customers } from "#db/schema/billing.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { businessNameOf } from "../content/business-name-sql.ts";

const EventPerson = z.object({
  aggregateId: z.string(),
  /** Id of the account, else of the Stripe customer, else of the enquiry. */
  key: z.string(),
  businessName: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.nullable(z.string()),
});
export type EventPerson = z.infer<typeof EventPerson>;

/** Lists the people whom events are about; an erased account has none. */
export function listEventPeople(
  db: Db,
  aggregates: readonly { aggregateType: string; aggregateId: string }[],
): Promise<EventPerson[]> {
  const kinds = sql.param(aggregates.map((row) => row.aggregateType));
  const ids = sql.param(aggregates.map((row) => row.aggregateId));
  return rowsOf(
    db,
    sql`select about.id as aggregate_id, coalesce(account.id::text, customer.id, form.id) as key,
      ${businessNameOf({ userId: sql`account.id`, enquiryId: sql`form.id` })} as business_name,
      coalesce(account.user_metadata->>'first_name', form.payload->>'first_name') as first_name,
      coalesce(account.user_metadata->>'last_name', form.payload->>'last_name') as last_name,
      coalesce(account.email, customer.email, form.email) as email
    from (select distinct * from unnest(${kinds}::text[], ${ids}::text[]) as given(kind, id)) about
    left join ${formSubmissions} form
      on about.kind = 'form_submission' and form.id = about.id and form.email <> ${ERASED_EMAIL}
    left join ${customers} customer on about.kind = 'customer' and customer.id = about.id
    left join ${users} account on account.id = case
      when about.kind = 'user' and about.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then about.id::uuid
      else customer.user_id end
    where coalesce(account.email, customer.email, form.email) <> ${ERASED_EMAIL}`,
    EventPerson,
  );
}
