import { type Job, type Queue, UnrecoverableError, Worker } from "bullmq";
import { z } from "zod";
import { DomainEvent, type EventType } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { type BegunEffect, beginEffects } from "#db/events/begin-effects.ts";
import { failEffects, finishEffects } from "#db/events/settle-effects.ts";
import type { FailedEffect, FinishedEffect } from "#db/events/settle-effects.ts";
import { toDomainShape } from "#db/events/stored-event.ts";
import { batched } from "./batching.ts";
import { describeError } from "./describe-error.ts";
import type { Effect, EffectCatalogue } from "./effects/effect.ts";
import type { Logger } from "./log.ts";
import { MailDeferred } from "./mail/mailer.ts";
import type { EffectMetrics } from "./metrics.ts";
import { type EffectJob, type EffectQueue, effectJobId } from "./queues.ts";
import { Refused } from "./refused.ts";
import { isKnownEvent, leaveToNewer, patienceLeftMs } from "./unknown-event.ts";

const BATCH_MAX = 100;

// Providers keep idempotency keys for 24 hours. An act that was begun longer ago than this and never
// confirmed may or may not have happened, and a repeat would be a second act: a person decides.
const IN_DOUBT_AFTER_S = 23 * 3_600;

const EffectJobData = z.strictObject({ eventId: z.string(), effect: z.string() });

/** An attempt that must not be repeated by itself. */
class Final extends Error {
  override readonly name = "Final";
}

export type PerformDeps = {
  db: Db;
  queues: Readonly<Record<EffectQueue, Queue>>;
  effects: EffectCatalogue;
  log: Logger;
  metrics: EffectMetrics;
  now: () => Date;
};

/**
 * The consumer of the effect queues: performs one effect unless the ledger says that nothing is left to do,
 * and settles the ledger. Two that run at once give the provider the same key, and settle once.
 */
export function createPerformer(deps: PerformDeps): (job: Job, token?: string) => Promise<void> {
  const begin = batched<EffectJob, BegunEffect | null>(async (jobs) => {
    const begun = new Map(
      (await beginEffects(deps.db, jobs)).map((row) => [
        effectJobId({ eventId: row.id, effect: row.effect }),
        row,
      ]),
    );
    return jobs.map((job) => begun.get(effectJobId(job)) ?? null);
  }, BATCH_MAX);
  const finish = batched<FinishedEffect, null>(async (finished) => {
    await finishEffects(deps.db, finished);
    return finished.map(() => null);
  }, BATCH_MAX);
  const fail = batched<FailedEffect, null>(async (failed) => {
    await failEffects(deps.db, failed);
    return failed.map(() => null);
  }, BATCH_MAX);

  return async function performEffect(job, token) {
    const { eventId, effect: name } = EffectJobData.parse(job.data);
    const begun = await begin({ eventId, effect: name });
    if (begun === null) {
      deps.log.info({ eventId, effect: name }, "effect_already_settled");
      return;
    }
    const line = {
      eventId,
      effect: name,
      correlationId: begun.request_id,
      attempt: begun.attempts,
    };
    const startedMs = deps.now().getTime();
    // A newer worker opened this effect, and its job may come to any.
    if (!isKnownEffect(deps.effects, begun)) {
      const patienceMs = patienceLeftMs(begun, deps.now());
      if (patienceMs > 0) {
        deps.log.warn({ ...line, patienceMs }, "effect_unknown");
        await leaveToNewer(job, token, deps.now());
      }
    }
    try {
      const result = await perform(deps.effects, begun);
      await finish({ eventId, effect: name, ...result });
      const endedMs = deps.now().getTime();
      deps.metrics.done(name, endedMs - startedMs, endedMs - Date.parse(begun.occurred_at));
      deps.log.info({ ...line, ms: endedMs - startedMs }, "effect_done");
    } catch (error) {
      const description = describeError(error);
      if (error instanceof MailDeferred) {
        deps.metrics.deferred(name);
        deps.log.warn({ ...line, retryAfterMs: error.retryAfterMs }, "effect_deferred");
        await deps.queues.email.rateLimit(error.retryAfterMs);
        throw Worker.RateLimitError();
      }
      const refused = error instanceof Final || error instanceof Refused;
      const final = refused || job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
      await fail({ eventId, effect: name, error: description, final });
      deps.metrics.failed(name, final);
      deps.log.error({ ...line, final, error: description }, "effect_failed");
      // The original may quote what was sent; the queue keeps what is thrown here.
      throw refused ? new UnrecoverableError(description) : new Error(description);
    }
  };
}

async function perform(effects: EffectCatalogue, begun: BegunEffect) {
  const parsed = DomainEvent.safeParse(toDomainShape(begun));
  if (!parsed.success) throw new Final("the event does not match its contract");
  const event = parsed.data;
  const catalogue = effectsOf(effects, event.type);
  const effect = Object.hasOwn(catalogue, begun.effect) ? catalogue[begun.effect] : undefined;
  if (effect === undefined) throw new Final(`${event.type} has no effect of this name`);
  if (effect.external && begun.age_s > IN_DOUBT_AFTER_S) {
    throw new Final("in doubt: first tried more than 23 hours ago and never confirmed");
  }
  return effect.run(event, begun.idempotency_key);
}

function isKnownEffect(effects: EffectCatalogue, begun: BegunEffect): boolean {
  return (
    isKnownEvent(begun) && Object.hasOwn(effectsOf(effects, begun.type as EventType), begun.effect)
  );
}

/** The catalogue's entry for a type takes events of that type, which the compiler cannot follow through a union. */
function effectsOf(
  effects: EffectCatalogue,
  type: EventType,
): Readonly<Record<string, Effect<EventType>>> {
  return effects[type];
}
