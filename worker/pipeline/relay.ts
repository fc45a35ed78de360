import { setTimeout as delay } from "node:timers/promises";
import type { Queue } from "bullmq";
import pg from "pg";
import { JOB_OPTIONS } from "#contracts/events/queue.ts";
import type { Db } from "#db/client.ts";
import {
  claimDueEvents,
  makeAllOpenEventsDue,
  releaseEvents,
} from "#db/events/change-due-events.ts";
import { describeError, framesOf } from "../describe-error.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { addJobs } from "./add-jobs.ts";
import type { QueueBackend } from "./queue-backend.ts";

/** BullMQ adds as many jobs in some tens of milliseconds. */
const PASS_MAX = 200;

/** When events are due again that the queue did not take. */
const RETRY_AFTER_MS = 1_000;

const POLL_MS = 1_000;

type RelayDeps = {
  db: Db;
  events: Queue;
  memory: QueueBackend["memory"];
  log: Logger;
  metrics: Metrics["relay"];
  now: () => Date;
};

/**
 * Publishes the events that are due; after the queue was flushed, all open ones.
 *
 * @returns number published; {@link PASS_MAX} means that there may be more
 * @throws when the database or the queue fails; the events stay due
 */
export async function relayOnce(deps: RelayDeps): Promise<number> {
  if (await deps.memory.wasFlushed()) {
    await makeAllOpenEventsDue(deps.db);
    await deps.memory.markSeeded();
    deps.metrics.flushDetected();
    deps.log.warn("queue_flushed");
  }
  const due = await claimDueEvents(deps.db, PASS_MAX);
  if (due.length === 0) return 0;
  try {
    await addJobs(
      deps.events,
      due.map((event) => ({
        name: event.type,
        // Events are not validated here: one invalid row must not block those behind it.
        data: { eventId: event.id, type: event.type, version: event.version },
        opts: { ...JOB_OPTIONS, jobId: event.id },
        mayExist: event.publishCount > 1,
      })),
      deps.now(),
    );
  } catch (error) {
    await releaseEvents(
      deps.db,
      due.map((event) => event.id),
      RETRY_AFTER_MS,
    );
    throw error;
  }
  deps.metrics.published(due.length);
  deps.log.info({ count: due.length }, "events_relayed");
  return due.length;
}

/**
 * Relays on each PostgreSQL notification, and once a second.
 *
 * @returns stops after the running pass
 */
export function startRelay(deps: RelayDeps & { databaseUrl: string }): () => Promise<void> {
  const stopping = new AbortController();
  let wake = new AbortController();
  const listener = listen(deps, () => wake.abort(), stopping.signal);

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      wake = new AbortController();
      try {
        while ((await relayOnce(deps)) === PASS_MAX && !stopping.signal.aborted);
      } catch (error) {
        deps.metrics.failed();
        deps.log.warn({ error: describeError(error), stack: framesOf(error) }, "relay_pass_failed");
      }
      // Rejects at once when a notification came during the pass.
      await delay(POLL_MS, undefined, { signal: wake.signal }).catch(() => undefined);
    }
  }

  const running = loop();
  return async function stop() {
    stopping.abort();
    wake.abort();
    await running;
    await listener;
  };
}

async function listen(
  deps: { databaseUrl: string; log: Logger },
  onNotification: () => void,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const client = new pg.Client({
      connectionString: deps.databaseUrl,
      application_name: "tidepost-relay-listener",
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    });
    client.on("notification", onNotification);
    try {
      await client.connect();
      await client.query("listen outbox_events");
      // Events may have been written before the connection listened.
      onNotification();
      await new Promise<void>((resolve) => {
        client.once("error", () => resolve());
        client.once("end", () => resolve());
        stop.addEventListener("abort", () => resolve(), { once: true });
        if (stop.aborted) resolve();
      });
    } catch (error) {
      deps.log.warn({ error: describeError(error) }, "relay_not_listening");
    }
    client.on("error", () => undefined);
    await client.end().catch(() => undefined);
    if (!stop.aborted) await delay(POLL_MS);
  }
}
