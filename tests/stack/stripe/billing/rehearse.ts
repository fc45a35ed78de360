import type { World } from "../world.ts";

const REHEARSED = new Error("rehearsed");

export function dryRun<T>(world: World, work: () => T): T {
  const seen: T[] = [];
  try {
    world.store.transaction(() => {
      seen.push(work());
      throw REHEARSED;
    });
  } catch (error) {
    if (error !== REHEARSED) throw error;
  }
  const [result] = seen;
  if (result === undefined) throw new Error("Bug: a rehearsal came to nothing.");
  return result;
}
