import { expect, test } from "vitest";
import { parseReturnParams } from "./return-params.ts";

test.each([
  ["", null, { sessionId: null, change: null, redirectStatus: null }],
  ["?session_id=cs_1", null, { sessionId: "cs_1", change: null, redirectStatus: null }],
  [
    "?session_id=cs_1",
    { checkoutSession: "cs_0" },
    { sessionId: "cs_1", change: null, redirectStatus: null },
  ],
  ["", { checkoutSession: "cs_0" }, { sessionId: "cs_0", change: null, redirectStatus: null }],
  ["", { checkoutSession: 7 }, { sessionId: null, change: null, redirectStatus: null }],
  [
    "?upgrade=true&session_id=cs_1",
    null,
    { sessionId: "cs_1", change: "upgrade", redirectStatus: null },
  ],
  ["?downgrade=true", "words", { sessionId: null, change: "downgrade", redirectStatus: null }],
  ["?upgrade=1&downgrade=", null, { sessionId: null, change: null, redirectStatus: null }],
  [
    "?upgrade=true&payment_intent=pi_1&redirect_status=failed",
    null,
    { sessionId: null, change: "upgrade", redirectStatus: "failed" },
  ],
  [
    "?upgrade=true&redirect_status=succeeded",
    null,
    { sessionId: null, change: "upgrade", redirectStatus: "succeeded" },
  ],
  [
    "?upgrade=true",
    { redirectStatus: "failed" },
    { sessionId: null, change: "upgrade", redirectStatus: "failed" },
  ],
] as const)("query %s, history state %j", (search, state, returnParams) => {
  expect(parseReturnParams(search, state)).toEqual(returnParams);
});
