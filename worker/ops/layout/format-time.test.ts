import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatAge, formatDuration, formatLondonTime, formatUtcTime } from "./format-time.ts";

describe("timestamps", () => {
  test("London summer and winter time, and UTC", () => {
    expect(formatLondonTime("2026-07-20T23:13:00Z")).toBe("21 Jul 2026, 00:13:00 BST");
    expect(formatLondonTime("2026-11-20T23:13:00Z")).toBe("20 Nov 2026, 23:13:00 GMT");
    expect(formatUtcTime("2026-07-20T23:13:00Z")).toBe("20 Jul 2026, 23:13:00 UTC");
  });

  test.for([
    [-1, "0 ms"],
    [80, "80 ms"],
    [1_590, "1.5 s"],
    [59_999, "59.9 s"],
    [125_000, "2 min 5 s"],
  ] as const)("a duration of %i ms reads “%s”", ([ms, words]) => {
    expect(formatDuration(ms)).toBe(words);
  });

  test.for([
    [-5_000, "now"],
    [999, "now"],
    [59_999, "59 s ago"],
    [60_000, "1 min ago"],
    [7_199_999, "1 h ago"],
    [86_400_000, "1 day ago"],
    [172_800_000, "2 days ago"],
  ] as const)("%i ms ago reads “%s”", ([ms, words]) => {
    const now = new Date("2026-11-20T23:13:00Z");
    expect(formatAge(new Date(now.getTime() - ms).toISOString(), now)).toBe(words);
  });
});

test("console: formats dates here alone, so that all read alike", () => {
  const root = join(import.meta.dirname, "..");
  const formatting = globSync("**/*.{ts,tsx}", { cwd: root }).filter((file) =>
    /DateTimeFormat|toLocale(?:Date|Time)?String/.test(readFileSync(join(root, file), "utf8")),
  );
  expect(formatting.filter((file) => !file.endsWith(".test.ts"))).toEqual([
    "layout/format-time.ts",
  ]);
});
