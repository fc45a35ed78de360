import { expect, test } from "vitest";
import { includedServices, WHATSAPP_TO_MANAGER } from "#contracts/billing/included-services.ts";
import { CHEAPEST_PLAN, nextPlanDown } from "#contracts/billing/plans.ts";
import { ADDONS, type CatalogueItem, PLANS } from "#contracts/catalogue.ts";
import { DEAREST_PLAN, PLAN_STEPS } from "../../../tests/support/catalogue.ts";
import { describeStepUp } from "./plan-steps.ts";
import { START } from "./start.ts";

const addons: readonly CatalogueItem[] = ADDONS;

test("the catalogue lists plans from the cheapest to the dearest", () => {
  expect(PLANS).toEqual(PLANS.toSorted((one, other) => one.pricePence - other.pricePence));
});

test("the site's main button names the cheapest plan's price and chooses that plan", () => {
  expect(START.label).toContain(`£${CHEAPEST_PLAN.pricePence / 100} `);
  expect(START.href).toBe(`/checkout?plan=${CHEAPEST_PLAN.id}`);
});

test.each(PLAN_STEPS)("$from.name: what one step up costs and adds", ({ from, to }) => {
  const { price, text } = describeStepUp(from) ?? expect.unreachable();
  expect(price).toBe(`£${(to.pricePence - from.pricePence) / 100}`);
  const posts = to.postsPerMonth - from.postsPerMonth;
  expect(text).toMatch(new RegExp(`^the ${to.name} adds ${posts} posts?\\b`));
  const added = to.services.filter((service) => !from.services.includes(service));
  for (const service of added) expect(text.toLowerCase()).toContain(service.toLowerCase());
  for (const { name, pricePence, includedIn } of addons) {
    const says = text.includes(`${name} alone is £${pricePence / 100}.`);
    const isNew = [from, to].map(({ priceId }) => includedIn?.includes(priceId) === true);
    expect(says, name).toBe(isNew[1] === true && isNew[0] === false);
  }
});

test("above the dearest plan there is no step", () => {
  expect(describeStepUp(DEAREST_PLAN)).toBeNull();
});

test("a plan holds all of the one below it, but for posts and platforms, which it raises", () => {
  for (const plan of PLANS) {
    const below = nextPlanDown(plan);
    const lost = (below === null ? [] : includedServices(below)).filter(
      (held) => !includedServices(plan).includes(held),
    );
    expect(lost.filter((held) => !/^\d+ posts|^Up to \d+ platforms?/.test(held))).toEqual([]);
  }
});

test("only plans whose manager has WhatsApp say so", () => {
  const saying = PLANS.filter((plan) => includedServices(plan).includes(WHATSAPP_TO_MANAGER));
  expect(saying.map(({ id }) => id)).toEqual(
    PLANS.flatMap((plan) => (plan.showsAccountManager ? [plan.id] : [])),
  );
});
