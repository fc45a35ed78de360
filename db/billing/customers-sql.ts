import { type SQL, sql } from "drizzle-orm";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { users } from "../schema/accounts.ts";
import { customerOwners, customers, unclaimedCustomers } from "../schema/billing.ts";
import { mailboxOf } from "../schema/mailbox.ts";

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

/** Query of the customer ids of a user, and of those that the user may claim. */
export function customersOfUser(userId: SQL): SQL {
  return sql`select customer_id from ${customerOwners} where user_id = ${userId}
    union all select customer_id from ${unclaimedCustomers} where user_id = ${userId}`;
}

/**
 * The email that Stripe's customer has to have. Null for a guest's, who may have paid with another address, where Stripe
 * keeps its own, and once the account is erased.
 */
export function accountEmail(): SQL<string | null> {
  return sql`(
    select account.email from ${users} account
    where account.id = ${customers}.user_id and ${customers}.origin = 'account' and not ${customers}.is_email_refused
  )`;
}

/**
 * Condition on the row `checkout` of `checkout_sessions`. A session that was never opened has only
 * the owner key. The customers are an array, so that the indexes are used.
 */
export function isCheckoutOfUser(userId: SQL): SQL {
  return sql`(
    checkout.customer_id = any(array(${customersOfUser(userId)}))
    or (checkout.state in ('opening', 'open') and checkout.owner_key = 'user:' || ${userId})
  )`;
}
