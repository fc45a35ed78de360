import { expect, test } from "vitest";
import { parseReturnParams } from "./return-params.ts";

test.each([
  ["", null, { sessionId: null, change: null, bankAnswer: null }],
  ["?session_id=cs_1", null, { sessionId: "cs_1", change: null, bankAnswer: null }],
  [
    "?session_id=cs_1",
    { checkoutSession: "cs_0" },
    { sessionId: "cs_1", change: null, bankAnswer: null },
  ],
  ["", { checkoutSession: "cs_0" }, { sessionId: "cs_0", change: null, bankAnswer: null }],
  ["", { checkoutSession: 7 }, { sessionId: null, change: null, bankAnswer: null }],
  [
    "?upgrade=true&session_id=cs_1",
    null,
    { sessionId: "cs_1", change: "upgrade", bankAnswer: null },
  ],
  ["?downgrade=true", "words", { sessionId: null, change: "downgrade", bankAnswer: null }],
  ["?upgrade=1&downgrade=", null, { sessionId: null, change: null, bankAnswer: null }],
  [
    "?upgrade=true&payment_intent=pi_1&redirect_status=failed",
    null,
    { sessionId: null, change: "upgrade", bankAnswer: "no" },
  ],
  [
    "?upgrade=true&redirect_status=succeeded",
    null,
    { sessionId: null, change: "upgrade", bankAnswer: "yes" },
  ],
  [
    "?upgrade=true",
    { bankAnswer: "failed" },
    { sessionId: null, change: "upgrade", bankAnswer: "no" },
  ],
] as const)("query %s, history state %j", (search, state, returnParams) => {
  expect(parseReturnParams(search, state)).toEqual(returnParams);
});
