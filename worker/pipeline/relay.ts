import type { Queue } from "bullmq";
import pg from "pg";
import { JOB_OPTIONS } from "#contracts/events/queue.ts";
import type { Db } from "#db/client.ts";
import {
  makeAllOpenEventsDue,
  releaseEvents,
  claimDueEvents,
} from "#db/events/claim-due-events.ts";
import { addJobs } from "./add-jobs.ts";
import type { QueueBackend } from "../adapters/queue-backend.ts";
import { describeError } from "../describe-error.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";

/** What one pass takes at most: a bulk that the queue swallows in some tens of milliseconds. */
const PASS_MAX = 200;

/** How soon events are due again when the queue did not take them. */
const RETURN_AFTER_MS = 1_000;

export type RelayDeps = {
  db: Db;
  events: Queue;
  memory: QueueBackend["memory"];
  log: Logger;
  metrics: Metrics["relay"];
  now: () => Date;
};

/**
 * One pass: publishes what is open and due. The guarantee that whatever was committed is done, also when the
 * edge died before publishing, the queue was flushed, or a worker lost its jobs.
 *
 * @returns how many events were published; {@link PASS_MAX} means that there may be more
 * @throws when the database or the queue cannot be reached; the events stay due
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
        // The queue's own limit on ids and the contract are the consumer's to judge: one row that is not
        // as it should be must not hold up those behind it.
        data: { eventId: event.id, type: event.type, version: event.version },
        opts: { ...JOB_OPTIONS, jobId: event.id },
        mayExist: event.publish_count > 1,
      })),
      deps.now(),
    );
  } catch (error) {
    await releaseEvents(
      deps.db,
      due.map((event) => event.id),
      RETURN_AFTER_MS,
    );
    throw error;
  }
  deps.metrics.published(due.length);
  deps.log.info({ count: due.length }, "events_relayed");
  return due.length;
}

/** Bounds the delay of an event whose notification was lost, and of noticing that the queue was flushed. */
const POLL_MS = 1_000;

/**
 * Runs passes: at once when Postgres notifies of a new event, and otherwise once a second.
 *
 * @returns a function that stops it and resolves when the pass under way has ended
 */
export function startRelay(deps: RelayDeps & { databaseUrl: string }): () => Promise<void> {
  const stopping = new AbortController();
  let wake: () => void = () => undefined;
  let woken = false;
  const listener = listen(
    deps,
    () => {
      woken = true;
      wake();
    },
    stopping.signal,
  );

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = false;
      try {
        while ((await relayOnce(deps)) === PASS_MAX && !stopping.signal.aborted);
      } catch (error) {
        deps.metrics.failed();
        deps.log.warn({ error: describeError(error) }, "relay_pass_failed");
      }
      if (!woken) await pause();
    }
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        stopping.signal.removeEventListener("abort", done);
        wake = () => undefined;
        resolve();
      };
      const timer = setTimeout(done, POLL_MS);
      wake = done;
      stopping.signal.addEventListener("abort", done);
      if (stopping.signal.aborted) done();
    });
  }

  const running = loop();
  return async function stop() {
    stopping.abort();
    await running;
    await listener;
  };
}

/** Keeps one connection that hears of new events, and makes a new one when it breaks. */
async function listen(
  deps: { databaseUrl: string; log: Logger },
  onNotice: () => void,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const client = new pg.Client({
      connectionString: deps.databaseUrl,
      application_name: "tidepost-relay-listener",
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    });
    client.on("notification", onNotice);
    try {
      await client.connect();
      await client.query("listen outbox_events");
      // What was written while nobody listened.
      onNotice();
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
    if (!stop.aborted) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
