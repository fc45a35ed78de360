/** Some milliseconds' work for Postgres, so that nobody waits for a row that is about to go. */
const BATCH_MAX = 500;

/** At the end of a run, what is left waits for the next one: a hundred thousand of a kind. */
const BATCHES_MAX = 200;

/**
 * Deletes batch after batch of each kind, until nothing is left of it or the run has done its share.
 *
 * @param deleteBatch deletes at most `limit` rows of a kind and says how many
 * @returns how many of each kind
 */
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
