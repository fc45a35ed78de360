import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Runs a program and keeps its output until it has ended, so that programs that run at once do not mix their lines.
 *
 * @param limitMs ends the program with all that it started, and counts it as failed; so does the end of this process
 */
export async function runQuietly(
  program: string,
  args: readonly string[],
  limitMs: number | null = null,
): Promise<{ passed: boolean; output: Buffer }> {
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    detached: limitMs !== null,
  });
  const { pid } = child;
  const end = (): boolean => pid !== undefined && process.kill(-pid, "SIGKILL");
  const limit = limitMs === null ? undefined : setTimeout(end, limitMs);
  // A group of its own hears nothing of Ctrl-C.
  if (limitMs !== null) process.once("exit", end);
  const written: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => written.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => written.push(chunk));
  const [code] = await once(child, "close");
  clearTimeout(limit);
  process.off("exit", end);
  return { passed: code === 0, output: Buffer.concat(written) };
}
