import { formatMoney } from "#contracts/money.ts";

/** @param currency null when Stripe does not say: then no sum is named */
export function renewalNotice(pence: number, currency: string | null): string {
  const sum = currency === null ? "" : ` of ${formatMoney(pence, currency)}`;
  return `The payment${sum} for the period that’s just begun hasn’t been taken yet and won’t be, so you won’t be charged again. If you’d rather keep that period, come back once it’s paid, usually within an hour.`;
}
