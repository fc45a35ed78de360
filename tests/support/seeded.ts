const ROUNDS = countSetting("YEAR_ROUNDS", 1);
/** Plays these seeds alone, such as `32,64`, for what a round found. */
const ONLY = process.env["YEAR_SEED"];

/** Lists the seeds of each round to play: one by default, twenty in the long run. */
export function seedRounds(size: number): number[][] {
  if (ONLY) return [ONLY.split(",").map(Number)];
  return Array.from({ length: ROUNDS }, (_, round) =>
    Array.from({ length: size }, (_one, index) => round * size + index + 1),
  );
}

/**
 * @param usual when the setting is absent or empty
 * @throws {Error} for none, which would let a test pass that plays nothing
 */
export function countSetting(name: string, usual: number): number {
  const given = process.env[name];
  const count = Number(given || usual);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new Error(`${name} is "${given}" but must be a whole number from 1.`);
}

/** By mulberry32: the same seed makes the same numbers. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<T>(random: () => number, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("Bug: nothing to pick from");
  return item;
}
