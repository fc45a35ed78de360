import { type SQL, sql, and, eq, isNull } from "drizzle-orm";
import {
  UNDELIVERABLE_REASONS,
  type UndeliverableReason,
} from "#contracts/undeliverable-reasons.ts";
import { type Db, hasRow } from "#db/client.ts";
import { resendEvents, undeliverableAddresses } from "#db/schema/emails.ts";

type RecordResendEvent = {
  id: string;
  type: string;
  emailId: string | null;
  eventId: string | null;
  effect: string | null;
  bounceType: string | null;
  bounceSubType: string | null;
  /** ISO 8601 */
  occurredAt: string;
  /** Null when the event says nothing of an address; without a reason, it gets emails again. */
  address: { hash: string; reason: UndeliverableReason | null } | null;
};

/**
 * One statement, because Resend delivers concurrently: only the first delivery changes anything.
 *
 * @returns false for a repeated delivery
 */
export async function recordResendEvent(db: Db, input: RecordResendEvent): Promise<boolean> {
  return hasRow(db)`with recorded as (
    insert into ${resendEvents}
      (id, type, email_id, event_id, effect, bounce_type, bounce_sub_type, occurred_at)
    values (${input.id}, ${input.type}, ${input.emailId}, ${input.eventId}, ${input.effect},
      ${input.bounceType}, ${input.bounceSubType}, ${input.occurredAt}::timestamptz)
    on conflict (id) do nothing returning occurred_at
  )${input.address === null ? sql`` : sql`, marked as (${markAddress(input.address)})`}
  select 1 from recorded`;
}

/** Webhooks come in any order: the newest counts, and of two reasons the stronger one. */
function markAddress({ hash, reason }: NonNullable<RecordResendEvent["address"]>): SQL {
  return sql`insert into ${undeliverableAddresses} as known (address_hash, reason, changed_at)
    select ${hash}, ${reason}, occurred_at from recorded
    on conflict (address_hash) do update set
      reason = case when excluded.reason is null or known.reason is null
          or ${rankOf(sql`excluded.reason`)} > ${rankOf(sql`known.reason`)}
        then excluded.reason else known.reason end,
      changed_at = greatest(known.changed_at, excluded.changed_at)
    where excluded.changed_at > known.changed_at
      or ${rankOf(sql`excluded.reason`)} > ${rankOf(sql`known.reason`)}`;
}

function rankOf(reason: SQL): SQL {
  return sql`array_position(${sql.param([...UNDELIVERABLE_REASONS])}::text[], ${reason})`;
}

/** Lets an address that bounced get emails again, once. */
export async function retryAddress(
  db: Db,
  { addressHash, at }: { addressHash: string; at: string },
): Promise<void> {
  await db
    .update(undeliverableAddresses)
    .set({ reason: null, changedAt: at, retriedAt: at })
    .where(
      and(
        eq(undeliverableAddresses.addressHash, addressHash),
        eq(undeliverableAddresses.reason, "bounced"),
        isNull(undeliverableAddresses.retriedAt),
      ),
    );
}
