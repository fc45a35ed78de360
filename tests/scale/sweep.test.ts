import { expect, test } from "vitest";
import { differencesOf } from "./sweep.ts";

test.each([
  ["that cost about the same do not differ", [700, 1_300], [2.5, 3.6], 0],
  ["of which one scans a table differ in pages", [700, 12_000], [2.5, 3.6], 1],
  ["of which one is slow differ in time", [700, 1_300], [2.5, 9], 1],
])("relay runs %s", (_, buffers, times, count) => {
  const sweeps = buffers.map((pages, index) => ({
    published: 1,
    buffers: pages,
    ms: times[index] ?? 0,
  }));
  expect(differencesOf(sweeps)).toHaveLength(count);
});
