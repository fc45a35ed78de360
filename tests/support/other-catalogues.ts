import { expect } from "vitest";
import { toPlan } from "#contracts/catalogue.ts";
import type * as Catalogue from "#contracts/catalogue.ts";

type Plan = Catalogue.Plan;
type Addon = Catalogue.CatalogueItem;
export type CatalogueChange = {
  readonly plans?: (plans: readonly Plan[]) => readonly Plan[];
  readonly addons?: (addons: readonly Addon[]) => readonly Addon[];
};

const planLike = (plan: Plan, change: Partial<Plan> & Pick<Plan, "id" | "name">): Plan => {
  const { popular: _, ...plain } = plan;
  return toPlan({ ...plain, priceId: `tidepost_${change.id}_monthly`, ...change });
};

const insertAfter = (plans: readonly Plan[], count: number, plan: Plan) =>
  plans.toSpliced(count, 0, plan);

const first = (plans: readonly Plan[]) => plans[0] ?? expect.unreachable();
const last = (plans: readonly Plan[]) => plans.at(-1) ?? expect.unreachable();

/** What a company may come to sell: pages and mails of each say nothing false. */
export const CATALOGUE_CHANGES: Readonly<Record<string, CatalogueChange>> = {
  "as it is": {},
  "a plan below": {
    plans: (plans) => {
      const solo = {
        id: "solo",
        name: "Solo Package",
        pricePence: 49_00,
        postsPerMonth: 6,
        platforms: 1,
      };
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
  "without its dearest plan": { plans: (plans) => plans.slice(0, -1) },
  "with one plan": { plans: (plans) => plans.slice(0, 1) },
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

const COUNTS = "zero one two three four five six".split(" ");
const COUNTED =
  /\b(zero|one|two|three|four|five|six)(?: monthly)? (plans|add-ons|things you can add)\b/gi;

/** Sentences that say how many plans or add-ons there are, and say it wrongly. */
export function wrongCounts(text: string, counts: { plans: number; addons: number }): string[] {
  return [...text.matchAll(COUNTED)].flatMap(([sentence, word = "", what]) =>
    COUNTS.indexOf(word.toLowerCase()) === (what === "plans" ? counts.plans : counts.addons)
      ? []
      : sentence,
  );
}

/** @returns the catalogue's module as it would be, for a mock */
export function changedCatalogue(
  actual: typeof Catalogue,
  { plans = (all) => all, addons = (all) => all }: CatalogueChange,
) {
  const [PLANS, ADDONS] = [plans(actual.PLANS), addons(actual.ADDONS)];
  return { ...actual, PLANS, ADDONS, FOR_SALE: [...PLANS, ...ADDONS] };
}
