import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SCENES } from "../content/scene-names.ts";

test("scenes: every name has a drawing and every drawing a name", () => {
  const drawn = readFileSync(new URL("./scenes.svg", import.meta.url), "utf8").matchAll(
    /id="([^"]+)"/g,
  );
  expect(new Set([...drawn].map((match) => match[1]))).toEqual(new Set(SCENES));
});
