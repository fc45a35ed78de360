import { FOR_SALE } from "#contracts/catalogue.ts";

export function priceNames(priceIds: readonly string[]): string {
  return priceIds.map((priceId) => itemOf(priceId).name).join(", ");
}

export function itemOf(priceId: string): { name: string; pence: number | null } {
  const item = FOR_SALE.find((candidate) => candidate.priceId === priceId);
  return item === undefined
    ? { name: "No longer for sale", pence: null }
    : { name: item.name, pence: item.pricePence };
}
