import type { World } from "../world.ts";

const REHEARSED = new Error("rehearsed");

export function dryRun<T>(world: World, work: () => T): T {
  const seen: T[] = [];
  const { cause } = world;
  // No request makes these invoices, so they do not count towards its limits.
  world.cause = null;
  try {
    world.store.transaction(() => {
      seen.push(work());
      throw REHEARSED;
    });
  } catch (error) {
    if (error !== REHEARSED) throw error;
  } finally {
    world.cause = cause;
  }
  const [result] = seen;
  if (result === undefined) throw new Error("Bug: a rehearsal came to nothing.");
  return result;
}
