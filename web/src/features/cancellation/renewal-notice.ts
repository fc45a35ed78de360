import { formatGbp } from "#contracts/money.ts";

export function renewalNotice(pence: number): string {
  return `The payment of ${formatGbp(pence)} for the period that has just begun is on its way, and is not taken then: nothing more is charged. If you would like to have that period, come back once it is paid, usually within an hour.`;
}
