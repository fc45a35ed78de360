import { catalogueItemOf } from "../catalogue.ts";
import { planOf } from "./plans.ts";

export type NamedItem = {
  /** Price id in the catalogue; null outside it. */
  readonly priceId: string | null;
  readonly quantity: number;
  /** Stripe's name of a product outside the catalogue. */
  readonly productName?: string | null | undefined;
};

/** An item as events tell it: one of the catalogue is its price id alone. */
export type ToldItem = string | (NamedItem & { readonly productName: string | null });

/** Names an item as every mail and page does: `2 × Plus Package`. */
export function itemName(item: string | NamedItem): string {
  const { priceId, quantity, productName } = namedItem(item);
  const name = catalogueItemOf(priceId)?.name ?? productName ?? "Other service";
  return quantity === 1 ? name : `${quantity} × ${name}`;
}

export function itemNames(items: readonly ToldItem[]): string {
  return items.map(itemName).join(", ");
}

/** Tells items: the plan, the add-ons, then what is outside the catalogue. */
export function toldItems(items: readonly NamedItem[]): ToldItem[] {
  const rank = ({ priceId }: NamedItem) =>
    priceId === null ? 2 : Number(planOf(priceId) === null);
  return items
    .toSorted(
      (one, other) =>
        rank(one) - rank(other) || (one.priceId ?? "").localeCompare(other.priceId ?? ""),
    )
    .map(({ priceId, quantity, productName = null }) =>
      priceId !== null && quantity === 1 ? priceId : { priceId, quantity, productName },
    );
}

/** @returns null outside the catalogue */
export function toldPriceId(item: ToldItem): string | null {
  return namedItem(item).priceId;
}

function namedItem(item: string | NamedItem): NamedItem {
  return typeof item === "string" ? { priceId: item, quantity: 1 } : item;
}
