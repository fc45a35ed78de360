import DataLoader from "dataloader";

/**
 * Calls that arrive during a run share the next one.
 *
 * @param run returns results in the order of the keys; an Error rejects only its own call
 */
export function batched<K, V>(
  run: (keys: readonly K[]) => Promise<readonly (V | Error)[]>,
  batchMax: number,
): (key: K) => Promise<V> {
  let running = false;
  let next: (() => void) | null = null;
  const startNext = () => {
    if (running || next === null) return;
    const start = next;
    next = null;
    running = true;
    // Lets replies that arrived together queue their jobs for the same run.
    setImmediate(start);
  };
  const loader = new DataLoader<K, V>(
    async (keys) => {
      try {
        return await run(keys);
      } finally {
        running = false;
        startNext();
      }
    },
    {
      cache: false,
      maxBatchSize: batchMax,
      batchScheduleFn: (start) => {
        const before = next;
        next =
          before === null
            ? start
            : () => {
                before();
                start();
              };
        startNext();
      },
    },
  );
  return (key) => loader.load(key);
}

export function batchedById<T extends { id: string }>(
  load: (ids: readonly string[]) => Promise<readonly T[]>,
  batchMax: number,
): (id: string) => Promise<T | null> {
  return batched(async (ids) => {
    const found = new Map((await load(ids)).map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  }, batchMax);
}
