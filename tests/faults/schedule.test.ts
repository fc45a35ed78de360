import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Fault, FaultContext, FaultEffect } from "./catalogue/fault.ts";
import { drawSchedule, injectFaults, seededRandom } from "./schedule.ts";

const HIT: FaultEffect = { hadEffect: true, evidence: "a job was half done" };
const MISS: FaultEffect = { hadEffect: false, evidence: "nothing was under way" };

// oxlint-disable-next-line no-unsafe-type-assertion -- these faults read only the signal
const CONTEXT = { signal: new AbortController().signal } as FaultContext;

const NOW = { print: () => {}, untilDue: (atMs: number) => delay(atMs) };

describe("injectFaults", () => {
  test.for<[string, readonly FaultEffect[], { effect: FaultEffect; injected: number }]>([
    ["with an effect at once runs once", [HIT, HIT], { effect: HIT, injected: 1 }],
    ["without an effect runs again", [MISS, HIT, HIT], { effect: HIT, injected: 2 }],
    ["never with an effect reports that", [MISS, MISS, MISS, HIT], { effect: MISS, injected: 3 }],
  ])("fault %s", async ([, effects, expected]) => {
    let injected = 0;
    const fault: Fault = {
      holds: ["worker"],
      inject() {
        injected += 1;
        return Promise.resolve(effects[injected - 1] ?? MISS);
      },
    };
    const schedule = [{ fault: "it", atMs: 0, lastsMs: 0 }];
    const [run] = injectFaults(schedule, { it: fault }, CONTEXT, NOW);
    expect({ effect: (await run)?.effect, injected }).toEqual(expected);
  });

  test("faults that hold the same process run one after the other", async () => {
    const log: string[] = [];
    const fault = (name: string): Fault => ({
      holds: ["redis", "worker"],
      async inject() {
        log.push(`${name} begins`);
        await Promise.resolve();
        log.push(`${name} ends`);
        return HIT;
      },
    });
    const faults = { first: fault("first"), second: fault("second") };
    const schedule = (["first", "second"] as const).map((name, index) => ({
      fault: name,
      atMs: index * 5,
      lastsMs: 0,
    }));
    await Promise.all(injectFaults(schedule, faults, CONTEXT, NOW));
    expect(log).toEqual(["first begins", "first ends", "second begins", "second ends"]);
  });
});

describe("drawSchedule", () => {
  const FAULTS = [
    ["a", 1],
    ["b", 2],
    ["b", 2],
  ] as const;
  const WINDOW = { fromMs: 100, toMs: 400 };
  const draw = (seed: number) => drawSchedule(FAULTS, WINDOW, seededRandom(seed));

  test("each fault as often as listed, at increasing times within the window", () => {
    const drawn = draw(7);
    expect(drawn.map(({ fault }) => fault).toSorted()).toEqual(["a", "b", "b"]);
    const times = drawn.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.every((atMs) => atMs >= WINDOW.fromMs && atMs < WINDOW.toMs)).toBe(true);
  });

  test("one seed draws one schedule, another seed another", () => {
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });
});
