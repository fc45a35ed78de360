import { MINUTE_MS } from "#contracts/durations.ts";
import { describeError } from "./describe-error.ts";

const EDGE_EVERY_MS = MINUTE_MS;

/** A deploy or a lost packet is no news. */
const FAILURES_MIN = 3;

/**
 * Asks the API regularly as the worker does for files. What lies in between, such as Cloudflare's bot rules, may refuse what
 * browsers still get.
 *
 * @param ask throws when the API refuses
 */
export function watchEdge(ask: () => Promise<void>) {
  let failures = 0;
  let last: string | null = null;
  const check = async () => {
    try {
      await ask();
      failures = 0;
    } catch (error) {
      failures += 1;
      last = describeError(error);
    }
  };
  const timer = setInterval(() => void check(), EDGE_EVERY_MS);
  void check();
  return {
    /** Why the API refuses; null unless it has for minutes. */
    refusal: () => (failures >= FAILURES_MIN ? last : null),
    stop: () => Promise.resolve(clearInterval(timer)),
  };
}

const QUEUE_EVERY_MS = 15_000;

/** Longer than a failover or a restart takes. */
const STUCK_AFTER_MS = 3 * MINUTE_MS;

/**
 * Checks regularly whether the queue takes writes: one that answers "no" breaks no connection.
 *
 * @param checkWritable throws when no queue takes a write
 */
export function watchQueue({
  checkWritable,
  now,
}: {
  checkWritable: () => Promise<void>;
  now: () => Date;
}) {
  let takenMs = now().getTime();
  let refusal: string | null = null;
  const check = async () => {
    try {
      await checkWritable();
      takenMs = now().getTime();
      refusal = null;
    } catch (error) {
      refusal = isOffline(error) ? "no connection to it takes writes" : describeError(error);
    }
  };
  const timer = setInterval(() => void check(), QUEUE_EVERY_MS);
  void check();
  return {
    /** Why the newest write was not taken; null when it was. */
    refusal: () => refusal,
    isStuck: () => now().getTime() - takenMs > STUCK_AFTER_MS,
    stop: () => Promise.resolve(clearInterval(timer)),
  };
}

/** While ioredis connects again, it says so in words of its own settings. */
const isOffline = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("Stream isn't writeable");
