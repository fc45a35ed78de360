import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faviconSvg } from "./app-icons.ts";
import { readPalette } from "./palette.ts";

const palette = readPalette();
const fileOfWeb = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

test("token: same colour as in Chromium", () => {
  expect(palette("persimmon")).toEqual({ light: "#fb692f", dark: "#fb692f" });
  expect(palette("paper")).toEqual({ light: "#fbf6ee", dark: "#0b161e" });
});

test("unknown token: rejected by name", () => {
  expect(() => palette("mauve")).toThrow("mauve");
});

test("theme-color: same as the paper token", () => {
  const { light, dark } = palette("paper");
  expect(fileOfWeb("index.html")).toContain(
    `content="${light}" media="(prefers-color-scheme: light)"`,
  );
  expect(fileOfWeb("index.html")).toContain(
    `content="${dark}" media="(prefers-color-scheme: dark)"`,
  );
});

test("favicon: same drawing as the icons", async () => {
  await expect(faviconSvg(palette)).toMatchFileSnapshot("../public/favicon.svg");
});
