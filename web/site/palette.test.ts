import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faviconSvg } from "./icons.ts";
import { readPalette } from "./palette.ts";

const palette = readPalette();
const fileOfWeb = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

test("a token is the colour that Chromium shows for it", () => {
  expect(palette("persimmon")).toEqual({ light: "#fb692f", dark: "#fb692f" });
  expect(palette("paper")).toEqual({ light: "#fbf6ee", dark: "#0b161e" });
});

test("an unknown token is refused by its name", () => {
  expect(() => palette("mauve")).toThrow("mauve");
});

test("the browser's own frame takes the colour of the paper", () => {
  const { light, dark } = palette("paper");
  expect(fileOfWeb("index.html")).toContain(
    `content="${light}" media="(prefers-color-scheme: light)"`,
  );
  expect(fileOfWeb("index.html")).toContain(
    `content="${dark}" media="(prefers-color-scheme: dark)"`,
  );
});

test("the mark in the tab is the mark that the icons are made from", () => {
  expect(fileOfWeb("public/favicon.svg")).toBe(faviconSvg(palette));
});
