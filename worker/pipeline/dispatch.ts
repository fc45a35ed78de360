import { type Job, type Queue, UnrecoverableError } from "bullmq";
import { DomainEvent } from "#contracts/events/catalogue.ts";
import { EventJob, JOB_OPTIONS } from "#contracts/events/queue.ts";
import type { Db } from "#db/client.ts";
import { listEventsById, createEffectRows } from "#db/events/create-effects.ts";
import { deadLetterEvent, completeEvents } from "#db/events/complete-effects.ts";
import { type StoredEvent, toDomainShape } from "#db/events/stored-event.ts";
import { batched } from "./batch.ts";
import type { EffectCatalogue } from "../effects/effect.ts";
import type { Logger } from "../log.ts";
import { addJobs, type NewJob } from "./add-jobs.ts";
import { EFFECT_QUEUES, type EffectQueue, effectJobId, type MailPriority } from "./queues.ts";
import { isSupportedEvent, delayForNewerWorker, retryWindowLeftMs } from "./unsupported-event.ts";

const BATCH_MAX = 100;

class InvalidEventError extends Error {
  override readonly name = "InvalidEventError";
}
class UnsupportedEventError extends Error {
  override readonly name = "UnsupportedEventError";
  readonly event: StoredEvent;

  constructor(event: StoredEvent) {
    super(`no effects known for ${event.type} version ${String(event.version)}`);
    this.event = event;
  }
}

export type DispatchDeps = {
  db: Db;
  queues: Readonly<Record<EffectQueue, Queue>>;
  effects: EffectCatalogue;
  log: Logger;
  now: () => Date;
};

/** Creates an event's effects and queues each pending one. Safe to repeat. */
export function createDispatcher(deps: DispatchDeps): (job: Job, token?: string) => Promise<void> {
  const dispatch = batched((ids: readonly string[]) => dispatchEvents(deps, ids), BATCH_MAX);
  return async function consumeEvent(job, token) {
    const parsed = EventJob.safeParse(job.data);
    if (!parsed.success) throw new UnrecoverableError("the job is not an event of ours");
    const { eventId, type } = parsed.data;
    try {
      const dispatched = await dispatch(eventId);
      deps.log.info({ eventId, type, ...dispatched }, "event_dispatched");
    } catch (error) {
      if (error instanceof InvalidEventError) {
        await deadLetterEvent(deps.db, eventId, error.message);
        deps.log.error({ eventId, type, error: error.message }, "event_invalid");
        throw new UnrecoverableError(error.message);
      }
      if (error instanceof UnsupportedEventError) {
        const retryWindowMs = retryWindowLeftMs(error.event, deps.now());
        if (retryWindowMs > 0) {
          deps.log.warn({ eventId, type, retryWindowMs }, "event_unsupported");
          await delayForNewerWorker(job, token, deps.now());
        }
        await deadLetterEvent(deps.db, eventId, error.message);
        throw new UnrecoverableError(error.message);
      }
      throw error;
    }
  };
}

type Dispatched = { correlationId: string; effects: number };

async function dispatchEvents(
  { db, queues, effects, now }: DispatchDeps,
  ids: readonly string[],
): Promise<(Dispatched | Error)[]> {
  const uniqueIds = [...new Set(ids)];
  const stored = new Map((await listEventsById(db, uniqueIds)).map((row) => [row.id, row]));
  const outcomes = new Map<string, Dispatched | Error>();
  const wanted: {
    eventId: string;
    effect: string;
    queue: EffectQueue;
    priority: MailPriority | undefined;
  }[] = [];
  for (const id of uniqueIds) {
    const row = stored.get(id);
    const event =
      row === undefined ? new InvalidEventError("there is no such event") : readEvent(row);
    if (event instanceof Error) {
      outcomes.set(id, event);
      continue;
    }
    outcomes.set(id, { correlationId: event.correlationId, effects: 0 });
    for (const [effect, { queue, priority, when }] of Object.entries(effects[event.type])) {
      if (when === undefined || when(event)) wanted.push({ eventId: id, effect, queue, priority });
    }
  }
  const states = wanted.length === 0 ? [] : await createEffectRows(db, wanted);
  const pending = new Map(
    states
      .filter((state) => state.status === "pending")
      .map((state) => [effectJobId({ eventId: state.event_id, effect: state.effect }), state]),
  );
  const jobs = new Map<EffectQueue, NewJob[]>(EFFECT_QUEUES.map((queue) => [queue, []]));
  for (const { eventId, effect, queue, priority } of wanted) {
    const jobId = effectJobId({ eventId, effect });
    const state = pending.get(jobId);
    const outcome = outcomes.get(eventId);
    if (state === undefined || outcome === undefined || outcome instanceof Error) continue;
    outcome.effects += 1;
    jobs.get(queue)?.push({
      name: effect,
      data: { eventId, effect },
      opts: { ...JOB_OPTIONS, jobId, ...(priority !== undefined && { priority }) },
      mayExist: state.seen,
    });
  }
  await Promise.all([...jobs].map(([queue, list]) => addJobs(queues[queue], list, now())));
  const settled = [...outcomes].filter(
    ([, outcome]) => !(outcome instanceof Error) && outcome.effects === 0,
  );
  await completeEvents(
    db,
    settled.map(([id]) => id),
  );
  return ids.map((id) => outcomes.get(id) ?? new Error("Bug: an event without an outcome"));
}

function readEvent(row: StoredEvent): DomainEvent | Error {
  if (!isSupportedEvent(row)) return new UnsupportedEventError(row);
  const event = DomainEvent.safeParse(toDomainShape(row));
  if (event.success) return event.data;
  const fields = event.error.issues.map((issue) => issue.path.join("."));
  return new InvalidEventError(`the event does not match its contract: ${fields.join(", ")}`);
}
