/** Thousands separated: `15,272,340`. */
export function formatWhole(value: number): string {
  // By hand: Intl.NumberFormat is slow to create on phones.
  return value.toString().replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Percentage with two decimals: `0.51%`. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
