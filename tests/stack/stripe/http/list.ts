import type { List } from "../wire.ts";
import { missingError } from "./stripe-error.ts";

const DEFAULT_LIMIT = 10;

export interface Page {
  readonly limit?: number | undefined;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

export function pageOf<T extends { readonly id: string }>(
  url: string,
  oldestFirst: Iterable<T>,
  page: Page,
): List<T> {
  const all = [...oldestFirst].toReversed();
  const limit = page.limit ?? DEFAULT_LIMIT;
  const indexOf = (id: string, param: string): number => {
    const index = all.findIndex((one) => one.id === id);
    if (index === -1) throw missingError("object", id, param);
    return index;
  };
  if (page.ending_before !== undefined) {
    const end = indexOf(page.ending_before, "ending_before");
    const start = Math.max(0, end - limit);
    return { object: "list", data: all.slice(start, end), has_more: start > 0, url };
  }
  const start =
    page.starting_after === undefined ? 0 : indexOf(page.starting_after, "starting_after") + 1;
  return {
    object: "list",
    data: all.slice(start, start + limit),
    has_more: start + limit < all.length,
    url,
  };
}

type Range = {
  gt?: number | undefined;
  gte?: number | undefined;
  lt?: number | undefined;
  lte?: number | undefined;
};

export function isWithin(at: number, wanted: number | Range | undefined): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted === "number") return at === wanted;
  return (
    (wanted.gt === undefined || at > wanted.gt) &&
    (wanted.gte === undefined || at >= wanted.gte) &&
    (wanted.lt === undefined || at < wanted.lt) &&
    (wanted.lte === undefined || at <= wanted.lte)
  );
}
