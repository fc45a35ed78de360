import { expect, test } from "vitest";
import { cancelsImmediately } from "./cancels-immediately.ts";

test.each([
  ["active", null, false],
  ["trialing", null, false],
  ["paused", null, false],
  ["past_due", null, false],
  ["past_due", 97_00, true],
  ["unpaid", null, true],
  ["active", 97_00, true],
] as const)(
  "cancelled while %s with a renewal of %s: ends immediately: %s",
  (status, renewalPence, isImmediate) => {
    expect(cancelsImmediately({ status, renewalPence })).toBe(isImmediate);
  },
);
