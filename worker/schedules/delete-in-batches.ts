/** A batch takes some milliseconds, so that no query waits long for a row lock. */
const BATCH_MAX = 500;

/** At most 100,000 rows of a kind per run; the next run continues. */
const BATCHES_MAX = 200;

export async function deleteInBatches<Kind extends string>(
  kinds: readonly Kind[],
  deleteBatch: (kind: Kind, limit: number) => Promise<number>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of kinds) {
    let deleted = 0;
    for (let batch = 0; batch < BATCHES_MAX; batch++) {
      const count = await deleteBatch(kind, BATCH_MAX);
      deleted += count;
      if (count < BATCH_MAX) break;
    }
    counts[kind] = deleted;
  }
  return counts;
}
