import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SPECIMENS } from "./specimens.tsx";
import { kindOf, parseTokens } from "./tokens.ts";

const UI = new URL("../../ui/", import.meta.url);
const files = readdirSync(UI)
  .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"))
  .map((file) => file.replace(".tsx", ""));

test("styleguide: shows every file of components under its name", () => {
  expect(Object.keys(SPECIMENS)).toEqual(files.toSorted());
});

test.each(files)("styleguide: shows every component of %s", async (file) => {
  const module = (await import(`../../ui/${file}.tsx`)) as Record<string, unknown>;
  const components = Object.keys(module).filter((name) => /^[A-Z][a-z]/.test(name));
  expect(Object.keys(SPECIMENS[file] ?? {}).toSorted()).toEqual(components.toSorted());
});

test("styleguide: every token has a kind", () => {
  const stylesheet = new URL("../../styles/tokens.css", import.meta.url);
  const tokens = parseTokens(readFileSync(stylesheet, "utf8"));
  expect(tokens.length).toBeGreaterThan(50);
  for (const token of tokens) expect(() => kindOf(token)).not.toThrow();
});
