import { type SQL, sql } from "drizzle-orm";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { users } from "#db/schema/accounts.ts";
import { customerOwners, customers } from "#db/schema/billing.ts";
import { mailboxOf } from "#db/schema/mailbox.ts";

/**
 * Array of customer ids: the given customers, and those with the same mailbox or of an account with it, also the
 * given account's.
 * An address need not be proven, so the answer is a hint. Arrays, so that the indexes are used.
 *
 * @param ids query of customer ids
 */
export function customersOfPerson(ids: SQL, userId: string | null = null): SQL {
  const mailbox = mailboxOf(sql`email`);
  return sql`array(
    with given as materialized (select array(${ids}) as ids), address as materialized (
      select array(
        select ${mailbox} from ${customers} where id = any((select ids from given)::text[]) and email <> ${ERASED_EMAIL}
        union select ${mailbox} from ${users} where email is not null and id = any(array(
          select user_id from ${customerOwners} where customer_id = any((select ids from given)::text[])
          union select ${userId}::uuid
        ))
      ) as mailboxes
    )
    select unnest(ids) as id from given
    union select id from ${customers} where ${mailbox} = any((select mailboxes from address)::text[])
    union select id from ${customers} where user_id = any(array(
      select id from ${users} where ${mailbox} = any((select mailboxes from address)::text[]) and not is_sso
    ))
  )`;
}
