const whole = new Intl.NumberFormat("en-GB");

/** Writes a whole number with its thousands apart: `15,272,340`. */
export function formatWhole(value: number): string {
  return whole.format(value);
}

/** Writes a share as per cent with two decimals: `0.51%`. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
