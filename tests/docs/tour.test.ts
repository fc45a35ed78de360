import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const ROOT = new URL("../..", import.meta.url).pathname;

/** The samples of mails need of all rooms only these. */
const MAILS = JSON.stringify({
  extends: "../worker/tsconfig.json",
  compilerOptions: { rootDir: "..", outDir: "../.tsc/tests" },
  include: ["mails/*samples.ts", "support/catalogue.ts"],
  references: ["contracts", "db", "edge", "worker"].map((path) => ({ path: `../${path}` })),
});

const TOUR = readFileSync(join(ROOT, "worker/TOUR.md"), "utf8");
const changes = [...TOUR.matchAll(/^```diff\n([\s\S]*?)^```$/gm)].map(([, change]) => change);

/** A fork has lines of its own below those that the tour adds: the line above says where. */
function applyTo(copy: string, patch: string): void {
  const apply = (input: string, ...options: string[]) =>
    execFileSync("git", ["apply", ...options], { cwd: copy, input, stdio: "pipe" });
  try {
    apply(patch);
  } catch {
    const withoutLast = patch.replaceAll(/(^\+.*\n) .*\n(?=@@|--- |$(?![\s\S]))/gm, "$1");
    apply(withoutLast, "--unidiff-zero", "--recount");
  }
}

test("tour: its patches apply to the code, and the result compiles", () => {
  expect(changes.length).toBeGreaterThan(5);
  const copy = mkdtempSync(join(tmpdir(), "tidepost-tour-"));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  for (const path of [
    "contracts",
    "db",
    "worker",
    "edge",
    "tests/mails",
    "tests/support/catalogue.ts",
  ])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  for (const file of ["package.json", "tsconfig.json"]) cpSync(join(ROOT, file), join(copy, file));
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  applyTo(copy, changes.join(""));
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  writeFileSync(join(copy, "tests/tsconfig.json"), MAILS);
  execFileSync(process.execPath, [tsc, "-b", "--checkers", "1", "tests"], {
    cwd: copy,
    stdio: "pipe",
  });
});

test("tour: applies beside a line of a fork, too", () => {
  const copy = mkdtempSync(join(tmpdir(), "tidepost-tour-"));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const file = "worker/event-labels.ts";
  const list = readFileSync(join(ROOT, file), "utf8").replace(
    /^( +)(EmailChanged): (.*),$/m,
    "$1$2: $3,\n$1OurOwn$2: $3,",
  );
  mkdirSync(join(copy, "worker"));
  writeFileSync(join(copy, file), list);
  applyTo(copy, changes.find((change) => change?.includes(file)) ?? "");
  const applied = readFileSync(join(copy, file), "utf8");
  expect(applied).toMatch(/ EmailChanged: .*,\n +OtherDevicesSignedOut: .*,\n +OurOwn/);
});
