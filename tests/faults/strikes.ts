import { setTimeout as delay } from "node:timers/promises";
import { eventually } from "../support/eventually.ts";
import type { FaultEffect, Fault, FaultContext } from "./faults.ts";
import type { Observer } from "./observer.ts";
import type { ScheduledFaultRun } from "./scenarios.ts";

export interface FaultRun<F extends string> {
  readonly fault: F;
  readonly bite: FaultEffect;
  readonly endedAt: number;
}

/** A fault may hit a pause between two jobs and have no effect. */
const STRIKES_MAX = 3;

export function injectFaults<F extends string, G extends FaultContext>(
  timetable: readonly ScheduledFaultRun<F>[],
  faults: Readonly<Record<F, Fault<G>>>,
  ground: G,
  say: (line: string) => void,
): Promise<FaultRun<F>>[] {
  const turns = new Map<string, Promise<unknown>>();
  return timetable.map(async ({ fault, atMs, lastsMs }) => {
    await delay(atMs, undefined, { signal: ground.signal });
    const { holds } = faults[fault];
    const before = Promise.all(holds.map((held) => turns.get(held) ?? Promise.resolve()));
    const striking = before.then(() =>
      strikeUntilBitten(faults[fault], ground, lastsMs, (line) => say(`${fault}${line}`)),
    );
    for (const held of holds) turns.set(held, striking);
    return { fault, bite: await striking, endedAt: Date.now() };
  });
}

async function strikeUntilBitten<G extends FaultContext>(
  fault: Fault<G>,
  ground: G,
  lastsMs: number,
  say: (line: string) => void,
): Promise<FaultEffect> {
  for (let strikes = 1; ; strikes += 1) {
    ground.signal.throwIfAborted();
    say(" …");
    const bite = await fault.inject(ground, lastsMs);
    say(`: ${bite.hadEffect ? "" : "DID NOT BITE, "}${bite.evidence}`);
    if (bite.hadEffect || strikes === STRIKES_MAX) return bite;
  }
}

/**
 * Waits until all work has ended, even after a failure: a fault in progress might restart a
 * process of a stopped stack.
 *
 * @param giveUp aborts the rest after a failure
 * @throws the first failure
 */
export async function stopAll(
  work: readonly Promise<unknown>[],
  giveUp: AbortController,
): Promise<void> {
  for (const each of work) each.catch((error: unknown) => giveUp.abort(error));
  await Promise.allSettled(work);
  giveUp.signal.throwIfAborted();
}

export async function drain(
  observer: Observer,
  signal: AbortSignal,
  limitMs = 120_000,
): Promise<number> {
  await eventually(
    "every event is settled",
    async () => {
      signal.throwIfAborted();
      return (await observer.openEvents()) === 0;
    },
    limitMs,
  ).catch(() => signal.throwIfAborted());
  return observer.openEvents();
}
