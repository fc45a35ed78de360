import { mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";

/** Bytes: several times the size of a run's databases and logs. */
const ROOM_MIN = 4 * 1024 ** 3;

/**
 * Makes a temporary folder, in memory where there is room: a database per test is a thousand small
 * files, which a disk creates twenty times slower.
 *
 * @param name helps to identify the folder of a killed run
 */
export function makeScratchDir(name: string): string {
  return mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), `tidepost-${name}-`));
}

function hasRoom(dir: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize >= ROOM_MIN;
  } catch {
    // /dev/shm is Linux only.
    return false;
  }
}
