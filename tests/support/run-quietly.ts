import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs a program and keeps its output until it has ended, so that programs that run at once do not mix their lines. */
export async function runQuietly(
  program: string,
  args: readonly string[],
): Promise<{ passed: boolean; output: Buffer }> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  const written: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => written.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => written.push(chunk));
  const [code] = await once(child, "close");
  return { passed: code === 0, output: Buffer.concat(written) };
}
