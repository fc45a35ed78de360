import { type Job, type Queue, UnrecoverableError, Worker } from "bullmq";
import * as z from "zod";
import { DomainEvent, type EventType } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { type CompletedEffect, completeEffects } from "#db/events/complete-effects.ts";
import type { EndedEvent } from "#db/events/complete-events.ts";
import { type FailedEffect, failEffects } from "#db/events/fail-effects.ts";
import { type StartedEffect, startEffects } from "#db/events/start-effects.ts";
import { toDomainShape } from "#db/events/stored-event.ts";
import { IDEMPOTENCY_KEY_HOURS } from "#db/ops/event-state.ts";
import { describeFault, framesOf } from "../describe-error.ts";
import type { Logger } from "../log.ts";
import type { EffectMetrics } from "../metrics.ts";
import type { Effect, EffectCatalogue } from "../pipeline/effect.ts";
import { CompanyAnswer, PermanentError } from "../ports/company-answer.ts";
import { MailDeferred } from "../ports/mailer.ts";
import type { Spans } from "../tracing/spans.ts";
import { batched, batchedWrite } from "./batch.ts";
import { type EffectJob, type EffectQueue, effectJobId } from "./queues.ts";
import { isSupportedEvent, delayForNewerWorker, retryWindowLeftMs } from "./unsupported-event.ts";

const BATCH_MAX = 100;

// Later a retry could repeat the action, because its idempotency key is forgotten.
const IN_DOUBT_AFTER_S = IDEMPOTENCY_KEY_HOURS * 3_600;

const EffectJobData = z.strictObject({ eventId: z.string(), effect: z.string() });

export type RunEffectDeps = {
  db: Db;
  queues: Readonly<Record<EffectQueue, Queue>>;
  effects: EffectCatalogue;
  log: Logger;
  metrics: EffectMetrics;
  now: () => Date;
  worker: string;
  spans: Spans;
};

/** Concurrent runs of an effect share an idempotency key and complete it once. */
export function createEffectRunner(
  deps: RunEffectDeps,
): (job: Job, token?: string) => Promise<void> {
  const start = batched<EffectJob, StartedEffect | null>(async (jobs) => {
    const started = new Map(
      (await startEffects(deps.db, { requested: jobs, worker: deps.worker })).map((row) => [
        effectJobId({ eventId: row.id, effect: row.effect }),
        row,
      ]),
    );
    return jobs.map((job) => started.get(effectJobId(job)) ?? null);
  }, BATCH_MAX);
  const reportEnded = (events: readonly EndedEvent[]) => {
    deps.metrics.ended(events);
    deps.spans.ended(events);
  };
  const complete = batchedWrite(
    async (completed: readonly CompletedEffect[]) =>
      reportEnded(await completeEffects(deps.db, completed)),
    BATCH_MAX,
  );
  const fail = batchedWrite(
    async (failed: readonly FailedEffect[]) => reportEnded(await failEffects(deps.db, failed)),
    BATCH_MAX,
  );

  return async function runEffectJob(job, token) {
    const { eventId, effect: name } = EffectJobData.parse(job.data);
    const started = await start({ eventId, effect: name });
    if (started === null) {
      deps.log.info({ eventId, effect: name }, "effect_already_completed");
      return;
    }
    const logFields = {
      eventId,
      effect: name,
      correlationId: started.correlationId,
      attempt: started.attempts,
    };
    const attempt = {
      eventId,
      effect: name,
      number: started.attempts,
      worker: deps.worker,
      startedAt: started.startedAt,
    };
    const startedMs = deps.now().getTime();
    const failAttempt = async (outcome: FailedEffect["outcome"], error: unknown) => {
      const failed = { ...attempt, ...ended(outcome, error) };
      const tookMs = deps.now().getTime() - startedMs;
      await fail(failed);
      deps.spans.attempted(started, { ...failed, tookMs });
    };
    // A newer worker created this effect, and any worker may get its job.
    if (!isSupportedEffect(deps.effects, started)) {
      const retryWindowMs = retryWindowLeftMs(started, deps.now());
      if (retryWindowMs > 0) {
        deps.log.warn({ ...logFields, retryWindowMs }, "effect_unsupported");
        await failAttempt("deferred", new Error("it needs a newer worker"));
        await delayForNewerWorker(job, token, deps.now());
      }
    }
    try {
      const result = await deps.spans.withinAttempt(started, attempt, () =>
        runEffect(deps.effects, started),
      );
      await complete({ ...attempt, ...result });
      const endedMs = deps.now().getTime();
      deps.spans.attempted(started, {
        ...attempt,
        outcome: "completed",
        error: null,
        tookMs: endedMs - startedMs,
      });
      deps.metrics.completed(name, {
        tookMs: endedMs - startedMs,
        sinceEventMs: endedMs - Date.parse(started.occurredAt),
      });
      deps.log.info({ ...logFields, ms: endedMs - startedMs }, "effect_completed");
    } catch (error) {
      const description = describeFault(error);
      if (error instanceof MailDeferred) {
        deps.metrics.deferred(name);
        deps.log.warn({ ...logFields, retryAfterMs: error.retryAfterMs }, "effect_deferred");
        await deps.queues.email.rateLimit(error.retryAfterMs);
        await failAttempt("deferred", error);
        throw Worker.RateLimitError();
      }
      const isPermanent = error instanceof PermanentError;
      const isFinal = isPermanent || job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
      await failAttempt(isFinal ? "dead_lettered" : "failed", error);
      deps.metrics.failed(name, { isFinal });
      deps.log.error(
        { ...logFields, final: isFinal, error: description, stack: framesOf(error) },
        "effect_failed",
      );
      // The queue stores the message, and the original may quote personal data.
      throw isPermanent ? new UnrecoverableError(description) : new Error(description);
    }
  };
}

function ended(outcome: FailedEffect["outcome"], error: unknown) {
  const answer =
    error instanceof Error && error.cause instanceof CompanyAnswer ? error.cause : null;
  return {
    outcome,
    error: describeFault(error),
    httpStatus: answer?.httpStatus ?? null,
    message: answer?.message ?? null,
  };
}

async function runEffect(effects: EffectCatalogue, started: StartedEffect) {
  const parsed = DomainEvent.safeParse(toDomainShape(started));
  if (!parsed.success) throw new PermanentError("the event does not match its contract");
  const event = parsed.data;
  const catalogue = effectsOf(effects, event.type);
  const effect = Object.hasOwn(catalogue, started.effect) ? catalogue[started.effect] : undefined;
  if (effect === undefined || effect.queue === null) {
    throw new PermanentError(`${event.type} has no effect of this name`);
  }
  if (effect.repeatMayDuplicate && started.ageS > IN_DOUBT_AFTER_S) {
    throw new PermanentError(
      `in doubt: first tried more than ${IDEMPOTENCY_KEY_HOURS} hours ago and never confirmed`,
    );
  }
  return effect.run(event, started.idempotencyKey);
}

function isSupportedEffect(effects: EffectCatalogue, started: StartedEffect): boolean {
  return (
    isSupportedEvent(started) &&
    Object.hasOwn(effectsOf(effects, started.type as EventType), started.effect)
  );
}

/** The compiler cannot match a type of the union with its catalogue entry. */
export function effectsOf(
  effects: EffectCatalogue,
  type: EventType,
): Readonly<Record<string, Effect<EventType>>> {
  return effects[type];
}
