import { mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";

/** What a run's databases and logs grow to, several times over, in bytes. */
const ROOM_MIN = 4 * 1024 ** 3;

/**
 * Makes a folder for what a run of tests throws away, in memory where there is plenty of it: a database of one's own for each
 * test is a thousand small files, and a disk takes twenty times as long to make them.
 *
 * @param name of the run, for whoever finds the folder of one that was killed
 */
export function makeScratchDir(name: string): string {
  return mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), `tidepost-${name}-`));
}

function hasRoom(dir: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize >= ROOM_MIN;
  } catch {
    // Only Linux has it.
    return false;
  }
}
