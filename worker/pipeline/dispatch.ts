import { type Job, UnrecoverableError } from "bullmq";
import { DomainEvent } from "#contracts/events/catalogue.ts";
import { EventJob, JOB_OPTIONS } from "#contracts/events/queue.ts";
import { deadLetterEvent } from "#db/events/change-due-events.ts";
import { completeEvents } from "#db/events/complete-events.ts";
import { createEffectRows, type NewEffect } from "#db/events/create-effect-rows.ts";
import { listEventsById } from "#db/events/list-events-by-id.ts";
import { type StoredEvent, toDomainShape } from "#db/events/stored-event.ts";
import type { EffectMetrics } from "../metrics.ts";
import type { EffectCatalogue } from "../pipeline/effect.ts";
import { addJobs, type NewJob } from "./add-jobs.ts";
import { batched, batchedById, batchedWrite } from "./batch.ts";
import { EFFECT_QUEUES, effectJobId, type EffectQueue } from "./queues.ts";
import { effectsOf, type RunEffectDeps } from "./run-effect.ts";
import { delayForNewerWorker, isSupportedEvent, retryWindowLeftMs } from "./unsupported-event.ts";

const BATCH_MAX = 100;

type DispatchDeps = Omit<RunEffectDeps, "metrics"> & { metrics: Pick<EffectMetrics, "ended"> };

/**
 * Creates an event's effects and queues the pending ones. Safe to repeat. Concurrent jobs share
 * their statements.
 */
export function createDispatcher({
  db,
  queues,
  effects,
  log,
  metrics,
  now,
  worker,
  spans,
}: DispatchDeps): (job: Job, token?: string) => Promise<void> {
  const findEvent = batchedById((ids) => listEventsById(db, ids), BATCH_MAX);
  const createEffects = batched(async (events: readonly (readonly NewEffect[])[]) => {
    const states = await createEffectRows(db, { requested: events.flat(), worker });
    const byEvent = Map.groupBy(states, (state) => state.eventId);
    return events.map(([first]) => byEvent.get(first?.eventId ?? "") ?? []);
  }, BATCH_MAX);
  const queueEffects = batchedWrite(async (events: readonly QueuedEffect[][]) => {
    const queued = events.flat();
    await Promise.all(
      EFFECT_QUEUES.map((name) =>
        addJobs(
          queues[name],
          queued.filter(({ queue }) => queue === name).map(({ job }) => job),
          now(),
        ),
      ),
    );
  }, BATCH_MAX);
  const completeEvent = batchedWrite(async (ids: readonly string[]) => {
    const ended = await completeEvents(db, ids);
    metrics.ended(ended);
    spans.ended(ended);
  }, BATCH_MAX);

  async function dispatch(event: DomainEvent): Promise<{ pending: number; isFirst: boolean }> {
    const eventId = event.id;
    const applicable = applicableEffects(effects, event);
    const requested = await requestEffects(effects, event);
    const states = requested.length === 0 ? [] : await createEffects(requested);
    const isFirst = states.every(({ wasDispatched }) => !wasDispatched);
    const pending = new Map(
      states.filter(({ status }) => status === "pending").map((state) => [state.effect, state]),
    );
    if (pending.size === 0) {
      await completeEvent(eventId);
      return { pending: 0, isFirst };
    }
    await queueEffects(
      applicable.flatMap(([name, effect]) => {
        const state = pending.get(name);
        if (state === undefined || effect.queue === null) return [];
        const { queue, priority } = effect;
        const opts = {
          ...JOB_OPTIONS,
          jobId: effectJobId({ eventId, effect: name }),
          ...(priority !== undefined && { priority }),
        };
        return [
          {
            queue,
            job: { name, data: { eventId, effect: name }, opts, mayExist: state.wasDispatched },
          },
        ];
      }),
    );
    return { pending: pending.size, isFirst };
  }

  return async function dispatchJob(job, token) {
    const parsed = EventJob.safeParse(job.data);
    if (!parsed.success) throw new UnrecoverableError("the job is not an event of ours");
    const { eventId, type } = parsed.data;
    const row = await findEvent(eventId);
    if (row !== null && !isSupportedEvent(row)) {
      const retryWindowMs = retryWindowLeftMs(row, now());
      if (retryWindowMs > 0) {
        log.warn({ eventId, type, retryWindowMs }, "event_unsupported");
        await delayForNewerWorker(job, token, now());
      }
    }
    const eventOrError = row === null ? "there is no such event" : readEvent(row);
    if (typeof eventOrError === "string") {
      const error = eventOrError;
      await deadLetterEvent(db, { eventId, error });
      log.error({ eventId, type, error }, "event_invalid");
      throw new UnrecoverableError(error);
    }
    const { correlationId } = eventOrError;
    const started = now().getTime();
    const { pending, isFirst } = await dispatch(eventOrError);
    log.info({ eventId, type, correlationId, effects: pending }, "event_dispatched");
    if (row !== null && isFirst) {
      spans.dispatched(row, { queued: job.timestamp, started, ended: now().getTime() });
    }
  };
}

function applicableEffects(effects: EffectCatalogue, event: DomainEvent) {
  return Object.entries(effectsOf(effects, event.type)).filter(
    ([, effect]) => effect.when === undefined || effect.when(event),
  );
}

/** The effects that an event has, with the facts of those that do nothing else. */
export function requestEffects(
  effects: EffectCatalogue,
  event: DomainEvent,
): Promise<readonly NewEffect[]> {
  return Promise.all(
    applicableEffects(effects, event).map(async ([name, effect]) => ({
      eventId: event.id,
      effect: name,
      facts: effect.queue === null ? (await effect.run(event, "")).facts : null,
    })),
  );
}

type QueuedEffect = { queue: EffectQueue; job: NewJob };

/** @returns the event, or why it is not one */
function readEvent(row: StoredEvent): DomainEvent | string {
  if (!isSupportedEvent(row)) return `no effects known for ${row.type} version ${row.version}`;
  const event = DomainEvent.safeParse(toDomainShape(row));
  if (event.success) return event.data;
  const fields = event.error.issues.map((issue) => issue.path.join("."));
  return `the event does not match its contract: ${fields.join(", ")}`;
}
