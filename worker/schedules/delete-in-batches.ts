import type { Db } from "#db/client.ts";

export type CleanUpDeps = { db: Db; now: () => Date; wait: (ms: number) => Promise<void> };

/** The next run continues. */
const RUN_MS = 600_000;

/** Gives way to other statements after each batch. */
const PAUSE_MS = 20;

/**
 * Deletes a batch of each kind in turn, so that one kind with many rows does not hold up the others.
 *
 * @param deleteBatch returns fewer rows than `limit` when none are left
 */
export async function deleteInBatches<Kind extends string>(
  kinds: readonly Kind[],
  { now, wait, limit }: Pick<CleanUpDeps, "now" | "wait"> & { limit: number },
  deleteBatch: (kind: Kind, limit: number) => Promise<number>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = Object.fromEntries(kinds.map((kind) => [kind, 0]));
  const endMs = now().getTime() + RUN_MS;
  let left = kinds;
  while (left.length > 0) {
    const unfinished: Kind[] = [];
    for (const kind of left) {
      if (now().getTime() >= endMs) return counts;
      const count = await deleteBatch(kind, limit);
      counts[kind] = (counts[kind] ?? 0) + count;
      if (count === limit) unfinished.push(kind);
      await wait(PAUSE_MS);
    }
    left = unfinished;
  }
  return counts;
}
