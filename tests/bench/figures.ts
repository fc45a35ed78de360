/** The value in the middle of a list, which one slow round does not move. NaN of an empty list. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/**
 * The value that a share of the list does not exceed.
 *
 * @param share from 0 to 1: 0.99 is the 99th percentile
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(sorted.length * share));
  return sorted[rank - 1] ?? Number.NaN;
}

/**
 * How one series compares with another that was measured in turn with it: the median over the rounds. What
 * slows the machine for a while then slows both sides of each comparison.
 */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}
