const BATCH_MAX = 100;

/**
 * Acts on each row that is due, batch after batch: once acted on, a row is listed no more.
 *
 * @returns the number of rows
 */
export async function forEachDue<T>(
  list: (limit: number) => Promise<readonly T[]>,
  act: (row: T) => Promise<unknown>,
): Promise<number> {
  let count = 0;
  for (;;) {
    const due = await list(BATCH_MAX);
    for (const row of due) await act(row);
    count += due.length;
    if (due.length < BATCH_MAX) return count;
  }
}
