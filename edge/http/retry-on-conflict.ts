/** More concurrent changes of one customer do not happen. */
const TRIES_MAX = 8;

/**
 * Repeats read–decide–write until the optimistic lock holds.
 *
 * @param decide returns null on a version conflict
 */
export async function retryOnConflict<T>(decide: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const decision = await decide();
    if (decision !== null) return decision;
  }
  throw new Error("others kept changing this customer");
}
