import { spawn } from "node:child_process";
import { once } from "node:events";

// At once, because tests of stacks mostly wait. Each project has its own process: in one, vitest 4.1.12 may give two workers
// the same VITEST_POOL_ID, and so the same stack.

/** One process, and so one stack, for each: on two cores, because a browser test mostly waits. */
const STACKS = 4;

function startProject(name: string, output: "pipe" | "inherit", ...more: string[]) {
  const args = ["run", "--config", "tests/vitest.config.ts", "--project", name, ...more];
  return spawn("vitest", args, { stdio: ["ignore", output, output] });
}

const stack = startProject("stack", "inherit", "--maxWorkers", String(STACKS));
const unit = startProject("unit", "pipe");
const written: Buffer[] = [];
unit.stdout?.on("data", (chunk: Buffer) => written.push(chunk));
unit.stderr?.on("data", (chunk: Buffer) => written.push(chunk));

const codes = await Promise.all([once(stack, "exit"), once(unit, "close")]);
process.stdout.write(Buffer.concat(written));
process.exitCode = codes.every(([code]) => code === 0) ? 0 : 1;
