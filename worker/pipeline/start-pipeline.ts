import type { Db } from "#db/client.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import type { EffectCatalogue } from "../pipeline/effect.ts";
import type { Spans } from "../tracing/spans.ts";
import { createDispatcher } from "./dispatch.ts";
import type { QueueBackend } from "./queue-backend.ts";
import { EFFECT_QUEUES } from "./queues.ts";
import { startRelay } from "./relay.ts";
import { createEffectRunner } from "./run-effect.ts";

type PipelineDeps = {
  db: Db;
  databaseUrl: string;
  backend: QueueBackend;
  effects: EffectCatalogue;
  log: Logger;
  metrics: Pick<Metrics, "effects" | "relay">;
  now: () => Date;
  /** Name of this process, kept with each attempt. */
  worker: string;
  spans: Spans;
};

export function startPipeline(deps: PipelineDeps): {
  stopRelay: () => Promise<void>;
  stopConsumers: () => Promise<void>;
} {
  const { db, backend, effects, log, metrics, now, worker, spans } = deps;
  const { queues } = backend;
  const shared = { db, queues, effects, log, metrics: metrics.effects, now, worker, spans };
  const dispatch = createDispatcher(shared);
  const runEffect = createEffectRunner(shared);
  const consumers = [
    backend.consume("events", dispatch),
    ...EFFECT_QUEUES.map((name) => backend.consume(name, runEffect)),
  ];
  const stopRelay = startRelay({
    db,
    events: queues.events,
    memory: backend.memory,
    log,
    metrics: metrics.relay,
    now,
    databaseUrl: deps.databaseUrl,
  });
  return {
    stopRelay,
    async stopConsumers() {
      await Promise.all(consumers.map((consumer) => consumer.close()));
    },
  };
}
