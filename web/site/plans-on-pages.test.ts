import { afterEach, expect, test, vi } from "vitest";
import type * as Catalogue from "#contracts/catalogue.ts";
import { formatPrice } from "#contracts/money.ts";
import {
  CATALOGUE_CHANGES,
  type CatalogueChange,
  changedCatalogue,
  wrongCounts,
} from "../../tests/support/other-catalogues.ts";
import { renderPages } from "../../tests/support/render-pages.ts";

afterEach(() => {
  vi.doUnmock("#contracts/catalogue.ts");
  vi.resetModules();
});

async function renderSite(change: CatalogueChange) {
  vi.resetModules();
  const actual = await vi.importActual<typeof Catalogue>("#contracts/catalogue.ts");
  const catalogue = changedCatalogue(actual, change);
  const { FOR_SALE: sold, PLANS: plans } = catalogue;
  vi.doMock("#contracts/catalogue.ts", () => catalogue);
  const rendered = await renderPages();
  const { llmsFile } = await import("./crawlers.ts");
  const pages = [...rendered].map(([path, { page, html }]) => ({
    path,
    page,
    ids: [...html.matchAll(/ id="[^"]*"/g)].map(String),
    text: `${page.title}\n${page.description}\n${textOf(html)}`,
  }));
  return {
    sold,
    // A single word is said of other things too.
    gone: actual.FOR_SALE.filter(
      ({ id, name }) => name.includes(" ") && !sold.some((item) => item.id === id),
    ),
    plans,
    pages,
    llms: llmsFile(pages),
  };
}

/** What a person reads: a piece of text of its own ends with a line. */
function textOf(html: string): string {
  return html
    .replaceAll(/<!--.*?-->/g, "")
    .replaceAll(/<\/?(?:span|strong|em|a|b)\b[^>]*>/g, "")
    .replaceAll(/<[^>]+>/g, "\n")
    .replaceAll("&#x27;", "’")
    .replaceAll("&amp;", "&");
}

test.each(Object.entries(CATALOGUE_CHANGES))(
  "site of a catalogue %s: says nothing false",
  async (_, change) => {
    const { pages, plans, sold, gone, llms } = await renderSite(change);
    expect(pages.length).toBeGreaterThan(25);
    for (const { path, ids } of pages) expect(ids, path).toEqual([...new Set(ids)]);
    const addons = sold.length - plans.length;
    const cheapest = Math.min(...plans.map(({ pricePence }) => pricePence)) / 100;
    for (const { path, text } of [...pages, { path: "llms.txt", text: llms }]) {
      expect(wrongCounts(text, { plans: plans.length, addons }), path).toEqual([]);
      for (const { name } of gone) expect(text, path).not.toContain(name);
      expect(text, path).not.toMatch(/\b1 \w+s\b/);
      for (const [, from] of text.matchAll(/Get started from £(\d+)/g)) {
        expect(Number(from), path).toBe(cheapest);
      }
    }
    const pricing = pages.find(({ path }) => path === "/pricing")?.text ?? "";
    for (const { name, pricePence } of sold) {
      expect(pricing).toContain(name);
      expect(pricing).toContain(formatPrice(pricePence));
    }
  },
);
