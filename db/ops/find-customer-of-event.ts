import * as z from "zod";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { type Db, findValueOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { customerOwners, customers, stripeEvents } from "#db/schema/billing.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { outboxEvents } from "#db/schema/events.ts";

/** Finds the id of the account, else of the unclaimed customer, else of the enquiry. */
export function findCustomerOfEvent(db: Db, eventId: string): Promise<string | null> {
  return findValueOf(db, z.string())`with event as (
    select aggregate_type as kind, aggregate_id as id, payload->>'stripeEventId' as notification_id
    from ${outboxEvents} where id = ${eventId}
  ), address as (
    select lower(form.email) as email from event join ${formSubmissions} form on form.id = event.id
    where event.kind = 'form_submission' and form.email <> ${ERASED_EMAIL}
  ), customer as (
    select customer.id from ${customers} customer where customer.id in (
      select id from event where kind = 'customer'
      union all select notification.customer_id from event
        join ${stripeEvents} notification on notification.id = event.notification_id
    )
    union all select customer.id from address join ${customers} customer on customer.email = address.email
      where customer.user_id is null
  )
  select key from (
    select 1 as place, account.id::text as key from event join ${users} account on account.id = (
      case when event.kind = 'user' and event.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then event.id end)::uuid
    union all select 1, account.id::text from address join ${users} account on account.email = address.email
      where not account.is_sso
    union all select 2, (
      select owner.user_id::text from ${customerOwners} owner where owner.customer_id = customer.id
      order by owner.user_id limit 1
    ) from customer
    union all select 3, id from customer
    union all select 4, form.id from event join ${formSubmissions} form on form.id = event.id
      where event.kind = 'form_submission' and form.email <> ${ERASED_EMAIL}
  ) found
  where key is not null order by place, key limit 1`;
}
