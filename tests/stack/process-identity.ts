import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { platform } from "node:os";

/**
 * Identifies a process beyond its pid, because the kernel reuses pids.
 *
 * @returns a text unique to the process, or null when none runs under the pid
 */
export function processIdentity(pid: number): string | null {
  const startTime = platform() === "linux" ? startTimeOnLinux(pid) : startTimeByPs(pid);
  return startTime === null ? null : `${pid}@${startTime}`;
}

/** Signals a process group, or one process without a group; a dead one is no error. */
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

function startTimeOnLinux(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command is in parentheses and may contain spaces; the numbered fields follow it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state] = fields;
    return state === "Z" ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

function startTimeByPs(pid: number): string | null {
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
