import type { Logger } from "./log.ts";

// A running job has a 15 s limit for its request; platforms kill a process after 30 s.
const SHUTDOWN_LIMIT_MS = 20_000;

/**
 * An uncaught error leaves an unknown state, so the process ends at once; its jobs run again
 * elsewhere.
 *
 * @param steps run in order, 20 s in total: closing a consumer never ends if the queue is down
 */
export function shutDownOnSignal(
  log: Logger,
  steps: readonly { name: string; run: () => Promise<unknown> }[],
): void {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    const limit = setTimeout(() => {
      log.warn("stopped_with_work_left");
      process.exit(0);
    }, SHUTDOWN_LIMIT_MS);
    for (const { name, run } of steps) {
      await run().catch(() => log.warn({ step: name }, "shutdown_step_failed"));
    }
    clearTimeout(limit);
    log.info("stopped");
    process.exit(0);
  };
  process.on("SIGTERM", (signal) => void stop(signal));
  process.on("SIGINT", (signal) => void stop(signal));
  const crash = (error: unknown) => {
    const known =
      error instanceof Error
        ? { error: error.name, code: codeOf(error), stack: stackOf(error) }
        : {};
    log.fatal(known, "crashed");
    process.exit(1);
  };
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
}

function codeOf(error: Error): string | undefined {
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function stackOf(error: Error): string {
  return (error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .join("\n");
}
