import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import * as z from "zod";
import { RETENTION_PERIODS } from "#contracts/retention-periods.ts";
import { type Db, oneValueOf } from "#db/client.ts";
import { approvalLinks } from "#db/schema/approval-links.ts";
import { checkoutSessions, refundRequests, stripeEvents } from "#db/schema/billing.ts";
import { bookedCalls } from "#db/schema/calls.ts";
import { resendEvents, undeliverableAddresses } from "#db/schema/emails.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import {
  bulkReplayEvents,
  bulkReplays,
  effectAttempts,
  eventEffects,
  outboxEvents,
  replays,
} from "#db/schema/events.ts";
import { pageViews } from "#db/schema/page-views.ts";
import { promises } from "#db/schema/promises.ts";

/** As an array the ids are known before the table is scanned, so its index is used. */
const OUTDATED_IDS = sql`any(array(select id from outdated))`;

type Ends = { now: SQL; recordsEnd: SQL; enquiriesEnd: SQL; limit: SQL };

// With `exists` and a limit PostgreSQL scans all dependent rows at once; aggregates keep it to the
// batch.
const STATEMENTS = {
  enquiries: ({ enquiriesEnd, limit }) =>
    olderRowsStatement(formSubmissions.createdAt, enquiriesEnd, limit),
  enquiry_advertising_data: ({ recordsEnd, limit }) =>
    advertisingDataStatement(sql`${formSubmissions}`, sql`row.id`, recordsEnd, limit),
  purchase_advertising_data: ({ recordsEnd, limit }) =>
    advertisingDataStatement(sql`${checkoutSessions}`, sql`row.customer_id`, recordsEnd, limit),
  // A failed effect keeps its event for the operator.
  completed_events: ({ recordsEnd, limit }) => sql`with outdated as (
      select row.id from ${outboxEvents} row
      where row.occurred_at <= ${recordsEnd} and row.completed_at <= ${recordsEnd}
        and coalesce((
          select bool_and(effect.status in ('completed', 'skipped')) from ${eventEffects} effect
          where effect.event_id = row.id
        ), true)
        -- An operator decides on the event's page.
        and (row.type <> 'RefundRequested' or coalesce((
          select request.state in ('declined', 'refunded') from ${refundRequests} request
          where request.id = row.payload->>'refundRequestId'
        ), true))
      order by row.occurred_at, row.id limit ${limit} for update skip locked
    ), attempts as (
      delete from ${effectAttempts} attempt where attempt.event_id = ${OUTDATED_IDS}
    ), effects as (
      delete from ${eventEffects} effect where effect.event_id = ${OUTDATED_IDS}
    ), replays as (
      delete from ${replays} replay where replay.event_id = ${OUTDATED_IDS}
    ), deleted as (
      delete from ${outboxEvents} row where row.id = ${OUTDATED_IDS} returning row.id
    )
    select count(*)::int as count from deleted`,
  bulk_replays: ({ recordsEnd, limit }) => sql`with outdated as (
      select row.id from ${bulkReplays} row
      where row.requested_at <= ${recordsEnd} and row.ended_at <= ${recordsEnd}
      order by row.requested_at limit ${limit} for update skip locked
    ), events as (
      delete from ${bulkReplayEvents} event where event.bulk_replay_id = ${OUTDATED_IDS}
    ), deleted as (
      delete from ${bulkReplays} row where row.id = ${OUTDATED_IDS} returning row.id
    )
    select count(*)::int as count from deleted`,
  // Stripe repeats a delivery for days; a later repeat only causes one more sync.
  provider_notifications: ({ recordsEnd, limit }) =>
    olderRowsStatement(stripeEvents.receivedAt, recordsEnd, limit),
  email_reports: ({ recordsEnd, limit }) =>
    olderRowsStatement(resendEvents.receivedAt, recordsEnd, limit),
  // Resend keeps its own list, so the next email to such an address reports it again.
  undeliverable_addresses: ({ recordsEnd, limit }) =>
    olderRowsStatement(
      undeliverableAddresses.changedAt,
      recordsEnd,
      limit,
      undeliverableAddresses.addressHash.name,
    ),
  // Enquiries start some of them.
  promises: ({ enquiriesEnd, limit }) =>
    olderRowsStatement(promises.startedAt, enquiriesEnd, limit),
  booked_calls: ({ enquiriesEnd, limit }) =>
    olderRowsStatement(bookedCalls.startsAt, enquiriesEnd, limit),
  approval_links: ({ recordsEnd, limit }) =>
    olderRowsStatement(approvalLinks.expiresAt, recordsEnd, limit),
  page_views: ({ now, limit }) => sql`with outdated as (
      select row.day, row.path from ${pageViews} row
      where row.day <= (${now} at time zone 'UTC')::date - ${RETENTION_PERIODS.pageViewMonths}::int * interval '1 month'
      order by row.day limit ${limit} for update skip locked
    ), deleted as (
      delete from ${pageViews} row using outdated
      where row.day = outdated.day and row.path = outdated.path returning row.day
    )
    select count(*)::int as count from deleted`,
} satisfies Record<string, (ends: Ends) => SQL>;
export type ExpiredRecordKind = keyof typeof STATEMENTS;
export const EXPIRED_RECORD_KINDS = Object.keys(STATEMENTS) as ExpiredRecordKind[];

/**
 * One statement that skips locked rows: any number may run at once.
 *
 * @returns the number of rows without dependent ones; fewer than `limit` means that none are left
 */
export async function deleteExpiredRecords(
  db: Db,
  kind: ExpiredRecordKind,
  { now: date, limit }: { now: Date; limit: number },
): Promise<number> {
  const now = sql`${date.toISOString()}::timestamptz`;
  const statement = STATEMENTS[kind]({
    now,
    recordsEnd: sql`${now} - ${RETENTION_PERIODS.recordDays}::int * interval '1 day'`,
    enquiriesEnd: sql`${now} - ${RETENTION_PERIODS.enquiryYears}::int * interval '1 year'`,
    limit: sql`${limit}::int`,
  });
  return oneValueOf(db, z.int())`${statement}`;
}

function olderRowsStatement({ table, name }: PgColumn, end: SQL, limit: SQL, key = "id"): SQL {
  const [at, id] = [sql`row.${sql.identifier(name)}`, sql`row.${sql.identifier(key)}`];
  return sql`with outdated as (
      select ${id} as id from ${table} row where ${at} <= ${end}
      order by ${at} limit ${limit} for update skip locked
    ), deleted as (
      delete from ${table} row where ${id} = ${OUTDATED_IDS} returning ${id}
    )
    select count(*)::int as count from deleted`;
}

/** @param subject column of `row` that events refer to */
function advertisingDataStatement(table: SQL, subject: SQL, recordsEnd: SQL, limit: SQL): SQL {
  return sql`with outdated as (
      select row.id from ${table} row
      where row.conversion is not null and row.created_at <= ${recordsEnd} and coalesce((
        select bool_and(event.completed_at is not null) from ${outboxEvents} event
        where event.aggregate_id = ${subject} and event.type in ('ContactSubmitted', 'CheckoutCompleted')
      ), true)
      order by row.created_at limit ${limit} for update skip locked
    ), deleted as (
      update ${table} row set conversion = null where row.id = ${OUTDATED_IDS} returning row.id
    )
    select count(*)::int as count from deleted`;
}
