import { expect, test } from "vitest";
import { readVisit } from "./visit.ts";

test.each([
  ["", null, { sessionId: null, change: null }],
  ["?session_id=cs_1", null, { sessionId: "cs_1", change: null }],
  ["?session_id=cs_1", { checkoutSession: "cs_0" }, { sessionId: "cs_1", change: null }],
  ["", { checkoutSession: "cs_0" }, { sessionId: "cs_0", change: null }],
  ["", { checkoutSession: 7 }, { sessionId: null, change: null }],
  ["?upgrade=true&session_id=cs_1", null, { sessionId: "cs_1", change: "upgrade" }],
  ["?downgrade=true", "words", { sessionId: null, change: "downgrade" }],
  ["?upgrade=1&downgrade=", null, { sessionId: null, change: null }],
] as const)("%s with %j", (search, state, visit) => {
  expect(readVisit(search, state)).toEqual(visit);
});
