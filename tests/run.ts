import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { relative } from "node:path";
import { readArguments } from "#db/bin/arguments.ts";
import { runQuietly } from "./support/run-quietly.ts";

const USAGE = `usage: npm test                                everything but the long endings
       npm test -- <path or part of one> …     these files, with --update for their snapshots
`;

/** Each has one worker of vitest: `support/global-stack.ts`. */
const STACKS = 2;

/** The output of both comes after that of the stacks: a list of passed tests would hide which stack test failed. */
const QUIET = ["--reporter=minimal", "--reporter=./tests/support/failed-attempts.ts"];

const VITEST = ["run", "--config", "tests/vitest.config.ts"];

const argsOf = (project: string) => [...VITEST, "--project", project];

const { words, flags } = readArguments({ update: "flag" }, { usage: USAGE, wordsMax: Infinity });
const unknown = words.find((word) => !isTestPath(word));
if (unknown !== undefined) process.stderr.write(`No test's path has ${unknown} in it.\n`);
const passed = unknown === undefined && (await (words.length === 0 ? runAll() : runFiles()));
process.exitCode = passed ? 0 : 1;

/** Vitest answers an unknown path with all its settings, and passes over one among others. */
function isTestPath(word: string): boolean {
  const part = relative(".", word.replace(/:\d+$/, "")).toLowerCase();
  return globSync("{contracts,db,edge,worker,web,tests}/**/*.test.{ts,tsx}").some((path) =>
    path.toLowerCase().includes(part),
  );
}

/**
 * Three runs side by side, because half of their time they wait for databases and for processes that they start. The stack's is
 * no project of another run: there vitest 4.1.12 may give two workers the same VITEST_POOL_ID, and so the same stack.
 */
async function runAll(): Promise<boolean> {
  const [stack, ...quiet] = await Promise.all([
    runAloud([...argsOf("stack"), "--maxWorkers", String(STACKS)]),
    runQuietly("vitest", [...argsOf("own-stack"), "--maxWorkers=1", ...QUIET]),
    runQuietly("vitest", [...argsOf("unit"), "--project=pages", "--maxWorkers=2", ...QUIET]),
  ]);
  for (const { output } of quiet) process.stdout.write(output);
  return stack && quiet.every(({ passed }) => passed);
}

/** One worker, so that there is one stack; vitest finds the project of each file. */
function runFiles(): Promise<boolean> {
  const update = flags.update ? ["--update"] : [];
  return runAloud([...VITEST, "--maxWorkers", "1", ...update, ...words]);
}

async function runAloud(args: readonly string[]): Promise<boolean> {
  const child = spawn("vitest", args, { stdio: ["ignore", "inherit", "inherit"] });
  const [code] = await once(child, "exit");
  return code === 0;
}
