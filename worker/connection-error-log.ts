import { MINUTE_MS } from "#contracts/durations.ts";
import { describeError } from "./describe-error.ts";
import type { Logger } from "./log.ts";

const AGAIN_MS = MINUTE_MS;

/** Logs an error at most once a minute: dozens of connections report one outage, each every two seconds. */
export function createConnectionErrorLog({
  log,
  now,
}: {
  log: Pick<Logger, "warn">;
  now: () => Date;
}): (cause: Error) => void {
  const logged = new Set<string>();
  let sinceMs = 0;
  return (cause) => {
    const error = describeError(cause);
    const nowMs = now().getTime();
    if (nowMs - sinceMs >= AGAIN_MS) {
      logged.clear();
      sinceMs = nowMs;
    }
    if (logged.has(error)) return;
    logged.add(error);
    log.warn({ error }, "connection_error");
  };
}
