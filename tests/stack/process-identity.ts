import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { platform } from "node:os";

/**
 * Says which process a pid stands for at this moment, so that a pid that the system has given to somebody
 * else is never mistaken for ours.
 *
 * @returns a text that no later process with the same pid shares, or null when no process lives under the pid
 */
export function processIdentity(pid: number): string | null {
  const born = platform() === "linux" ? startOnLinux(pid) : startBySystemTool(pid);
  return born === null ? null : `${pid}@${born}`;
}

/** Sends a signal to a process group, or to one process when it leads none; a dead one is no error. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, signal);
      return;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}

function startOnLinux(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command stands in brackets and may hold spaces; the numbered fields start after it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state] = fields;
    return state === "Z" ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

function startBySystemTool(pid: number): string | null {
  try {
    return (
      execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || null
    );
  } catch {
    return null;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ESRCH";
}
