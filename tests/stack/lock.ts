import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { processIdentity } from "./process-identity.ts";

/** A held lock; releasing it twice is harmless. */
export interface Lock {
  release(): void;
}

/**
 * Takes a lock file, which is void as soon as the process that made it has exited.
 *
 * @returns the lock, or the pid of the process that holds it
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
  // A file without a pid was abandoned between creation and first write.
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
  // Another process may have taken the lock between read and rename: gives it back.
  if (readFileSync(aside, "utf8") !== text) linkSync(aside, file);
  rmSync(aside, { force: true });
}

function releaseLock(file: string, own: string): void {
  if (readLock(file)?.text === own) rmSync(file, { force: true });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
