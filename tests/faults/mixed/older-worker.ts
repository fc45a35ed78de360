import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildWorker } from "../../../worker/build.ts";
import { pidFolder } from "../../stack/leftovers.ts";
import { createPart, type Death, type Part } from "../../stack/part.ts";
import { CACHE_DIR, ROOT, stackFile } from "../../stack/paths.ts";
import type { Stack } from "../../stack/stack.ts";

const BUNDLE = join(CACHE_DIR, "older-worker", "main.js");

/**
 * Event types and versions that last month's worker does not know. Only the edge writes them; the
 * worker is deployed first.
 */
const NOT_YET = [
  ["RetentionApplied: 1,", ""],
  ["RefundRequested: 1,", ""],
  ["ContactSubmitted: 2,", "ContactSubmitted: 1,"],
] as const;

const VERSIONS = /\bEVENT_VERSIONS = \{[^}]*\}/;

/**
 * Builds an older worker that runs beside the stack's own.
 *
 * @throws {Error} when the bundle has changed so that nothing would be removed
 */
export async function startOlderWorker(
  stack: Stack,
  onDeath: (death: Death) => void,
): Promise<Part> {
  mkdirSync(dirname(BUNDLE), { recursive: true });
  await buildWorker(BUNDLE);
  const bundle = readFileSync(BUNDLE, "utf8");
  const newer = VERSIONS.exec(bundle)?.[0] ?? "";
  const older = NOT_YET.reduce((text, [known, instead]) => {
    if (!text.includes(known)) throw new Error(`Bug: the worker's bundle has no "${known}"`);
    return text.replace(known, instead);
  }, newer);
  writeFileSync(
    BUNDLE,
    bundle.replace(newer, () => older),
  );
  const port = stack.ports.stripe + 1;
  return createPart({
    name: "worker",
    command: process.execPath,
    args: ["--import", stackFile("exit-with-parent.ts"), BUNDLE],
    cwd: ROOT,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      TMPDIR: process.env["TMPDIR"],
      ...stack.settings,
      PORT: String(port),
    },
    logFile: join(stack.dir, "logs", "older-worker.log"),
    pidFile: join(pidFolder(stack.dir), "older-worker.pid"),
    stopGraceMs: 25_000,
    isHealthy: async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
      return answer?.ok === true;
    },
    onHealthy: () => undefined,
    onDeath,
  });
}

export function countLoggedEffects({ logFile }: Part): { done: number; left: number } {
  const log = readFileSync(logFile, "utf8");
  return {
    done: log.match(/"effect_completed"/g)?.length ?? 0,
    left: log.match(/"(?:event|effect)_unsupported"/g)?.length ?? 0,
  };
}
