/** Tax inside an inclusive amount, in pence; negative for a credit. Stripe rounds each line. */
export function inclusiveTax(amount: number, percentage: number): number {
  const tax = Math.round((Math.abs(amount) * percentage) / (100 + percentage));
  return amount < 0 ? -tax : tax;
}
