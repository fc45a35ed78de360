import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SPECIMENS } from "./specimens.tsx";
import { kindOf, parseTokens } from "./tokens.ts";

const UI = new URL("../../ui/", import.meta.url);
const files = readdirSync(UI)
  .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"))
  .map((file) => file.replace(".tsx", ""));
const specimens = readFileSync(new URL("./specimens.tsx", import.meta.url), "utf8");

test("styleguide: shows every file of components under its name", () => {
  expect(SPECIMENS.map(({ file }) => file)).toEqual(files.toSorted());
});

test.each(files)("styleguide: shows every component of %s", (file) => {
  const source = readFileSync(new URL(`${file}.tsx`, UI), "utf8");
  const components = [...source.matchAll(/export function ([A-Z]\w*)/g)].map((match) => match[1]);
  const shown = specimens.slice(specimens.indexOf("SPECIMENS"));
  expect(components.filter((name) => !new RegExp(`\\b${name}\\b`).test(shown))).toEqual([]);
});

test("styleguide: every token has a kind", () => {
  const stylesheet = new URL("../../styles/tokens.css", import.meta.url);
  const tokens = parseTokens(readFileSync(stylesheet, "utf8"));
  expect(tokens.length).toBeGreaterThan(50);
  for (const token of tokens) expect(() => kindOf(token)).not.toThrow();
});
