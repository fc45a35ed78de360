import { expect, test } from "vitest";
import { isReturning } from "./is-returning.ts";

const order = (order_id: string, order_date: string) => ({ order_id, order_date });
const now = order("now", "2026-11-27T10:00:00Z");

test.each([
  ["one order: no", [now], false],
  ["an order of another month: yes", [now, order("old", "2026-08-02T10:00:00Z")], true],
  ["an order of the same day: no", [now, order("twice", "2026-11-27T09:58:00Z")], false],
  ["a renewal after it: no", [order("later", "2026-12-27T10:00:00Z"), now], false],
  ["an order that is not there yet: no", [order("old", "2026-08-02T10:00:00Z")], false],
])("returning customer: %s", (_, orders, expected) => {
  expect(isReturning(orders, "now")).toBe(expected);
});
