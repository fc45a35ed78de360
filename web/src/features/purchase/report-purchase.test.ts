import { expect, test } from "vitest";
import { PLAN } from "../../../../tests/support/catalogue.ts";
import type { PixelEvent } from "../tracking/events.ts";
import { reportPurchase } from "./report-purchase.ts";

const BOUGHT = { orderId: "in_1", subscription: { price_id: PLAN.plus.priceId } };

function reportedFor(...bought: Parameters<typeof reportPurchase>[0][]): PixelEvent[] {
  const events: PixelEvent[] = [];
  for (const each of bought) {
    reportPurchase(each, {
      storage: null,
      mayReport: () => true,
      track: (event) => void events.push(event),
    });
  }
  return events;
}

test("purchase event: id has the order, value is the plan's price", () => {
  const events = reportedFor(BOUGHT, { ...BOUGHT, orderId: "in_2" });
  expect(events.map((event) => event.eventId)).toEqual(["purchase-in_1", "purchase-in_2"]);
  expect(events[0]).toMatchObject({
    name: "Purchase",
    parameters: {
      value: 175,
      currency: "GBP",
      content_name: "Plus Package",
      content_type: "product",
    },
  });
});

test.each([
  ["an order that is not known yet", { ...BOUGHT, orderId: null }],
  ["a plan that is not for sale any more", { ...BOUGHT, subscription: { price_id: null } }],
])("%s: not reported", (_, bought) => {
  expect(reportedFor(bought)).toEqual([]);
});
