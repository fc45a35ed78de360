import { expect, test } from "vitest";
import { PLANS } from "#contracts/catalogue.ts";
import { describeStepUp, includedServices, WHATSAPP_TO_MANAGER } from "./plan-steps.ts";
import { START } from "./start.ts";

test("the catalogue lists plans from the cheapest to the dearest", () => {
  expect(PLANS).toEqual(PLANS.toSorted((one, other) => one.pricePence - other.pricePence));
});

test("the site's main button names the cheapest plan's price and chooses that plan", () => {
  expect(START.label).toContain(`£${PLANS[0].pricePence / 100} `);
  expect(START.href).toBe(`/checkout?plan=${PLANS[0].id}`);
});

test.each([
  [PLANS[0], "£78", "the Plus Package adds 8 posts and WhatsApp to your account manager."],
  [
    PLANS[1],
    "£100",
    "the Premium Package adds 10 posts, 2 platforms, advanced analytics reporting, full community management, priority support and custom campaigns. Community Management & Engagement alone is £49.",
  ],
])("$name: what one step up costs and adds", (plan, price, text) => {
  expect(describeStepUp(plan)).toEqual({ price, text });
});

test("above the dearest plan there is no step", () => {
  expect(describeStepUp(PLANS[PLANS.length - 1] ?? PLANS[0])).toBeNull();
});

test("a plan holds all of the one below it, but for posts and platforms, which it raises", () => {
  for (const [index, plan] of PLANS.slice(1).entries()) {
    const lost = includedServices(PLANS[index] ?? plan).filter(
      (held) => !includedServices(plan).includes(held),
    );
    expect(lost.filter((held) => !/^\d+ posts|^Up to \d+ platforms/.test(held))).toEqual([]);
  }
});

test("only plans whose manager has WhatsApp say so", () => {
  const saying = PLANS.filter((plan) => includedServices(plan).includes(WHATSAPP_TO_MANAGER));
  expect(saying.map(({ id }) => id)).toEqual(
    PLANS.flatMap((plan) => (plan.showsAccountManager ? [plan.id] : [])),
  );
});
