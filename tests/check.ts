import { spawn } from "node:child_process";
import { once } from "node:events";

// At once, because the compiler checks with one thread, and wrangler mostly starts. Each prints when it has ended.

async function run(program: string, ...args: string[]): Promise<boolean> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  const written: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => written.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => written.push(chunk));
  const [code] = await once(child, "close");
  process.stdout.write(Buffer.concat([Buffer.from(`> ${program}\n`), ...written]));
  return code === 0;
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

const passed = await Promise.all([run("oxfmt", "--check", "."), checkCode()]);
process.exitCode = passed.every(Boolean) ? 0 : 1;
