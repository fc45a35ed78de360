import { expect, test } from "vitest";
import { orderDispute } from "./disputes.ts";

test.each([
  ["none", [], null],
  ["an inquiry", ["warning_needs_response"], "open"],
  ["a closed inquiry", ["warning_closed"], null],
  ["one that awaits evidence", ["needs_response"], "open"],
  ["one that the bank looks at", ["under_review"], "open"],
  ["an appeal", ["appeal_under_review"], "open"],
  ["a won one", ["won"], null],
  ["a lost one", ["lost"], "lost"],
  ["a lost one beside a won one", ["won", "lost"], "lost"],
  ["a lost one and a new one", ["lost", "needs_response"], "open"],
  ["one that was prevented", ["prevented"], null],
] as const)("order with %s dispute: %s, then %s", (_, statuses, shown) => {
  expect(orderDispute(statuses)).toBe(shown);
});
