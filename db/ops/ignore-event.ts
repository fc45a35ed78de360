import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { completeEvents } from "#db/events/complete-effects.ts";
import { auditLog, eventEffects, outboxEvents } from "#db/schema/events.ts";
import { Reason } from "./reason.ts";

export type IgnoreRequest = {
  eventId: string;
  /** The operator's email. */
  requestedBy: string;
  reason: string;
};

export type IgnoreResult =
  | { outcome: "ignored"; effects: string[] }
  | { outcome: "nothing_to_do" | "not_found" };

const Verdict = z.object({ failed: z.boolean(), effects: z.array(z.string()) });

/**
 * Ignores an event: its failed effects are skipped, and it is completed at once or when running
 * effects finish. On a dead-lettered event pending effects are skipped, too.
 *
 * @returns `ignored` with the skipped effects; `nothing_to_do` without a failure, recorded in the
 * audit log only
 * @throws {z.ZodError} when the reason is empty or too long
 */
export async function ignoreEvent(db: Db, request: IgnoreRequest): Promise<IgnoreResult> {
  const reason = Reason.parse(request.reason);
  const actor = JSON.stringify({ kind: "ops", name: request.requestedBy });
  const [verdict] = await rowsOf(
    db,
    sql`with event as (
      select * from ${outboxEvents} where id = ${request.eventId} for update
    ), given_up as (
      select ledger.*, event.dead_lettered_at from event
      join ${eventEffects} ledger on ledger.event_id = event.id
      where ledger.status = 'dead' or (ledger.status = 'pending' and event.dead_lettered_at is not null)
      order by ledger.effect for update of ledger
    ), verdict as (
      select event.id, event.type, event.request_id, event.aggregate_type, event.aggregate_id, event.last_error,
        event.dead_lettered_at is not null or exists (select from given_up) as failed
      from event
    ), skipped as (
      update ${eventEffects} ledger set status = 'skipped' from given_up
      where ledger.event_id = given_up.event_id and ledger.effect = given_up.effect
    ), completed as (
      update ${outboxEvents} ignored set completed_at = now(), dead_lettered_at = null
      from verdict where ignored.id = verdict.id and ignored.dead_lettered_at is not null
    ), audited as (
      insert into ${auditLog} (event_id, action, actor, subject_type, subject_id, data, at)
      select verdict.id, case when verdict.failed then 'ignore.requested' else 'ignore.nothing_to_do' end,
        ${actor}::jsonb, verdict.aggregate_type, verdict.aggregate_id,
        jsonb_strip_nulls(jsonb_build_object('event', verdict.type, 'correlationId', verdict.request_id,
          'reason', ${reason}::text, 'error', verdict.last_error,
          'before', coalesce((select jsonb_agg(jsonb_build_object('effect', given_up.effect,
              'status', given_up.status, 'attempts', given_up.attempts, 'error', given_up.last_error)
              order by given_up.effect) from given_up), '[]'))),
        now()
      from verdict
    )
    select verdict.failed,
      coalesce((select jsonb_agg(given_up.effect order by given_up.effect) from given_up), '[]') as effects
    from verdict`,
    Verdict,
  );
  if (verdict === undefined) return { outcome: "not_found" };
  if (!verdict.failed) return { outcome: "nothing_to_do" };
  // Open events are completed by the common rule.
  await completeEvents(db, [request.eventId]);
  return { outcome: "ignored", effects: verdict.effects };
}
