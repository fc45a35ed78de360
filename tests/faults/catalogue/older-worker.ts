import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { EventType } from "#contracts/events/catalogue.ts";
import { buildWorker } from "../../../worker/build.ts";
import type { Part } from "../../stack/part.ts";
import { CACHE_DIR } from "../../stack/paths.ts";
import { createWorkerPart } from "../../support/more-workers.ts";
import { countLoggedEffects } from "../worker-log.ts";
import { type Fault, type FaultContext, waitForPositive } from "./fault.ts";

export const VERSION_FAULTS = {
  "older worker running": {
    holds: ["second worker"],
    async inject(context, lastsMs) {
      const worker = await buildOlderWorker(context);
      const { signal } = context;
      try {
        await worker.start();
        await delay(lastsMs, undefined, { signal });
        await waitForPositive(() => Promise.resolve(countLoggedEffects(worker).left), signal);
        const { completed, left } = countLoggedEffects(worker);
        return {
          hadEffect: completed > 0 && left > 0,
          evidence: `the older worker ran ${completed} effects and left ${left} jobs to the newer one`,
        };
      } finally {
        await worker.kill(signal.aborted ? "SIGKILL" : undefined);
      }
    },
  },
} as const satisfies Readonly<Record<string, Fault>>;

const BUNDLE = join(CACHE_DIR, "older-worker", "main.js");

/** Events of which last month's worker knows no version. Only the edge writes them; the worker is deployed first. */
const NOT_YET = {
  RetentionApplied: 0,
  RefundRequested: 0,
  ContactSubmitted: 0,
} satisfies Partial<Record<EventType, 0>>;

const VERSIONS = /\bEVENT_VERSIONS = (Object\.fromEntries\([^;]*\));/;

/** @throws {Error} when the bundle has changed so that nothing would be removed */
async function buildOlderWorker({ stack, onDeath }: FaultContext): Promise<Part> {
  mkdirSync(dirname(BUNDLE), { recursive: true });
  await buildWorker(BUNDLE);
  const bundle = readFileSync(BUNDLE, "utf8");
  if (!VERSIONS.test(bundle)) throw new Error("Bug: the worker's bundle has no event versions");
  const older = JSON.stringify(NOT_YET);
  writeFileSync(
    BUNDLE,
    bundle.replace(VERSIONS, (_, newer) => `EVENT_VERSIONS = { ...${newer}, ...${older} };`),
  );
  return createWorkerPart(stack, { name: "older-worker", bundle: BUNDLE, onDeath });
}
