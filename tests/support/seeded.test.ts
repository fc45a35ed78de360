import { afterEach, expect, test, vi } from "vitest";
import { countSetting } from "./seeded.ts";

afterEach(() => vi.unstubAllEnvs());

test.each([
  ["absent", undefined, 4],
  ["empty", "", 4],
  ["a count", "60", 60],
])("count that is %s", (_, given, count) => {
  vi.stubEnv("CLIENTS", given);
  expect(countSetting("CLIENTS", 4)).toBe(count);
});

test.each(["0", "-1", "1.5", "many"])("count of %s: refused", (given) => {
  vi.stubEnv("CLIENTS", given);
  expect(() => countSetting("CLIENTS", 4)).toThrow(`CLIENTS is "${given}" but must be`);
});
