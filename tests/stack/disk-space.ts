import { existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";

/** A new database takes 40 MB, and a write-ahead log beside it. */
const NEEDED_MB = 100;

/** One sentence when the disk of a folder has too little space for a stack, else null. */
export function describeShortage(dir: string): string | null {
  if (!existsSync(dir)) return describeShortage(dirname(dir));
  const { bavail, bsize } = statfsSync(dir);
  const freeMb = Math.floor((bavail * bsize) / 1e6);
  if (freeMb >= NEEDED_MB) return null;
  return `The disk of ${dir} has ${freeMb} MB left of the ${NEEDED_MB} MB that a stack needs: free some space, or choose another STACK_DIR.`;
}

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOSPC";
}
