import { expect, test } from "vitest";
import { PLANS } from "#contracts/catalogue.ts";
import { DEMO_ALERTS, DEMO_SUBSCRIPTION } from "./demo-account.ts";

test("demo package: not one that is for sale", () => {
  const forSale: readonly string[] = PLANS.map((plan) => plan.name);
  expect(forSale).not.toContain(DEMO_SUBSCRIPTION.plan);
});

test("no button promises what a dashboard does not do", () => {
  for (const [label, alert] of Object.entries(DEMO_ALERTS))
    expect(`${label}: ${alert}`).not.toMatch(/takes you to the checkout/);
});
