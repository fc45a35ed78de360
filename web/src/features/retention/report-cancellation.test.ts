import { expect, test } from "vitest";
import type { PixelEvent } from "../tracking/events.ts";
import { reportCancellation } from "./report-cancellation.ts";

const CANCELLED = { subscriptionId: "sub_1", endsAt: 1_798_000_000 };

function browser({ consents = true, stores = true } = {}) {
  const kept = new Map<string, string>();
  const events: PixelEvent[] = [];
  return {
    kept,
    events,
    deps: {
      storage: stores
        ? {
            getItem: (key: string) => kept.get(key) ?? null,
            setItem: (key: string, value: string) => void kept.set(key, value),
          }
        : null,
      mayReport: () => consents,
      track: (event: PixelEvent) => void events.push(event),
    },
  };
}

test("tells that somebody cancelled, once for each cancellation", () => {
  const { deps, events } = browser();
  reportCancellation(CANCELLED, deps);
  reportCancellation(CANCELLED, deps);
  reportCancellation({ ...CANCELLED, endsAt: 1_800_000_000 }, deps);
  expect(events.map((event) => event.eventId)).toEqual([
    "cancellation-sub_1-1798000000",
    "cancellation-sub_1-1800000000",
  ]);
  expect(events[0]).toMatchObject({
    name: "CompleteRegistration",
    parameters: {
      content_name: "Subscription Cancelled",
      content_category: "Cancellation",
      status: "cancelled",
    },
  });
});

test("without consent nothing is told and nothing kept", () => {
  const { deps, events, kept } = browser({ consents: false });
  reportCancellation(CANCELLED, deps);
  expect(events).toEqual([]);
  expect(kept.size).toBe(0);
});

test("a browser without storage tells it under the same name each time", () => {
  const { deps, events } = browser({ stores: false });
  reportCancellation(CANCELLED, deps);
  reportCancellation(CANCELLED, deps);
  expect(new Set(events.map((event) => event.eventId)).size).toBe(1);
});
