import { expect, test } from "vitest";
import { planChangeOutcome } from "./plan-change-outcome.ts";
import type { PendingPlanChange } from "../plan-change/pending-plan-change.ts";

const made = (...names: string[]) =>
  names.map((price_id) => ({ price_id, amount_pence: 1, quantity: 1 }));
const plain = {
  subscription_id: "sub_1",
  items: made("starter"),
  scheduled: null,
  awaiting: null,
};
const scheduled = { price_ids: ["starter"], at: 1 };
const awaiting = { price_ids: ["plus"], expires_at: 1 };
const up: PendingPlanChange = {
  subscriptionId: "sub_1",
  direction: "upgrade",
  to: ["plus"],
  isApplied: false,
  paidPence: 1,
};
const applied = { ...up, isApplied: true };
const upgrade = { change: "upgrade", bankAnswer: null } as const;
const downgrade = { change: "downgrade", bankAnswer: null } as const;

test.each([
  ["there is nothing to look for", plain, upgrade, null, "done"],
  ["it is what was wanted", { ...plain, items: made("plus") }, upgrade, up, "done"],
  ["it is not yet what was made", plain, upgrade, applied, "waiting"],
  [
    "an add-on is missing",
    { ...plain, items: made("plus") },
    upgrade,
    { ...applied, to: ["plus", "ads"] },
    "waiting",
  ],
  ["the payment is awaited", { ...plain, awaiting }, upgrade, up, "waiting"],
  ["the payment is awaited, for another tab", { ...plain, awaiting }, upgrade, null, "waiting"],
  ["the bank has said yes", plain, { ...upgrade, bankAnswer: "yes" }, up, "waiting"],
  ["the bank declined", { ...plain, awaiting }, { ...upgrade, bankAnswer: "no" }, up, "declined"],
  [
    "the bank declined, and another card has paid",
    { ...plain, items: made("plus") },
    { ...upgrade, bankAnswer: "no" },
    up,
    "done",
  ],
  ["the payment was given up", plain, upgrade, up, "unchanged"],
  ["another subscription was changed", plain, upgrade, { ...up, subscriptionId: "sub_0" }, "done"],
  ["a downgrade waits", { ...plain, scheduled }, downgrade, null, "booked"],
  ["no downgrade waits", plain, downgrade, null, "unchanged"],
  ["a downgrade was made", plain, downgrade, { ...applied, to: ["starter"] }, "done"],
  ["we have not heard of the downgrade", plain, downgrade, applied, "waiting"],
] as const)("plan change: when %s", (_, details, returnParams, kept, outcome) => {
  expect(planChangeOutcome({ ...details, items: [...details.items] }, returnParams, kept)).toBe(
    outcome,
  );
});
