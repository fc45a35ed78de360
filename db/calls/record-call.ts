import { sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, hasRow, oneRowOf } from "#db/client.ts";
import { insertEventWithPromises } from "#db/events/insert-event.ts";
import { users } from "#db/schema/accounts.ts";
import { customers } from "#db/schema/billing.ts";
import { bookedCalls } from "#db/schema/calls.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";

const Caller = z.object({
  userId: z.nullable(z.string()),
  customerId: z.nullable(z.string()),
  enquiryId: z.nullable(z.string()),
});
export type Caller = z.infer<typeof Caller>;

export const NOBODY: Caller = { userId: null, customerId: null, enquiryId: null };

/** Finds whom we know under an address: an account, else a guest's customer, else the newest enquiry. */
export async function findCaller(db: Db, email: string): Promise<Caller> {
  const address = sql`lower(${email})`;
  return oneRowOf(db, Caller)`with account as (
    select id from ${users} where email = ${address} and not is_sso and email_confirmed_at is not null
  ), guest as (
    select id from ${customers} where email = ${address} and user_id is null and not exists (select from account)
    order by created_at desc, id limit 1
  ), enquiry as (
    select id from ${formSubmissions} where lower(email) = ${address}
      and not exists (select from account) and not exists (select from guest)
    order by created_at desc, id limit 1
  )
  select (select id from account) as user_id, (select id from guest) as customer_id, (select id from enquiry) as enquiry_id`;
}

/** The aggregate of a call's events. */
export function callerOf(callId: string, { userId, customerId, enquiryId }: Caller) {
  if (userId !== null) return { type: "user", id: userId } as const;
  if (customerId !== null) return { type: "customer", id: customerId } as const;
  return enquiryId === null
    ? ({ type: "call", id: callId } as const)
    : ({ type: "form_submission", id: enquiryId } as const);
}

type RecordCall = {
  caller: Caller;
  /** ISO 8601 */
  startsAt: string;
  event: EventOf<"CallBooked"> | EventOf<"CallCancelled">;
};

/**
 * One statement, because Calendly delivers concurrently: only the first delivery of each kind changes anything. A cancellation that
 * comes first leaves nothing to hold, so the booking that follows writes no event.
 *
 * @returns false for a repeated delivery
 */
export async function recordCall(
  db: Db,
  { caller, startsAt, event }: RecordCall,
): Promise<boolean> {
  const { callId } = event.data;
  const isBooking = event.type === "CallBooked";
  const [own, other] = isBooking
    ? [sql`booked_at`, sql`cancelled_at`]
    : [sql`cancelled_at`, sql`booked_at`];
  // Each event goes on only in the order that makes sense: booked before cancelled.
  const follows = isBooking ? sql`${other} is null` : sql`${other} is not null`;
  return hasRow(db)`with recorded as (
    insert into ${bookedCalls} as known (id, user_id, customer_id, enquiry_id, starts_at, ${own})
    values (${callId}, ${caller.userId}::uuid, ${caller.customerId}, ${caller.enquiryId}, ${startsAt}::timestamptz,
      ${event.occurredAt}::timestamptz)
    on conflict (id) do update set ${own} = excluded.${own} where known.${own} is null
    returning booked_at, cancelled_at
  ), ${insertEventWithPromises("event", event, callerOf(callId, caller), sql`from recorded where ${follows}`)}
  select 1 from recorded`;
}
