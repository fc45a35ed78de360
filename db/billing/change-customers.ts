import { sql, eq, type SQL, and, isNull } from "drizzle-orm";
import * as z from "zod";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, findValueOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { retry } from "#db/retry.ts";
import {
  customers,
  checkoutSessions,
  orders,
  subscriptions,
  stripeEvents,
} from "#db/schema/billing.ts";
import type { CheckoutOwner } from "./change-checkout-sessions.ts";

const ATTEMPTS_MAX = 2;

/**
 * If another request was first, its customer stays.
 *
 * @returns null when Stripe deleted the customer or it belongs to another buyer: a replayed
 * idempotency key makes that possible for a day
 */
export async function saveCustomer(
  db: Db,
  input: { id: string; buyer: CheckoutOwner; email: string | null },
): Promise<string | null> {
  const { buyer } = input;
  const isAccount = buyer.kind === "account";
  const own = isAccount
    ? sql`user_id = ${buyer.userId}::uuid and origin = 'account' and not is_deleted`
    : sql`guest_key = ${buyer.guestKey}::uuid`;
  const attempt = () =>
    findValueOf(db, z.string())`with saved as (
      insert into ${customers} (id, user_id, origin, guest_key, email)
      values (${input.id}, ${isAccount ? buyer.userId : null}::uuid, ${buyer.kind},
        ${isAccount ? null : buyer.guestKey}::uuid, ${input.email})
      on conflict do nothing returning id
    )
    select id from saved union all select id from ${customers} where ${own} limit 1`;
  // A statement that waited for another request's insert does not see that row; the next one does.
  return retry(attempt, { attempts: ATTEMPTS_MAX });
}

export async function markCustomerDeleted(db: Db, id: string): Promise<void> {
  await db
    .update(customers)
    .set({ isDeleted: true, guestKey: null, version: sql`${customers.version} + 1` })
    .where(eq(customers.id, id));
}

/** One statement: a customer that was claimed or has bought meanwhile stays. */
export async function deleteUnusedCustomer(db: Db, id: string): Promise<void> {
  await db.execute(sql`with unused as materialized (
      select customer.id from ${customers} customer
      where customer.id = ${id} and customer.user_id is null
        and not exists (select from ${subscriptions} own where own.customer_id = customer.id)
        and not exists (select from ${orders} own where own.customer_id = customer.id)
      for update
    ), checkouts as (
      delete from ${checkoutSessions} checkout using unused where checkout.customer_id = unused.id
    )
    delete from ${customers} customer using unused where customer.id = unused.id`);
}

export type CustomerVersion = { customerId: string; version: number };

/**
 * CTE `locked`: has a row if the customer's version is still the one that was read. Of two writers
 * one gets it; the other, and any sync under way, has to read again.
 */
export function lockCustomerVersion({ customerId, version }: CustomerVersion): SQL {
  return sql`locked as (
      update ${customers} set version = version + 1
      where id = ${customerId} and version = ${version}::int
      returning id
    )`;
}

/** @returns false for a customer that was erased meanwhile */
export async function saveInvoiceEmail(
  db: Db,
  { customerId, email }: { customerId: string; email: string | null },
): Promise<boolean> {
  const saved = await db
    .update(customers)
    .set({ invoiceEmail: email })
    .where(
      and(eq(customers.id, customerId), sql`${customers.email} is distinct from ${ERASED_EMAIL}`),
    )
    .returning({ id: customers.id });
  return saved.length > 0;
}

/** Stripe's customer keeps its email. The event, once per email, alerts the team. */
export async function recordRefusedEmail(
  db: Db,
  event: EventOf<"AccountEmailRefused">,
): Promise<void> {
  const { customerId } = event.data;
  await db.execute(sql`with refused as (
    update ${customers} set is_email_refused = true where id = ${customerId} and not is_email_refused
    returning id
  ) ${insertEvent(event, { type: "customer", id: customerId }, sql`from refused`)}`);
}

/** The team set another email at Stripe than the account has. */
export async function keepStripesEmail(db: Db, customerId: string): Promise<void> {
  await db.update(customers).set({ isEmailRefused: true }).where(eq(customers.id, customerId));
}

/** The account has another email, which Stripe may accept and the team has not replaced. */
export async function forgetRefusedEmail(db: Db, customerId: string): Promise<void> {
  await db
    .update(customers)
    .set({ isEmailRefused: false })
    .where(and(eq(customers.id, customerId), eq(customers.isEmailRefused, true)));
}

export async function backfillEventCustomer(
  db: Db,
  { stripeEventId, customerId }: { stripeEventId: string; customerId: string },
): Promise<void> {
  await db
    .update(stripeEvents)
    .set({ customerId })
    .where(and(eq(stripeEvents.id, stripeEventId), isNull(stripeEvents.customerId)));
}
