import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { processIdentity } from "./process-identity.ts";

/** A held lock. Releasing it twice is harmless. */
export interface Lock {
  release(): void;
}

/**
 * Takes a lock file. It belongs to the process that made it and is void as soon as that process is gone,
 * however it went.
 *
 * @returns the lock, or the pid of the living process that holds it
 */
export function tryLock(file: string): Lock | { heldBy: number } {
  mkdirSync(dirname(file), { recursive: true });
  const own = `${processIdentity(process.pid) ?? process.pid}`;
  for (;;) {
    try {
      writeFileSync(file, own, { flag: "wx" });
      return { release: () => releaseLock(file, own) };
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
    }
    const holder = readLock(file);
    if (holder === null) continue;
    if (holder.alive) return { heldBy: holder.pid };
    removeVoidLock(file, holder.text);
  }
}

/** Waits for a lock file and holds it while `work` runs. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const lock = tryLock(file);
    if ("release" in lock) {
      try {
        return await work();
      } finally {
        lock.release();
      }
    }
    await delay(50);
  }
}

function readLock(file: string): { text: string; pid: number; alive: boolean } | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
  const pid = Number.parseInt(text, 10);
  // A file without a pid was left between its creation and its first byte: nobody holds it.
  return { text, pid, alive: Number.isInteger(pid) && processIdentity(pid) === text };
}

function removeVoidLock(file: string, text: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  // Between reading and moving, another process may have taken the lock over: then it gets it back.
  if (readFileSync(aside, "utf8") !== text) linkSync(aside, file);
  rmSync(aside, { force: true });
}

function releaseLock(file: string, own: string): void {
  if (readLock(file)?.text === own) rmSync(file, { force: true });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
