import { expect, test } from "vitest";
import { PLANS } from "#contracts/catalogue.ts";
import { TERMS } from "#contracts/terms.ts";
import { DEMO_ACTIONS, DEMO_ORDERS, DEMO_REPORT, DEMO_SUBSCRIPTION } from "./demo-account.ts";

test("demo package: not one that is for sale", () => {
  const forSale: readonly string[] = PLANS.map((plan) => plan.name);
  expect(forSale).not.toContain(DEMO_SUBSCRIPTION.plan);
});

test("demo report: due at the end of its period", () => {
  expect(DEMO_REPORT.daysLeft + DEMO_REPORT.daysPassed).toBe(TERMS.report.days);
});

test("no button promises what a dashboard does not do", () => {
  for (const { label, alert } of Object.values(DEMO_ACTIONS))
    expect(`${label}: ${alert}`).not.toMatch(/takes you to the checkout/);
});

test("demo orders: newest first", () => {
  const days = DEMO_ORDERS.map((order) => order.placedOn);
  expect(days).toEqual(days.toSorted().toReversed());
});
