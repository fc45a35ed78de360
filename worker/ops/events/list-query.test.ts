import { describe, expect, test } from "vitest";
import { eventListUrl, EMPTY_QUERY } from "../../ops-links.ts";
import { parseEventListQuery } from "./list-query.ts";

describe("URL of the event list", () => {
  test("parses back to the same list", () => {
    const address = {
      view: "refunds",
      state: "failed",
      type: "ContactSubmitted",
      effect: "audit",
      error: "MailRejected: Resend: validation_error (422)",
      from: "2026-11-01",
      to: "2026-11-20",
      q: "evt_1 & more",
      sender: "c2VhbGVk",
      routine: "shown",
      before: { occurredAt: "2026-11-20T23:13:00.123Z", id: "evt_1" },
    } as const;
    const url = new URL(eventListUrl(address), "https://x.example");
    expect(parseEventListQuery(Object.fromEntries(url.searchParams))).toEqual(address);
  });

  test("is short without filters", () => {
    expect(eventListUrl({})).toBe("/ops/events");
  });

  test.for([
    { state: "everything" },
    { view: "everything" },
    { before: "yesterday~evt_1" },
    { before: "2026-99-99T99:99:99.999Z~evt_1" },
    { before: "2026-02-31T23:13:00.123Z~evt_1" },
    { before: "0000-01-01T00:00:00.000Z~evt_1" },
    { before: "2026-11-20T23:13:00.123Z" },
    { type: "  " },
    { q: "x".repeat(301) },
  ])("ignores invalid input: %o", (query) => {
    expect(parseEventListQuery(query as Record<string, string>)).toEqual(EMPTY_QUERY);
  });
});
