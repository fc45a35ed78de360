/** Tabs, webhooks and the worker rarely change one customer more often at once. */
const ATTEMPTS_MAX = 8;

/**
 * Repeats an attempt that lost a race; README.md says what lock, version and retry protect against.
 *
 * @param attempt reads, decides and writes anew each time; null means that its write was not made,
 * because what it had read was outdated
 * @param options.isStale whether an error means the same
 * @returns null if no attempt wrote
 * @throws the last stale error, and any other at once
 */
export async function retry<T>(
  attempt: (count: number) => Promise<T>,
  {
    attempts = ATTEMPTS_MAX,
    isStale,
  }: { attempts?: number; isStale?: (error: unknown) => boolean } = {},
): Promise<T> {
  for (let count = 1; ; count += 1) {
    const isLast = count === attempts;
    try {
      const result = await attempt(count);
      if (result !== null || isLast) return result;
    } catch (error) {
      if (isLast || isStale?.(error) !== true) throw error;
    }
  }
}
