import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = new URL("../..", import.meta.url).pathname;

test("tour: its patches apply to the code", () => {
  const text = readFileSync(join(ROOT, "worker/TOUR.md"), "utf8");
  const changes = [...text.matchAll(/^```diff\n([\s\S]*?)^```$/gm)].map(([, change]) => change);
  expect(changes.length).toBeGreaterThan(5);
  execFileSync("git", ["apply", "--check"], { cwd: ROOT, input: changes.join(""), stdio: "pipe" });
});
