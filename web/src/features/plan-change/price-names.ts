import { FOR_SALE } from "#contracts/catalogue.ts";

/** What things of the catalogue are called, for a sentence: `Plus Package, Meta Ads Management`. */
export function priceNames(priceIds: readonly string[]): string {
  return priceIds.map((priceId) => itemOf(priceId).name).join(", ");
}

/** Name and price in pence of a thing of the catalogue; no price for what is not for sale any more. */
export function itemOf(priceId: string): { name: string; pence: number | null } {
  const item = FOR_SALE.find((candidate) => candidate.priceId === priceId);
  return item === undefined
    ? { name: "No longer for sale", pence: null }
    : { name: item.name, pence: item.pricePence };
}
