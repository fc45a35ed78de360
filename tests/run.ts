import { spawn } from "node:child_process";
import { once } from "node:events";
import { runQuietly } from "./support/run-quietly.ts";

// At once, because tests of stacks mostly wait. Each project has its own process: in one, vitest 4.1.12 may give two workers
// the same VITEST_POOL_ID, and so the same stack.

/** One process, and so one stack, for each. Every further one takes 20 s of CPU to start and to idle in a run. */
const STACKS = 3;

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
  runQuietly("vitest", argsOf("unit")),
]);
process.stdout.write(unit.output);
process.exitCode = code === 0 && unit.passed ? 0 : 1;
