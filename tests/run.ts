import { spawn } from "node:child_process";
import { once } from "node:events";
import { runQuietly } from "./support/run-quietly.ts";

// At once, because tests of stacks mostly wait. Each project has its own process: in one, vitest 4.1.12 may give two workers
// the same VITEST_POOL_ID, and so the same stack.

/** One process, and so one stack, for each. */
const STACKS = 2;

/** One process, because the stacks keep two cores busy. Written last, lists of passed tests would hide which stack test failed. */
const UNIT_ARGS = [
  "--maxWorkers=1",
  "--reporter=minimal",
  "--reporter=./tests/support/failed-attempts.ts",
];

const argsOf = (project: string) => [
  "run",
  "--config",
  "tests/vitest.config.ts",
  "--project",
  project,
];

const stack = spawn("vitest", [...argsOf("stack"), "--maxWorkers", String(STACKS)], {
  stdio: ["ignore", "inherit", "inherit"],
});
const [[code], unit] = await Promise.all([
  once(stack, "exit"),
  runQuietly("vitest", [...argsOf("unit"), ...UNIT_ARGS]),
]);
process.stdout.write(unit.output);
process.exitCode = code === 0 && unit.passed ? 0 : 1;
