/**
 * Stripe renews on the anchor's day or the month's last, at the same time of day.
 *
 * @param timestamp seconds since the epoch
 * @param day of the month, 1 to 31
 */
export function monthsAfter(timestamp: number, months: number, day: number): number {
  const date = new Date(timestamp * 1_000);
  const month = date.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  date.setUTCMonth(month, Math.min(day, lastDay));
  return date.getTime() / 1_000;
}

/** @param timestamp seconds since the epoch */
export function dayOf(timestamp: number): number {
  return new Date(timestamp * 1_000).getUTCDate();
}
