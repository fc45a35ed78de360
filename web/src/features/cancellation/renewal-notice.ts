import { formatGbp } from "#contracts/money.ts";

export function renewalNotice(pence: number): string {
  return `The payment of ${formatGbp(pence)} for the period that’s just begun hasn’t been taken yet and won’t be, so you won’t be charged again. If you’d rather keep that period, come back once it’s paid, usually within an hour.`;
}
