import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { readArguments } from "#db/bin/arguments.ts";
import { describePart } from "../stack/part.ts";
import { DEFAULT_STACK_DIR } from "../stack/paths.ts";
import { removePostgres } from "../stack/postgres.ts";
import { createProgress, seconds } from "../stack/progress.ts";
import { StackError } from "../stack/stack-error.ts";
import { type Stack, startStack } from "../stack/stack.ts";
import { measure } from "./measure.ts";
import { formatTable } from "./table.ts";

// A ratio describes the product, because both of its sides alternate; an absolute figure describes
// the machine.

const INTERRUPTED = 130;

const { flags } = readArguments({ costs: "flag" });
const startedMs = performance.now();
const dir = mkdtempSync(join(tmpdir(), "tidepost-bench-"));
const progress = createProgress(process.stdout);
const interrupt = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => interrupt.abort(new StackError("The bench was interrupted.")));
}
const interrupted = Promise.withResolvers<never>();
interrupted.promise.catch(() => undefined);
interrupt.signal.addEventListener("abort", () => interrupted.reject(interrupt.signal.reason));

let stack: Stack | null = null;
let exitCode = 0;
try {
  stack = await startStack({
    dir,
    parts: ["postgres", "redis", "bridge", "emulators", "stripe", "edge", "worker"],
    signal: interrupt.signal,
    onStep: progress.show,
    onDeath: ({ part, how }) => {
      interrupt.abort(new StackError(`${describePart(part)} died (${how}).`));
    },
  });
  const sections = await Promise.race([
    measure(stack, dir, progress.show, flags.costs),
    interrupted.promise,
  ]);
  progress.end();
  const took = seconds(performance.now() - startedMs);
  print(`\n${formatTable(sections)}\n\n${cpus().length} processors shared by all of it, ${took}.`);
} catch (error) {
  progress.end();
  print(describeFailure(error));
  exitCode = error === interrupt.signal.reason ? INTERRUPTED : 1;
} finally {
  await stack?.stop();
  if (exitCode !== 0) keepLogs();
  await removePostgres(dir);
  rmSync(dir, { recursive: true, force: true });
}
// Open generators and pools of an interrupted run would keep the process alive.
process.exit(exitCode);

function keepLogs(): void {
  const from = join(dir, "logs");
  if (!existsSync(from)) return;
  const to = join(DEFAULT_STACK_DIR, "bench");
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
  print(`The logs of all parts are in ${relative(process.cwd(), to)}.`);
}

function describeFailure(error: unknown): string {
  if (error instanceof StackError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
