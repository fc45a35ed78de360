import { expect, test } from "vitest";
import { doubtPublishing, PUBLISHER_RECOVERY_MS } from "./check-publishing.ts";

const effect = { hadEffect: true, evidence: "" };
const faultRuns = [{ fault: "Redis killed", effect, begunAt: 1_000, endedAt: 9_000 }] as const;

function eventAt(occurredMs: number) {
  return {
    id: `evt_${occurredMs}`,
    type: "ContactSubmitted",
    actor: "visitor",
    aggregateId: "row",
    email: null,
    subscriptionId: null,
    orderId: null,
    refundedPence: null,
    postId: null,
    state: "completed",
    publishCount: 0,
    occurredMs,
    expectedEffects: [],
  } as const;
}

const BEFORE = 500;
const DURING = [2_000, 4_000, 6_000, 8_000];
const RECOVERING = 9_000 + PUBLISHER_RECOVERY_MS;
const AFTER = RECOVERING + 1;

test.each<[string, number[], string[]]>([
  ["only the events of a long outage: no doubt", [...DURING, RECOVERING], []],
  [
    "most events beside the outage, too: a doubt",
    [BEFORE, ...DURING, AFTER],
    ["the edge left 2 of the 3 events to the relay while Redis was up"],
  ],
])("edge leaves to the relay %s", (_, left, doubts) => {
  const events = [BEFORE, ...DURING, RECOVERING, AFTER, AFTER + 1].map((ms) => eventAt(ms));
  const deferred = new Set(left.map((ms) => `evt_${ms}`));
  const scenario = { edgePublishes: true };
  expect(doubtPublishing({ scenario, faultRuns, events, deferred })).toEqual(doubts);
});
