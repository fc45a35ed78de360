import { MINUTE_MS } from "#contracts/durations.ts";

const CHECK_EVERY_MS = 15_000;

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
  const check = async () => {
    try {
      await checkWritable();
      takenMs = now().getTime();
    } catch {
      // The connection reports its errors itself.
    }
  };
  const timer = setInterval(() => void check(), CHECK_EVERY_MS);
  void check();
  return {
    isStuck: () => now().getTime() - takenMs > STUCK_AFTER_MS,
    stop: () => Promise.resolve(clearInterval(timer)),
  };
}
