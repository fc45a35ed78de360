import { catalogueItemOf } from "#contracts/catalogue.ts";

export function priceNames(priceIds: readonly string[]): string {
  return priceIds.map(nameOf).join(", ");
}

export function nameOf(priceId: string): string {
  return catalogueItemOf(priceId)?.name ?? "No longer sold";
}
