import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { print } from "#db/bin/command.ts";
import { BUNDLE_BUDGET_KB, bundleSizeKb, describeBundle } from "./bundle-size.ts";
import { checkLive } from "./check-live.ts";
import { type CheckResult, isFailed, renderResults } from "./check-result.ts";
import { type PartSettings, ROOT } from "./part-settings.ts";
import { CHANGES, STAMPED, type Step } from "./steps.ts";
import { WRANGLER } from "./wrangler.ts";

// A deploy reaches every location within a minute.
const SMOKE_ATTEMPTS = 6;
const SMOKE_PAUSE_MS = 10_000;

/** @throws {Error} with one sentence, when a command fails */
export async function runCommands(
  step: Step,
  settings: NodeJS.ProcessEnv = {},
  stamped = STAMPED,
): Promise<void> {
  for (const [program = "", ...rest] of step.commands) {
    const args = rest.map((word) => (word === STAMPED ? stamped : word));
    // Not in one go: a rehearsal serves meanwhile.
    const running = spawn(
      program === "docker" ? program : process.execPath,
      program === "wrangler" ? [WRANGLER, ...args] : args,
      { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...settings } },
    );
    const [status] = await once(running, "exit");
    if (status !== 0) throw new Error(`"${step.name}" failed. ${wayOn(step.name)}`);
  }
}

/** Until the worker is replaced, nothing that runs is another. */
const UNSEEN: ReadonlySet<Step["name"]> = new Set(["backup", "migrations", "image"]);

function wayOn(name: Step["name"]): string {
  if (!CHANGES.has(name)) return "Fix it and start again.";
  const what = UNSEEN.has(name) ? "What ran before still runs: fix" : "Fix";
  return `${what} it and go on with --continue, or go back with --undo.`;
}

export function requireSmall(bundle: string): void {
  print(`The edge's bundle: ${describeBundle(bundle)} after gzip.`);
  if (bundleSizeKb(bundle) > BUNDLE_BUDGET_KB) {
    throw new Error(
      "That is too large: find what is new in it, or change tests/deploy/bundle-size.ts.",
    );
  }
}

export function requireNoFailure(results: readonly CheckResult[], message: string): void {
  print(renderResults(results));
  if (results.some(isFailed)) throw new Error(message);
}

/** Asks what runs, until it is as the settings say or a minute has passed. */
export async function smoke(given: PartSettings): Promise<void> {
  let results = await checkLive(given);
  for (let attempt = 1; attempt < SMOKE_ATTEMPTS && results.some(isFailed); attempt += 1) {
    await delay(SMOKE_PAUSE_MS);
    results = await checkLive(given);
  }
  requireNoFailure(
    results,
    "It does not run as it should: worker/RUNBOOK.md, section 10. `npm run deploy -- --undo` goes back.",
  );
}
