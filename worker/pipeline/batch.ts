import DataLoader from "dataloader";

/**
 * Turns a function over many keys into one over a single key. Calls that come while a run is under way wait
 * and share the next one, so that a statement costs the same for one job and for fifty that run at once.
 *
 * @param run answers in the order of the keys; an Error in a place rejects that call alone
 * @param batchMax keys in one run at most
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
    // After the replies that arrived together: their jobs belong in the same run.
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

/**
 * Turns what loads rows by their ids into what loads one, together with those that are asked for meanwhile.
 *
 * @returns null for what is not there
 */
export function batchedById<T extends { id: string }>(
  load: (ids: readonly string[]) => Promise<readonly T[]>,
  batchMax: number,
): (id: string) => Promise<T | null> {
  return batched(async (ids) => {
    const found = new Map((await load(ids)).map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  }, batchMax);
}
