import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { hasBillingSubscription } from "#db/billing/subscription-row.ts";
import { isCheckoutOfUser } from "#db/billing/user-checkouts.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import {
  flowStates,
  identities,
  mfaFactors,
  oneTimeTokens,
  sessions,
  users,
} from "#db/schema/accounts.ts";
import {
  checkoutSessions,
  customerOwners,
  customers,
  subscriptionRequests,
  refundRequests,
} from "#db/schema/billing.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { hasVerifiedEmail } from "./verified-email-sql.ts";

export type EraseAccount = {
  userId: string;
  /** The hash of the code by which the owner proves who asks, or null where that is proven otherwise. */
  nonceHash: string | null;
  event: EventOf<"AccountErased">;
  graceMs: number;
};

/** Nothing is erased of somebody from whom money will be taken again. */
export type Erasure = "erased" | "billing" | "not_found";

const Row = z.object({ found: z.boolean(), erased: z.boolean() });

// What of an enquiry says nothing of its sender.
const KEPT_OF_ENQUIRY = ["form_type", "subject"];

/**
 * Erases an account in one statement: who it was is gone, from enquiries under its proven address and what it wrote about
 * its subscription too, and nobody can sign in to it. A nameless row stays for what refers to it, as do invoices, and events and audit log, which hold ids
 * alone. An account that was erased before is not found, nor is one whose code does not fit.
 */
export async function eraseAccount(db: Db, input: EraseAccount): Promise<Erasure> {
  const at = sql`${input.event.occurredAt}::timestamptz`;
  return erase(
    db,
    input,
    sql`deleted_at is null`,
    sql`${removedEverywhere(sql`target`)}, erased as (
      update ${users} account set
        email = null, phone = null, password_hash = null, new_email = null, new_phone = null,
        email_confirmed_at = null, phone_confirmed_at = null, email_change_halfway = false,
        app_metadata = '{}', user_metadata = '{}', deleted_at = ${at}, updated_at = ${at}
      from target where account.id = target.id
      returning account.id
    )`,
  );
}

/** Deletes an account with its row, in one statement. What was written under its proven address loses its name. */
export async function deleteAccount(db: Db, input: EraseAccount): Promise<Erasure> {
  return erase(
    db,
    input,
    sql`true`,
    sql`erased as (
      delete from ${users} account using target where account.id = target.id
      returning account.id
    )`,
  );
}

/**
 * @param which the condition on the row of `users`
 * @param parts what is done to the accounts of `target`, the last of them called `erased`
 */
async function erase(
  db: Db,
  { userId, nonceHash, event, graceMs }: EraseAccount,
  which: SQL,
  parts: SQL,
): Promise<Erasure> {
  const [row] = await rowsOf(
    db,
    sql`with found as (
      select * from ${users} where id = ${userId}::uuid and ${which} and (
        ${nonceHash === null}::boolean or exists (
          select from ${oneTimeTokens} token
          where token.user_id = ${userId}::uuid and token.purpose = 'reauthentication'
            and token.code_hash = ${nonceHash} and token.expires_at > ${event.occurredAt}::timestamptz
        )
      ) for update
    ), target as (
      select * from found where not ${hasBillingSubscription(sql`found`)}
    ), ${enquiriesErased(sql`target`)}, ${wordsErased(sql`target`)}, ${conversionsErased()}, ${customersErased()}, ${parts}, event as (
      ${insertEvent(event, { type: "user", id: userId }, graceMs, sql`from erased`)}
    )
    select exists (select from found) as found, exists (select from erased) as erased`,
    Row,
  );
  if (row === undefined) throw new Error("Bug: a select without a table returned no row");
  if (!row.found) return "not_found";
  return row.erased ? "erased" : "billing";
}

/** The parts of a statement that remove all that hangs on the accounts of `target`. */
function removedEverywhere(target: SQL): SQL {
  const tables = [sessions, oneTimeTokens, flowStates, mfaFactors, identities];
  const parts = tables.map(
    (table, index) => sql`${sql.raw(`removed_${index}`)} as (
      delete from ${table} mine using ${target} where mine.user_id = ${target}.id
    )`,
  );
  return sql.join(parts, sql`, `);
}

/** The part of a statement that takes the name off what was written under the proven addresses of `target`. */
function enquiriesErased(target: SQL): SQL {
  return sql`enquiries as (
    update ${formSubmissions} form set
      email = ${ERASED_EMAIL}, request_hash = '', conversion = null,
      payload = (
        select jsonb_object_agg(field.key, case
          when field.key = any(${sql.param(KEPT_OF_ENQUIRY)}::text[]) then field.value
          when field.key = 'email' then to_jsonb(${ERASED_EMAIL}::text)
          else '"erased"'::jsonb end)
        from jsonb_each(form.payload) field
      )
    from ${target}
    where lower(form.email) = ${target}.email and ${hasVerifiedEmail(target)}
  )`;
}

/** The parts of a statement that remove what `target` wrote about leaving, and about their money. */
function wordsErased(target: SQL): SQL {
  return sql`left_words as (
    update ${subscriptionRequests} request set feedback = null from ${target}
    where request.user_id = ${target}.id and request.feedback is not null
  ), refund_words as (
    update ${refundRequests} request set message = null from ${target}
    where request.user_id = ${target}.id and request.message is not null
  )`;
}

/**
 * The part of a statement that takes the address of `target` from their customers, and the key with which a checkout session
 * claims one. The version is raised, so that a sync that has begun does not give them back to the account.
 */
function customersErased(): SQL {
  return sql`erased_customers as (
    update ${customers} customer set email = ${ERASED_EMAIL}, guest_key = null, version = version + 1
    where customer.id in (
      select owner.customer_id from ${customerOwners} owner join target on target.id = owner.user_id
    )
  )`;
}

/** The part of a statement that forgets what the advertiser may be told of what the account of `target` bought. */
function conversionsErased(): SQL {
  return sql`conversions as (
    update ${checkoutSessions} visit set conversion = null
    where visit.conversion is not null and ${isCheckoutOfUser(sql`(select id from target)`)}
  )`;
}
