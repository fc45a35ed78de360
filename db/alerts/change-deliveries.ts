import { and, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "../client.ts";
import { alertDeliveries } from "../schema/events.ts";
import { Timestamp } from "../timestamps.ts";

/** Longer than a channel may take, shorter than the watch's interval: a worker that stops loses nothing. */
const CLAIMED_SECONDS = 45;
/** A later time is of a clock that was ahead. */
const CLOCK_HOURS = 1;
const LISTED_MAX = 100;

const Alert = z.object({
  /** One of `ALERT_CAUSES`, some with a name; another of a newer worker. */
  cause: z.string(),
  /** What happened since the last alert, or all that lasts; the most of an all-clear; all ever `refused`. */
  count: z.coerce.number(),
  /** An event id; for a dispute or a fraud warning Stripe's id, for an invoice its customer's. */
  example: z.string(),
  /** Earlier than now when its channel failed in between. */
  alertedAt: Timestamp,
  since: z.nullable(Timestamp),
  detail: z.nullable(z.string()),
  /** Null: it is not over. */
  endedAt: z.nullable(Timestamp),
});
export type Alert = z.infer<typeof Alert>;

/**
 * Claims the alerts that a channel has not sent, oldest first. One statement that skips locked rows: of
 * several workers, one has each row.
 *
 * @param at ISO 8601
 */
export async function claimDeliveries(db: Db, { at, channel }: { at: string; channel: string }) {
  return rowsOf(db, Alert)`with waiting as (
    select channel, cause, alerted_at from ${alertDeliveries}
    where channel = ${channel}
      and (tried_at is null
        or tried_at <= ${at}::timestamptz - ${CLAIMED_SECONDS}::int * interval '1 second'
        or tried_at > ${at}::timestamptz + ${CLOCK_HOURS}::int * interval '1 hour')
    order by alerted_at, cause limit ${LISTED_MAX} for update skip locked
  ), claimed as (
    update ${alertDeliveries} delivery set tried_at = ${at}::timestamptz
    from waiting where (delivery.channel, delivery.cause, delivery.alerted_at)
      = (waiting.channel, waiting.cause, waiting.alerted_at)
    returning delivery.*
  )
  select cause, count, example, alerted_at::text, since::text, detail, ended_at::text from claimed order by alerted_at, cause`;
}

/**
 * Deletes the deliveries that a channel accepted, or records why it failed, so that the next run claims them again.
 *
 * @param claimedAt as passed to `claimDeliveries`
 * @param error without addresses and URLs; null when the channel accepted the alerts
 */
export async function finishDeliveries(
  db: Db,
  { channel, claimedAt, error }: { channel: string; claimedAt: string; error: string | null },
): Promise<void> {
  const claimed = and(
    eq(alertDeliveries.channel, channel),
    eq(alertDeliveries.triedAt, sql`${claimedAt}::timestamptz`),
  );
  await (error === null
    ? db.delete(alertDeliveries).where(claimed)
    : db.update(alertDeliveries).set({ error }).where(claimed));
}
