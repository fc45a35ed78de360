import { expect, test } from "vitest";
import { includedServices, WHATSAPP_TO_MANAGER } from "#contracts/billing/included-services.ts";
import { CHEAPEST_PLAN, nextPlanDown } from "#contracts/billing/plans.ts";
import { type Plan, PLANS } from "#contracts/catalogue.ts";
import { PLAN } from "../../../tests/support/catalogue.ts";
import { describeStepUp } from "./plan-steps.ts";
import { START } from "./start.ts";

test("the catalogue lists plans from the cheapest to the dearest", () => {
  expect(PLANS).toEqual(PLANS.toSorted((one, other) => one.pricePence - other.pricePence));
});

test("the site's main button names the cheapest plan's price and chooses that plan", () => {
  expect(START.label).toContain(`£${CHEAPEST_PLAN.pricePence / 100} `);
  expect(START.href).toBe(`/checkout?plan=${CHEAPEST_PLAN.id}`);
});

test.each([
  [PLAN.starter, "£78", "the Plus Package adds 8 posts and WhatsApp to your account manager."],
  [
    PLAN.plus,
    "£100",
    "the Premium Package adds 10 posts, 2 platforms, advanced analytics reporting, full community management, priority support and custom campaigns. Community Management & Engagement alone is £49.",
  ],
])("$name: what one step up costs and adds", (plan, price, text) => {
  expect(describeStepUp(plan)).toEqual({ price, text });
});

const dearest = PLANS.reduce<Plan>(
  (one, plan) => (plan.pricePence > one.pricePence ? plan : one),
  PLAN.starter,
);

test("above the dearest plan there is no step", () => {
  expect(describeStepUp(dearest)).toBeNull();
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
