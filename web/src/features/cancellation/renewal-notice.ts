import { formatGbp } from "#contracts/money.ts";

export function renewalNotice(pence: number): string {
  return `The payment of ${formatGbp(pence)} for the period that’s just begun is on its way and won’t be taken, so you won’t be charged again. If you’d like to keep that period, come back once it’s paid, usually within an hour.`;
}
