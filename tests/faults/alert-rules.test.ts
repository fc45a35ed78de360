import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../stack/paths.ts";
import { CAUSES, quicken, windowsOf } from "./alert-rules.ts";

const quick = quicken(readFileSync(join(ROOT, "worker/monitoring/rules.yml"), "utf8"));
const windows = windowsOf(quick);

test("every alert rule: is fired by one cause", () => {
  expect(CAUSES.flatMap(({ rules }) => rules).toSorted()).toEqual([...windows.keys()].toSorted());
});

test("rules: run ten times as fast, within shortest range, `for` and 20 s", () => {
  expect(quick).toContain("for: 12s");
  expect(quick).not.toMatch(/\[\d+[mhd]\]/);
  expect(windows.get("AlertOpen")).toBe(60 + 20);
  expect(windows.get("RelayFails")).toBe(30 + 12 + 20);
  expect(windows.get("ObjectiveBurns")).toBe(180 + 20);
  expect(windows.get("QueueFlushed")).toBe(90 + 20);
});
