import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

/** Commands of this repository; the other scripts call programs that are not ours, or several commands. */
const commands = Object.entries(scripts).flatMap(([name, script]) => {
  const [, file] = /^(?:exec )?node ([\w/.-]+\.ts)/.exec(script) ?? [];
  return file === undefined ? [] : [[name, file] as const];
});

test("the scripts of package.json are found", () => {
  expect(commands.length).toBeGreaterThan(25);
});

// Starting each would take a minute: most load half of the product before they look at their options.
test.each(commands)("npm run %s: refuses options that it does not know", (_, file) => {
  const refuses = file === "web/build.ts" ? /takes no options/ : /\breadArguments\(/;
  expect(read(file)).toMatch(refuses);
});

test("no other file reads what was typed", () => {
  const files = globSync("{db,worker,web,tests}/**/*.ts", { cwd: ROOT, exclude: ["**/dist/**"] });
  const reading = files.filter((file) => /\bparseArgs\b|process\.argv/.test(read(file)));
  expect(reading.toSorted()).toEqual([
    "db/bin/arguments.ts",
    "tests/stack/edge-options.ts",
    "web/build.ts",
    "worker/material/file-checker.ts",
    "worker/material/run-file-checker.test.ts",
  ]);
});

test("an empty setting means its default: none is compared with undefined", () => {
  const files = globSync("{db,worker,web,tests}/**/*.ts", { cwd: ROOT, exclude: ["**/dist/**"] });
  const wrong = /\benv(?:ironment)?\["\w+"\] (?:\?\? (?!"")|[!=]== undefined)/;
  expect(files.filter((file) => wrong.test(read(file)))).toEqual([]);
});

test.each([
  [
    "an unknown option",
    ["db/bin/migrate.ts", "--traget", "x"],
    "db:migrate",
    "npm run db:migrate has no option --traget; it takes [--target <text>] [--env-file <text>].",
  ],
  [
    "no test's path",
    ["tests/run.ts", "tests/docs", "nonsense"],
    "test",
    "No test's path has nonsense in it.",
  ],
])("%s: one sentence, and 1", async (_, args, name, sentence) => {
  const run = promisify(execFile)(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, npm_lifecycle_event: name },
  });
  await expect(run).rejects.toMatchObject({ code: 1, stdout: "", stderr: `${sentence}\n` });
});
