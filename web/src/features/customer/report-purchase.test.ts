import { expect, test } from "vitest";
import { PLANS } from "#contracts/catalogue.ts";
import type { PixelEvent } from "../tracking/events.ts";
import { reportPurchase } from "./report-purchase.ts";

const BOUGHT = { orderId: "in_1", subscription: { price_id: PLANS[1].priceId } };

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

test("tells what was bought, once for each order", () => {
  const { deps, events } = browser();
  reportPurchase(BOUGHT, deps);
  reportPurchase(BOUGHT, deps);
  reportPurchase({ ...BOUGHT, orderId: "in_2" }, deps);
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

test("without consent nothing is told and nothing kept", () => {
  const { deps, events, kept } = browser({ consents: false });
  reportPurchase(BOUGHT, deps);
  expect(events).toEqual([]);
  expect(kept.size).toBe(0);
});

test("a browser without storage tells it under the same name each time", () => {
  const { deps, events } = browser({ stores: false });
  reportPurchase(BOUGHT, deps);
  reportPurchase(BOUGHT, deps);
  expect(new Set(events.map((event) => event.eventId)).size).toBe(1);
});

test.each([
  ["an order that is not known yet", { ...BOUGHT, orderId: null }],
  ["a plan that is not for sale any more", { ...BOUGHT, subscription: { price_id: null } }],
])("%s is not told", (_, bought) => {
  const { deps, events } = browser();
  reportPurchase(bought, deps);
  expect(events).toEqual([]);
});
