import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { createEffects } from "./catalogue.ts";
import type { EffectDeps } from "./effect-deps.ts";

test("every effect has the name of its file", () => {
  const names = Object.values(createEffects({} as EffectDeps)).flatMap(Object.keys);
  expect(names).toContain("audit");
  expect(names.filter((name) => !existsSync(new URL(`${name}.ts`, import.meta.url)))).toEqual([]);
});
