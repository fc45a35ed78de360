import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { createEffects } from "./catalogue.ts";
import * as delegated from "./delegated-effects.ts";
import type { EffectDeps } from "./effect-deps.ts";

test("every effect has the name of its file, or of a function that only calls a port", () => {
  const names = Object.values(createEffects({} as EffectDeps)).flatMap(Object.keys);
  expect(names).toContain("audit");
  const others = names.filter((name) => !existsSync(new URL(`${name}.ts`, import.meta.url)));
  const functionOf = (name: string) =>
    name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  expect(new Set(others.map(functionOf))).toEqual(new Set(Object.keys(delegated)));
});
