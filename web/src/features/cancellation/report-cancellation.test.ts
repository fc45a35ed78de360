import { expect, test } from "vitest";
import type { PixelEvent } from "../tracking/events.ts";
import { reportCancellation } from "./report-cancellation.ts";

test("report: event id has the subscription and its end", () => {
  const events: PixelEvent[] = [];
  for (const endsAt of [1_798_000_000, 1_800_000_000]) {
    reportCancellation(
      { subscriptionId: "sub_1", endsAt },
      { storage: null, mayReport: () => true, track: (event) => void events.push(event) },
    );
  }
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
