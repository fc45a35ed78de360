import { expect, test } from "vitest";
import { readVisit } from "./visit.ts";

test.each([
  ["", null, { sessionId: null, change: null, bankSaid: null }],
  ["?session_id=cs_1", null, { sessionId: "cs_1", change: null, bankSaid: null }],
  [
    "?session_id=cs_1",
    { checkoutSession: "cs_0" },
    { sessionId: "cs_1", change: null, bankSaid: null },
  ],
  ["", { checkoutSession: "cs_0" }, { sessionId: "cs_0", change: null, bankSaid: null }],
  ["", { checkoutSession: 7 }, { sessionId: null, change: null, bankSaid: null }],
  ["?upgrade=true&session_id=cs_1", null, { sessionId: "cs_1", change: "upgrade", bankSaid: null }],
  ["?downgrade=true", "words", { sessionId: null, change: "downgrade", bankSaid: null }],
  ["?upgrade=1&downgrade=", null, { sessionId: null, change: null, bankSaid: null }],
  [
    "?upgrade=true&payment_intent=pi_1&redirect_status=failed",
    null,
    { sessionId: null, change: "upgrade", bankSaid: "no" },
  ],
  [
    "?upgrade=true&redirect_status=succeeded",
    null,
    { sessionId: null, change: "upgrade", bankSaid: "yes" },
  ],
  [
    "?upgrade=true",
    { bankAnswer: "failed" },
    { sessionId: null, change: "upgrade", bankSaid: "no" },
  ],
] as const)("%s with %j", (search, state, visit) => {
  expect(readVisit(search, state)).toEqual(visit);
});
