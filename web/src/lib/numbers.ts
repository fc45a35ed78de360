/** Writes a whole number with its thousands apart: `15,272,340`. */
export function formatWhole(value: number): string {
  // By hand: the browser's own formatter takes longer to make than the rest of a page’s start.
  return value.toString().replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Writes a share as per cent with two decimals: `0.51%`. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
