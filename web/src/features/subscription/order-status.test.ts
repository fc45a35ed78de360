import { expect, test } from "vitest";
import type { UserOrder } from "#contracts/api/subscription.ts";
import { orderStatus } from "./order-status.ts";

const PAID: UserOrder = {
  order_id: "in_1",
  order_number: "TIDE-0001",
  order_lines: [],
  order_status: "completed",
  order_date: "2026-11-20T10:00:00.000Z",
  amount_total: 97_00,
  amount_collected: 97_00,
  amount_refunded: 0,
  credit_notes: [],
  currency: "gbp",
  dispute: null,
};

test.each<[string, Partial<UserOrder>, string, boolean]>([
  ["paid by card", {}, "Completed", true],
  ["paid by credit", { amount_total: 0, amount_collected: 0 }, "Completed", true],
  ["that the team marked as paid", { amount_collected: 0 }, "Marked as paid", true],
  ["that is open", { order_status: "pending", amount_collected: 0 }, "Pending", false],
  ["refunded in part", { amount_refunded: 10_00 }, "Partly refunded", false],
  ["questioned at the bank", { dispute: "open" }, "Disputed with your bank", false],
])("order %s: its status", (_what, given, status, isCompleted) => {
  expect(orderStatus({ ...PAID, ...given })).toEqual({ status, isCompleted });
});
