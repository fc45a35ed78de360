import { createOutageWatch } from "./outage.ts";

const BATCH_MAX = 100;

/** The log names the first ones. */
const NAMED_MAX = 20;

/** Some of many failed; the others went on. */
export class SomeFailed extends Error {
  override readonly name = "SomeFailed";
  readonly ids: readonly string[];

  constructor(ids: readonly string[], cause: unknown) {
    const first = ids.slice(0, NAMED_MAX);
    const kind = cause instanceof Error ? cause.name : typeof cause;
    super(`${ids.length} failed: ${first.join(" ")} (${kind})`, { cause });
    this.ids = first;
  }
}

/**
 * Acts on each of many, so that one that fails stops no other.
 *
 * @returns how many succeeded
 * @throws {SomeFailed} after the last, if any failed; at once the error of an outage
 */
export function forEach<T>(
  items: readonly T[],
  act: (item: T) => Promise<unknown>,
  idOf: (item: T) => string,
): Promise<number> {
  return forEachBatch(() => Promise.resolve(items), Infinity, act, idOf);
}

/** As {@link forEach} for rows that are due, batch after batch: once acted on, a row is listed no more. */
export function forEachDue<T>(
  list: (limit: number) => Promise<readonly T[]>,
  act: (row: T) => Promise<unknown>,
  idOf: (row: T) => string,
): Promise<number> {
  return forEachBatch(list, BATCH_MAX, act, idOf);
}

async function forEachBatch<T>(
  list: (limit: number) => Promise<readonly T[]>,
  limit: number,
  act: (item: T) => Promise<unknown>,
  idOf: (item: T) => string,
): Promise<number> {
  const outage = createOutageWatch();
  const failed = new Map<string, unknown>();
  let count = 0;
  for (;;) {
    // Those that failed are listed again.
    const batch = await list(limit + failed.size);
    const others = batch.filter((item) => !failed.has(idOf(item)));
    for (const item of others) {
      try {
        await act(item);
        outage.onSuccess();
        count += 1;
      } catch (error) {
        outage.onFailure(error);
        failed.set(idOf(item), error);
      }
    }
    if (others.length === 0 || batch.length < limit) break;
  }
  if (failed.size > 0) throw new SomeFailed([...failed.keys()], [...failed.values()][0]);
  return count;
}
