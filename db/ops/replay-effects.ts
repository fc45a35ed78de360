import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Id } from "#contracts/ids.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { auditLog, eventEffects, outboxEvents, replays } from "#db/schema/events.ts";
import { isInDoubt } from "./event-state.ts";
import { Reason } from "./reason.ts";

/** An effect to run again, and its state when the operator chose it. */
export type ReplayChoice = {
  replayId: Id<"replay">;
  effect: string;
  seen: { status: "dead" | "pending"; attempts: number };
};

export type ReplayRequest = {
  eventId: string;
  effects: readonly ReplayChoice[];
  /** For an event that was dead-lettered before it had effects. */
  buried: { replayId: Id<"replay"> } | null;
  /** The operator's email. */
  requestedBy: string;
  reason: string;
  /** The operator accepts that it may run twice. */
  sendAgain: boolean;
};

export type ReplayResult =
  | { outcome: "replayed"; effects: string[] }
  | { outcome: "nothing_to_do" | "confirmation_needed" | "not_found" };

/** Value of `replays.effect` for a dead-lettered event. */
export const WHOLE_EVENT = "event";

const Verdict = z.object({
  allowed: z.boolean(),
  buried: z.boolean(),
  effects: z.array(z.string()),
});

/**
 * Makes chosen effects pending again, with outbox, replays and audit log. Completed and skipped
 * effects are never touched, and an effect whose state has changed is left alone, so the same
 * request runs once.
 *
 * An effect keeps the time of its first attempt, because its idempotency key counts from there;
 * only `sendAgain` starts a new one.
 *
 * @returns `confirmation_needed` when a key may have expired, with nothing written;
 * `nothing_to_do` when nothing is left, recorded in the audit log only
 * @throws {z.ZodError} when the reason is empty or too long
 */
export async function replayEffects(db: Db, request: ReplayRequest): Promise<ReplayResult> {
  const reason = Reason.parse(request.reason);
  const chosen = JSON.stringify(
    request.effects.map((choice) => ({
      effect: choice.effect,
      status: choice.seen.status,
      attempts: choice.seen.attempts,
      replay_id: choice.replayId,
    })),
  );
  const actor = JSON.stringify({ kind: "ops", name: request.requestedBy });
  const [verdict] = await rowsOf(
    db,
    sql`with event as (
      select * from ${outboxEvents} where id = ${request.eventId} for update
    ), chosen as (
      select * from jsonb_to_recordset(${chosen}::jsonb)
        as chosen(effect text, status text, attempts int, replay_id text)
    ), missing as (
      select ledger.*, chosen.replay_id,
        ${isInDoubt} as in_doubt
      from event
      join ${eventEffects} ledger on ledger.event_id = event.id
      join chosen on chosen.effect = ledger.effect
        and chosen.status = ledger.status and chosen.attempts = ledger.attempts
      where ledger.status in ('dead', 'pending') and event.completed_at is null
      order by ledger.effect for update of ledger
    ), verdict as (
      select event.id, event.type, event.request_id, event.aggregate_type, event.aggregate_id,
        ${request.sendAgain} or not exists (select from missing where in_doubt) as allowed,
        ${request.buried !== null} and event.dead_lettered_at is not null
          and not exists (select from ${eventEffects} ledger where ledger.event_id = event.id) as buried,
        exists (select from missing) as any_missing
      from event
    ), reset as (
      update ${eventEffects} ledger set status = 'pending', attempts = 0,
        first_attempt_at = case when missing.in_doubt then null else ledger.first_attempt_at end
      from missing, verdict
      where verdict.allowed and ledger.event_id = missing.event_id and ledger.effect = missing.effect
    ), reopened as (
      update ${outboxEvents} reopened set dead_lettered_at = null, last_error = null,
        -- The edge's own job of it has ended and stands in the queue, where the relay looks from the second time on.
        publish_count = greatest(reopened.publish_count, 1),
        -- The column keeps milliseconds and rounds: a moment rounded up would not count as due.
        next_publish_at = date_trunc('milliseconds', now())
      from verdict
      where reopened.id = verdict.id and verdict.allowed and (verdict.any_missing or verdict.buried)
    ), recorded as (
      insert into ${replays} (id, event_id, effect, requested_by, reason, prev_status, at)
      select missing.replay_id, missing.event_id, missing.effect, ${request.requestedBy}, ${reason},
        missing.status, now()
      from missing, verdict where verdict.allowed
      union all
      select ${request.buried?.replayId ?? null}, verdict.id, ${WHOLE_EVENT}, ${request.requestedBy}, ${reason},
        'dead', now()
      from verdict where verdict.buried
    ), audited as (
      insert into ${auditLog} (event_id, action, actor, subject_type, subject_id, data, at)
      select verdict.id,
        case when verdict.any_missing or verdict.buried then 'replay.requested' else 'replay.nothing_to_do' end,
        ${actor}::jsonb, verdict.aggregate_type, verdict.aggregate_id,
        jsonb_build_object('event', verdict.type, 'correlationId', verdict.request_id, 'reason', ${reason}::text,
          'effects', case when verdict.buried then jsonb_build_array(${WHOLE_EVENT}::text) else
            coalesce((select jsonb_agg(missing.effect order by missing.effect) from missing), '[]') end,
          'before', coalesce((select jsonb_agg(jsonb_build_object('effect', missing.effect,
              'status', missing.status, 'attempts', missing.attempts,
              'firstAttemptAt', missing.first_attempt_at, 'error', missing.last_error) order by missing.effect)
            from missing), '[]')),
        now()
      from verdict where verdict.allowed
    )
    select verdict.allowed, verdict.buried,
      coalesce((select jsonb_agg(missing.effect order by missing.effect) from missing), '[]') as effects
    from verdict`,
    Verdict,
  );
  if (verdict === undefined) return { outcome: "not_found" };
  if (!verdict.allowed) return { outcome: "confirmation_needed" };
  if (verdict.buried) return { outcome: "replayed", effects: [WHOLE_EVENT] };
  return verdict.effects.length === 0
    ? { outcome: "nothing_to_do" }
    : { outcome: "replayed", effects: verdict.effects };
}
