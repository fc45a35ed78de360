import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const ROOT = new URL("../..", import.meta.url).pathname;

/** The samples of mails need of all rooms only these. */
const MAILS = JSON.stringify({
  extends: "../worker/tsconfig.json",
  compilerOptions: { rootDir: "..", outDir: "../.tsc/tests" },
  include: ["mails/*samples.ts"],
  references: ["contracts", "db", "worker"].map((path) => ({ path: `../${path}` })),
});

test("tour: its patches apply to the code, and the result compiles", () => {
  const text = readFileSync(join(ROOT, "worker/TOUR.md"), "utf8");
  const changes = [...text.matchAll(/^```diff\n([\s\S]*?)^```$/gm)].map(([, change]) => change);
  expect(changes.length).toBeGreaterThan(5);

  const copy = mkdtempSync(join(tmpdir(), "tidepost-tour-"));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  for (const path of ["contracts", "db", "worker", "edge/auth/routes/logout.ts", "tests/mails"])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  for (const file of ["package.json", "tsconfig.json"]) cpSync(join(ROOT, file), join(copy, file));
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  execFileSync("git", ["apply"], { cwd: copy, input: changes.join(""), stdio: "pipe" });
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  writeFileSync(join(copy, "tests/tsconfig.json"), MAILS);
  execFileSync(process.execPath, [tsc, "-b", "--checkers", "1", "tests"], {
    cwd: copy,
    stdio: "pipe",
  });
});
