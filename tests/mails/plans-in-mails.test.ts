import { afterEach, expect, test, vi } from "vitest";
import type * as Catalogue from "#contracts/catalogue.ts";
import * as named from "../support/catalogue.ts";
import { CATALOGUE_CHANGES, changedCatalogue, wrongCounts } from "../support/other-catalogues.ts";

const CATALOGUE = "#contracts/catalogue.ts";
const NAMED = "../support/catalogue.ts";

afterEach(() => {
  vi.doUnmock(CATALOGUE);
  vi.doUnmock(NAMED);
  vi.resetModules();
});

test.each(Object.entries(CATALOGUE_CHANGES))(
  "mails of a catalogue %s: count rightly, begin at the right price, and show no id",
  async (_, change) => {
    vi.resetModules();
    const actual = await vi.importActual<typeof Catalogue>(CATALOGUE);
    const catalogue = changedCatalogue(actual, change);
    vi.doMock(CATALOGUE, () => catalogue);
    // Customers keep what is no longer sold.
    vi.doMock(NAMED, () => named);
    const { sampleMails } = await import("./preview.ts");
    const counts = { plans: catalogue.PLANS.length, addons: catalogue.ADDONS.length };
    const cheapest = Math.min(...catalogue.PLANS.map(({ pricePence }) => pricePence)) / 100;
    for (const { name, mail } of sampleMails()) {
      const text = `${mail.subject}\n${mail.text}`;
      expect(wrongCounts(text, counts), name).toEqual([]);
      expect(text, name).not.toContain("tidepost_");
      for (const [, from] of text.matchAll(/from £(\d+)/gi)) expect(Number(from)).toBe(cheapest);
    }
  },
);
