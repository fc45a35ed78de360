/** @returns for example `£97.00`, `£1,234.50`, `-£20.00` */
export function formatGbp(pence: number): string {
  const sign = pence < 0 ? "-" : "";
  const absolute = Math.abs(pence);
  const pounds = Math.floor(absolute / 100).toString();
  const grouped = pounds.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${sign}£${grouped}.${(absolute % 100).toString().padStart(2, "0")}`;
}

/** For price lists: whole pounds without pence, as `£97`, and `£9.99` otherwise. */
export function formatPrice(pence: number): string {
  return formatGbp(pence).replace(/\.00$/, "");
}

/**
 * Formats a sum of any currency; pounds as {@link formatGbp} does.
 *
 * @param minor in the currency's smallest unit, as Stripe counts
 * @param currency ISO 4217, lower case
 */
export function formatMoney(minor: number, currency: string): string {
  if (currency === "gbp") return formatGbp(minor);
  // Intl throws for another one.
  if (!/^[a-z]{3}$/.test(currency)) return `${minor / 100} ${currency.toUpperCase()}`;
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
