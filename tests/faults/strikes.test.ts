import { expect, test } from "vitest";
import type { FaultEffect, Fault, FaultContext } from "./faults.ts";
import { injectFaults } from "./strikes.ts";

const HIT: FaultEffect = { hadEffect: true, evidence: "a job was half done" };
const MISS: FaultEffect = { hadEffect: false, evidence: "nothing was under way" };

test.for<[string, readonly FaultEffect[], { bite: FaultEffect; struck: number }]>([
  ["with an effect at once runs once", [HIT, HIT], { bite: HIT, struck: 1 }],
  ["without an effect runs again", [MISS, HIT, HIT], { bite: HIT, struck: 2 }],
  ["never with an effect reports that", [MISS, MISS, MISS, HIT], { bite: MISS, struck: 3 }],
])("fault %s", async ([, bites, expected]) => {
  let struck = 0;
  const fault: Fault = {
    holds: ["worker"],
    inject() {
      struck += 1;
      return Promise.resolve(bites[struck - 1] ?? MISS);
    },
  };
  // oxlint-disable-next-line no-unsafe-type-assertion -- of the ground this fault looks at nothing
  const ground = { signal: new AbortController().signal } as FaultContext;
  const [inject] = injectFaults(
    [{ fault: "it", atMs: 0, lastsMs: 0 }],
    { it: fault },
    ground,
    () => {},
  );
  expect({ bite: (await inject)?.bite, struck }).toEqual(expected);
});
