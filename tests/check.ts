import { readArguments } from "#db/bin/arguments.ts";
import { runQuietly } from "./support/run-quietly.ts";

// At once, because the compiler checks with one thread, and wrangler mostly starts.

async function run(program: string, ...args: string[]): Promise<boolean> {
  const { passed, output } = await runQuietly(program, args);
  process.stdout.write(`> ${program}\n`);
  process.stdout.write(output);
  return passed;
}

/** Linter and compiler read what wrangler generates. */
async function checkCode(): Promise<boolean> {
  if (!(await run("npm", "run", "--silent", "generate"))) return false;
  const passed = await Promise.all([
    run("oxlint", "--type-aware", "--deny-warnings", "."),
    run("tsc", "-b", "--checkers", "1"),
  ]);
  return passed.every(Boolean);
}

readArguments({});
const passed = await Promise.all([run("oxfmt", "--check", "."), checkCode()]);
process.exitCode = passed.every(Boolean) ? 0 : 1;
