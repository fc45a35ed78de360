import type { Fault, FaultContext, FaultEffect } from "./catalogue/fault.ts";

export interface ScheduledFault<F extends string = string> {
  readonly fault: F;
  readonly atMs: number;
  readonly lastsMs: number;
}

export interface FaultRun<F extends string = string> {
  readonly fault: F;
  readonly effect: FaultEffect;
  /** Milliseconds since 1970, as `endedAt`. */
  readonly begunAt: number;
  readonly endedAt: number;
}

/** A fault may hit a pause between two jobs and have no effect. */
const ATTEMPTS_MAX = 3;

/**
 * Mulberry32: repeatable numbers from 0 up to 1.
 *
 * @param seed its lowest 32 bits count
 */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Puts faults in random order, each at a random time in its share of the window.
 *
 * @param faults names and durations in milliseconds; a fault listed twice strikes twice
 * @param random numbers from 0 up to 1; the same numbers give the same schedule
 */
export function drawSchedule<F extends string>(
  faults: readonly (readonly [fault: F, lastsMs: number])[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
  random: () => number,
): ScheduledFault<F>[] {
  const stepMs = (toMs - fromMs) / faults.length;
  return faults
    .map((item) => ({ item, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item: [fault, lastsMs] }, index) => ({
      fault,
      atMs: fromMs + (index + random()) * stepMs,
      lastsMs,
    }));
}

/** Starts each fault at its time, after earlier ones that hold the same thing. */
export function injectFaults<F extends string>(
  schedule: readonly ScheduledFault<F>[],
  faults: Readonly<Record<F, Fault>>,
  context: FaultContext,
  { print, untilDue }: { print: (line: string) => void; untilDue: (atMs: number) => Promise<void> },
): Promise<FaultRun<F>>[] {
  const newest = new Map<string, Promise<unknown>>();
  return schedule.map(async ({ fault, atMs, lastsMs }) => {
    await untilDue(atMs);
    const { holds } = faults[fault];
    const before = Promise.all(holds.map((held) => newest.get(held) ?? Promise.resolve()));
    const injecting = before.then(async () => {
      const begunAt = Date.now();
      const effect = await injectUntilEffect(faults[fault], context, lastsMs, (line) =>
        print(`${fault}${line}`),
      );
      return { fault, effect, begunAt, endedAt: Date.now() };
    });
    for (const held of holds) newest.set(held, injecting);
    return injecting;
  });
}

async function injectUntilEffect(
  fault: Fault,
  context: FaultContext,
  lastsMs: number,
  print: (line: string) => void,
): Promise<FaultEffect> {
  for (let attempts = 1; ; attempts += 1) {
    context.signal.throwIfAborted();
    print(" …");
    const effect = await fault.inject(context, lastsMs);
    print(`: ${effect.hadEffect ? "" : "NO EFFECT, "}${effect.evidence}`);
    if (effect.hadEffect || attempts === ATTEMPTS_MAX) return effect;
  }
}
