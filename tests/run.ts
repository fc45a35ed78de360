import { spawn } from "node:child_process";
import { once } from "node:events";
import { runQuietly } from "./support/run-quietly.ts";

// Two runs side by side, because tests of stacks mostly wait. Not two projects of one run: there vitest 4.1.12 may give two
// workers the same VITEST_POOL_ID, and so the same stack.

/** Each has one worker of vitest: `support/global-stack.ts`. */
const STACKS = 2;

/**
 * Half of their time the unit tests wait too, for databases and for processes that they start. The output comes after that of
 * the stacks: a list of passed tests would hide which stack test failed.
 */
const UNIT_ARGS = [
  "--maxWorkers=2",
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
