import DataLoader from "dataloader";

/** Calls that arrive during a run share the next one; `run` returns results in the order of the keys. */
export function batched<K, V>(
  run: (keys: readonly K[]) => Promise<readonly V[]>,
  batchMax: number,
): (key: K) => Promise<V> {
  let running = false;
  let waiting: (() => void)[] = [];
  const startNext = () => {
    if (running || waiting.length === 0) return;
    const starts = waiting;
    waiting = [];
    running = true;
    // Lets replies that arrived together queue their jobs for the same run.
    setImmediate(() => {
      for (const start of starts) start();
    });
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
        waiting.push(start);
        startNext();
      },
    },
  );
  return (key) => loader.load(key);
}

export function batchedWrite<K>(
  write: (keys: readonly K[]) => Promise<unknown>,
  batchMax: number,
): (key: K) => Promise<void> {
  return batched(async (keys) => {
    await write(keys);
    return keys.map(() => undefined);
  }, batchMax);
}

export function batchedById<T extends { id: string }>(
  list: (ids: readonly string[]) => Promise<readonly T[]>,
  batchMax: number,
): (id: string) => Promise<T | null> {
  return batched(async (ids) => {
    const found = new Map((await list(ids)).map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  }, batchMax);
}
