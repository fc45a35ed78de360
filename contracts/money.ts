/** @returns for example `£97.00`, `£1,234.50`, `-£20.00` */
export function formatGbp(pence: number): string {
  const sign = pence < 0 ? "-" : "";
  const absolute = Math.abs(pence);
  const pounds = Math.floor(absolute / 100).toString();
  const grouped = pounds.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${sign}£${grouped}.${(absolute % 100).toString().padStart(2, "0")}`;
}
