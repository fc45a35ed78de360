import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { EdgeConfig } from "../../edge/config.ts";
import { WorkerConfig } from "../../worker/config.ts";
import { fillKeys } from "./keys.ts";
import { renderTemplate } from "./template.ts";

test("template: every key is filled in once, as the parts take it", async () => {
  const { text, filled } = await fillKeys(renderTemplate());
  const values = parseEnv(text);
  const shapes: Record<string, { safeParse: (value: unknown) => { success: boolean } }> = {
    ...WorkerConfig.shape,
    ...EdgeConfig.shape,
  };
  expect(filled).toHaveLength(6);
  expect(filled.filter((name) => shapes[name]?.safeParse(values[name]).success !== true)).toEqual(
    [],
  );
  expect(new Set(filled.map((name) => values[name])).size).toBe(filled.length);
  expect(await fillKeys(text)).toEqual({ text, filled: [] });
});

test("a file with some keys: they stay", async () => {
  const { text, filled } = await fillKeys("OPS_SECRET=mine\nAUTH_CODE_SECRET=\n");
  expect(filled).toEqual(["AUTH_CODE_SECRET"]);
  expect(text).toMatch(/^OPS_SECRET=mine\nAUTH_CODE_SECRET=[\da-f]{64}\n$/);
});
