import { afterEach, expect, test, vi } from "vitest";
import type * as Catalogue from "#contracts/catalogue.ts";
import { formatPrice } from "#contracts/money.ts";
import { renderPages } from "./render-pages.ts";

type Plan = Catalogue.Plan;
type Addon = Catalogue.CatalogueItem;
type Change = {
  readonly plans?: (plans: readonly Plan[]) => readonly Plan[];
  readonly addons?: (addons: readonly Addon[]) => readonly Addon[];
};

afterEach(() => {
  vi.doUnmock("#contracts/catalogue.ts");
  vi.resetModules();
});

const planLike = (plan: Plan, change: Partial<Plan> & Pick<Plan, "id" | "name">): Plan => {
  const changed = { ...plan, priceId: `tidepost_${change.id}_monthly`, ...change };
  const { postsPerMonth, platforms, services } = changed;
  const features = [`${postsPerMonth} posts a month`, `Up to ${platforms} platforms`, ...services];
  const { popular: _, ...plain } = { ...changed, features };
  return plain;
};

const insertAfter = (plans: readonly Plan[], count: number, plan: Plan) =>
  plans.toSpliced(count, 0, plan);

const first = (plans: readonly Plan[]) => plans[0] ?? expect.unreachable();
const last = (plans: readonly Plan[]) => plans.at(-1) ?? expect.unreachable();

const CHANGES: Readonly<Record<string, Change>> = {
  "as it is": {},
  "a plan below": {
    plans: (plans) => {
      const solo = { id: "solo", name: "Solo Package", pricePence: 49_00, postsPerMonth: 6 };
      return insertAfter(plans, 0, planLike(first(plans), solo));
    },
  },
  "a plan between": {
    plans: (plans) => {
      const middle = {
        id: "middle",
        name: "Middle Package",
        pricePence: 135_00,
        postsPerMonth: 16,
      };
      return insertAfter(plans, 1, planLike(first(plans), middle));
    },
  },
  "a plan above": {
    plans: (plans) => {
      const max = { id: "max", name: "Max Package", pricePence: 450_00, postsPerMonth: 40 };
      return [...plans, planLike(last(plans), max)];
    },
  },
  "without its cheapest plan": { plans: (plans) => plans.slice(1) },
  "another add-on": {
    addons: (addons) => [
      ...addons,
      {
        id: "photography",
        priceId: "tidepost_photography_monthly",
        name: "Photography",
        pricePence: 79_00,
        category: "addon",
        features: ["A morning of pictures"],
      },
    ],
  },
  "without its last add-on": { addons: (addons) => addons.slice(0, -1) },
};

async function renderSite({ plans = (all) => all, addons = (all) => all }: Change) {
  vi.resetModules();
  const actual = await vi.importActual<typeof Catalogue>("#contracts/catalogue.ts");
  const [PLANS, ADDONS] = [plans(actual.PLANS), addons(actual.ADDONS)];
  const sold = [...PLANS, ...ADDONS];
  vi.doMock("#contracts/catalogue.ts", () => ({ ...actual, PLANS, ADDONS, FOR_SALE: sold }));
  const rendered = await renderPages();
  const { llmsFile } = await import("./crawlers.ts");
  const pages = [...rendered].map(([path, { page, html }]) => ({
    path,
    page,
    text: `${page.title}\n${page.description}\n${textOf(html)}`,
  }));
  return {
    sold,
    gone: actual.FOR_SALE.filter(({ id }) => !sold.some((item) => item.id === id)),
    plans: PLANS,
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

const COUNTS = "zero one two three four five six".split(" ");
const COUNTED =
  /\b(zero|one|two|three|four|five|six)(?: monthly)? (plans|add-ons|things you can add)\b/gi;

/** Sentences that say how many plans or add-ons there are, and say it wrongly. */
function wrongCounts(text: string, counts: { plans: number; addons: number }): string[] {
  return [...text.matchAll(COUNTED)].flatMap(([sentence, word = "", what]) =>
    COUNTS.indexOf(word.toLowerCase()) === (what === "plans" ? counts.plans : counts.addons)
      ? []
      : sentence,
  );
}

test.each(Object.entries(CHANGES))(
  "site of a catalogue %s: says nothing false",
  async (_, change) => {
    const { pages, plans, sold, gone, llms } = await renderSite(change);
    expect(pages.length).toBeGreaterThan(25);
    const addons = sold.length - plans.length;
    const cheapest = Math.min(...plans.map(({ pricePence }) => pricePence)) / 100;
    for (const { path, text } of [...pages, { path: "llms.txt", text: llms }]) {
      expect(wrongCounts(text, { plans: plans.length, addons }), path).toEqual([]);
      for (const { name } of gone) expect(text, path).not.toContain(name);
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
