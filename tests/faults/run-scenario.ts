import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describePart } from "../stack/part.ts";
import { removePostgres } from "../stack/postgres.ts";
import { type Stack, startStack } from "../stack/stack.ts";
import type { Scenario } from "./scenarios.ts";
import { type Findings, raiseStorm } from "./storm.ts";

export interface ScenarioOptions {
  /** Numbers from 0 up to 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** Hears one line for each thing that happens. */
  readonly tell: (line: string) => void;
  /** Where the logs go when a promise was broken or the run proves nothing. */
  readonly logsFolder: string;
}

/**
 * Runs one scenario on a stack of its own, which is gone afterwards with all its data.
 *
 * @throws when the stack does not start, a part of it dies without having been killed, or the signal aborts
 */
export async function runScenario(scenario: Scenario, options: ScenarioOptions): Promise<Findings> {
  const dir = mkdtempSync(join(tmpdir(), "tidepost-faults-"));
  const halt = new AbortController();
  const signal = AbortSignal.any([options.signal, halt.signal]);
  let stack: Stack | null = null;
  let mayForget = false;
  try {
    stack = await startStack({
      dir,
      env: scenario.env,
      queue: scenario.queue,
      parts: ["postgres", "redis", "bridge", "standIns", "edge", "worker"],
      signal,
      onDeath: ({ part, how }) => {
        halt.abort(new Error(`${describePart(part)} died by itself (${how}).`));
      },
    });
    const findings = await raiseStorm(stack, scenario, { ...options, signal });
    mayForget = findings.breaches.length === 0 && findings.doubts.length === 0;
    return findings;
  } catch (error) {
    // What was under way when it was halted reports only that it was.
    throw signal.aborted ? signal.reason : error;
  } finally {
    // In good order the worker would first wait for a queue that may be dead.
    if (signal.aborted) await stack?.parts.worker.kill("SIGKILL");
    await stack?.stop();
    if (!mayForget) keepLogs(join(dir, "logs"), options);
    await removePostgres(dir).finally(() => rmSync(dir, { recursive: true, force: true }));
  }
}

function keepLogs(from: string, { logsFolder, tell, signal }: ScenarioOptions): void {
  if (signal.aborted || !existsSync(from)) return;
  rmSync(logsFolder, { recursive: true, force: true });
  cpSync(from, logsFolder, { recursive: true });
  tell(`  The logs of all parts are in ${relative(process.cwd(), logsFolder)}.`);
}
