/** More that change one customer at the same moment does not happen by itself. */
const TRIES_MAX = 8;

/**
 * Reads, decides and writes until nobody else wrote in between.
 *
 * @param decide null when what it had read was not the newest any more
 */
export async function retryOnConflict<T>(decide: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const decision = await decide();
    if (decision !== null) return decision;
  }
  throw new Error("others kept changing this customer");
}
