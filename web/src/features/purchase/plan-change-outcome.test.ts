import { expect, test } from "vitest";
import type { PendingPlanChange } from "../plan-change/pending-plan-change.ts";
import { planChangeOutcome } from "./plan-change-outcome.ts";

const itemsOf = (...priceIds: string[]) =>
  priceIds.map((price_id) => ({ price_id, name: price_id, amount_pence: 1, quantity: 1 }));
const plain = {
  subscription_id: "sub_1",
  items: itemsOf("starter"),
  scheduled: null,
  awaiting: null,
};
const scheduled = { price_ids: ["starter"], names: "starter", at: 1 };
const awaiting = { names: "plus", expires_at: 1 };
const up: PendingPlanChange = {
  subscriptionId: "sub_1",
  direction: "upgrade",
  to: ["plus"],
  isApplied: false,
  paidPence: 1,
};
const applied = { ...up, isApplied: true };
const upgrade = { change: "upgrade", redirectStatus: null } as const;
const downgrade = { change: "downgrade", redirectStatus: null } as const;

test.each([
  ["no change was confirmed in this tab", plain, upgrade, null, "applied"],
  [
    "the items are the confirmed ones",
    { ...plain, items: itemsOf("plus") },
    upgrade,
    up,
    "applied",
  ],
  ["an applied change is not synced yet", plain, upgrade, applied, "waiting"],
  [
    "an add-on is missing",
    { ...plain, items: itemsOf("plus") },
    upgrade,
    { ...applied, to: ["plus", "ads"] },
    "waiting",
  ],
  ["the payment is pending", { ...plain, awaiting }, upgrade, up, "waiting"],
  ["another tab's payment is pending", { ...plain, awaiting }, upgrade, null, "waiting"],
  [
    "the bank approved the payment",
    plain,
    { ...upgrade, redirectStatus: "succeeded" },
    up,
    "waiting",
  ],
  [
    "the bank declined",
    { ...plain, awaiting },
    { ...upgrade, redirectStatus: "failed" },
    up,
    "declined",
  ],
  [
    "the bank declined, and another card has paid",
    { ...plain, items: itemsOf("plus") },
    { ...upgrade, redirectStatus: "failed" },
    up,
    "applied",
  ],
  ["the payment was abandoned", plain, upgrade, up, "unchanged"],
  [
    "another subscription was changed",
    plain,
    upgrade,
    { ...up, subscriptionId: "sub_0" },
    "applied",
  ],
  ["a downgrade is scheduled", { ...plain, scheduled }, downgrade, null, "scheduled"],
  ["no downgrade is scheduled", plain, downgrade, null, "unchanged"],
  ["a downgrade is applied", plain, downgrade, { ...applied, to: ["starter"] }, "applied"],
  ["an applied downgrade is not synced yet", plain, downgrade, applied, "waiting"],
] as const)("plan change: when %s", (_, details, returnParams, confirmed, outcome) => {
  expect(
    planChangeOutcome({ ...details, items: [...details.items] }, returnParams, confirmed),
  ).toBe(outcome);
});
