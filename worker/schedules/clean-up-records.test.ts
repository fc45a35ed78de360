import { expect } from "vitest";
import { stripeEvents } from "#db/schema/billing.ts";
import { test } from "../../tests/support/database.ts";
import { seedEnquiry, seedEvent } from "../../tests/support/seed-event.ts";
import { cleanUpRecords } from "./clean-ups.ts";

test("deletes every record past its retention period", async ({ db }) => {
  await seedEnquiry(db, { email: "grace@shop.example" });
  await seedEvent(db, {
    event: { completedAt: "2026-11-20T23:14:00Z" },
    effects: [{ effect: "send-team-notification", status: "completed" }],
  });
  const at = "2026-11-20T23:13:00Z";
  await db
    .insert(stripeEvents)
    .values({ id: "evt_1", type: "invoice.paid", occurredAt: at, receivedAt: at });
  const clock = { now: new Date("2027-02-18T23:12:00Z") };
  const { run, pattern } = cleanUpRecords({
    db,
    now: () => clock.now,
    wait: () => Promise.resolve(),
  });
  expect(pattern).toBe("47 * * * *");
  const nothing = {
    enquiries: 0,
    enquiry_advertising_data: 0,
    purchase_advertising_data: 0,
    completed_events: 0,
    bulk_replays: 0,
    provider_notifications: 0,
    email_reports: 0,
    undeliverable_addresses: 0,
    promises: 0,
    approval_links: 0,
    page_views: 0,
    booked_calls: 0,
  };
  expect(await run()).toEqual(nothing);
  clock.now = new Date("2027-02-18T23:47:00Z");
  expect(await run()).toEqual({ ...nothing, completed_events: 1, provider_notifications: 1 });
  clock.now = new Date("2028-11-20T23:47:00Z");
  expect(await run()).toEqual({ ...nothing, enquiries: 1 });
  expect(await run()).toEqual(nothing);
});
