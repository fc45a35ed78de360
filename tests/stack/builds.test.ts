import { expect, test } from "vitest";
import { BUNDLE_BUDGET_KB, bundleSizeKb } from "../deploy/bundle-size.ts";
import { buildEdge } from "./builds.ts";

test("the edge's bundle: within its budget", async () => {
  const size = bundleSizeKb(await buildEdge());
  expect(size).toBeGreaterThan(100);
  expect(size).toBeLessThanOrEqual(BUNDLE_BUDGET_KB);
});
