import { expect, test } from "vitest";
import { CHEAPEST_PLAN } from "#contracts/billing/plans.ts";
import type { Plan } from "#contracts/catalogue.ts";
import { DEAREST_PLAN, PLAN, PLAN_STEPS } from "../../../../tests/support/catalogue.ts";
import { planChangeTarget } from "./plan-change-target.ts";

const { starter, plus } = PLAN;
const statusView = (status: string | null, priceId: string | null) => ({
  status,
  priceId,
  isEnding: false,
  hasPendingUpdate: false,
  needsCard: false,
  handChange: null,
});

test.each(PLAN_STEPS)("$from.name and $to.name lead to each other", ({ from, to }) => {
  const target = (plan: Plan, direction: "upgrade" | "downgrade") =>
    planChangeTarget(statusView("active", plan.priceId), direction);
  expect(target(from, "upgrade")).toEqual({ to, why: null });
  expect(target(to, "downgrade")).toEqual({ to: from, why: null });
});

test.each([
  ["upgrade", "active", DEAREST_PLAN.priceId, "You are already on the highest tier plan"],
  ["downgrade", "active", CHEAPEST_PLAN.priceId, "You are already on the lowest tier plan"],
  ["upgrade", "active", null, "Current plan information not found"],
  ["downgrade", "trialing", "price_of_before", "Current plan information not found"],
  ["upgrade", "canceled", starter.priceId, "No active subscription found"],
  ["upgrade", "past_due", starter.priceId, "Waiting for a payment first"],
  ["downgrade", null, null, "No active subscription found"],
] as const)("no %s for status %s, price %s", (direction, status, priceId, why) => {
  expect(planChangeTarget(statusView(status, priceId), direction)).toEqual({ to: null, why });
});

test.each([
  [{ isEnding: true }, "Your subscription is set to end. Choose to keep it first, then change it"],
  [{ needsCard: true }, "Add your own card first"],
  [{ hasPendingUpdate: true }, "Your upgrade is awaiting payment"],
  [{ handChange: "paused" }, "Your payments are paused. Please contact us to change your plan"],
  [{ handChange: "invoiced" }, "You pay by invoice. Please contact us to change your plan"],
  [{ handChange: "by_hand" }, "We change your plan by hand. Please contact us"],
] as const)("no plan change with %j", (given, why) => {
  const own = { ...statusView("active", plus.priceId), ...given };
  expect(planChangeTarget(own, "upgrade")).toEqual({ to: null, why });
  expect(planChangeTarget(own, "downgrade")).toEqual({ to: null, why });
});
