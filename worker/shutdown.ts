import type { Logger } from "./log.ts";

// A job under way has 15 s for its provider. Platforms that stop a process wait 30 s before they kill it.
const SHUTDOWN_LIMIT_MS = 20_000;

/**
 * Ends the process in order when it is asked to, and at once when something unforeseen was thrown: a process
 * in an unknown state must not go on, and what it held runs again elsewhere.
 *
 * @param steps each is awaited in turn, all within 20 s: closing a consumer waits for its running jobs, and
 *   for ever when the queue is gone
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

/** Such as `EADDRINUSE`. */
function codeOf(error: Error): string | undefined {
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Where it happened, without the message: that may quote personal data. */
function stackOf(error: Error): string {
  return (error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .join("\n");
}
