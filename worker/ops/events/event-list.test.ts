import { describe, expect } from "vitest";
import { test } from "../../../tests/support/database.ts";
import { openOpsConsole } from "../../../tests/support/ops-client.ts";
import { seedOpsCustomer } from "../../../tests/support/ops-customer.ts";
import { seedEvent, seedIds, seedEnquiry } from "../../../tests/support/seed-event.ts";

async function listedEvents(response: Response): Promise<string> {
  const html = await response.text();
  return [...html.matchAll(/href="\/ops\/events\/evt_\w+(\w)"/g)].map((match) => match[1]).join("");
}

describe("event list", () => {
  test("no events: says so", async ({ db }) => {
    const { get } = await openOpsConsole({ db }).signIn();
    expect(await (await get("/ops/events")).text()).toContain("No events yet");
  });

  test("empty view and empty search: each says so in its own words", async ({ db }) => {
    const { get } = await openOpsConsole({ db }).signIn();
    for (const [query, words] of [
      ["state=failed", "No failed events"],
      ["state=stuck", "No stuck events"],
      ["view=refunds", "No refund requests to decide"],
      ["view=replayed", "No replayed events"],
      ["state=failed&type=ContactSubmitted", "No results"],
    ]) {
      expect(await (await get(`/ops/events?${query}`)).text(), query).toContain(words);
    }
  });

  test("one request: one row with its other events, the redacted person and the plan", async ({
    db,
  }) => {
    await seedOpsCustomer(db);
    const customer = (last: string, type: string, payload: object) =>
      seedEvent(db, {
        last,
        event: {
          type,
          payload,
          version: 1,
          aggregateType: "customer",
          aggregateId: "cus_1",
          actor: { kind: "system", name: "billing" },
          correlationId: "req_purchase",
          completedAt: "2026-11-20T23:13:02Z",
        },
      });
    const facts = { customerId: "cus_1", subscriptionId: "sub_1", payments: [], periodEnd: null };
    await customer("1", "StripeEventReceived", {
      stripeEventId: "evt_stripe1",
      notification: "invoice.paid",
      objectId: "in_1",
      customerId: "cus_1",
    });
    await customer("2", "InvoicePaid", { customerId: "cus_1", orderId: "in_1" });
    await customer("3", "CheckoutCompleted", {
      ...facts,
      priceIds: ["tidepost_plus_monthly"],
      amountPence: 175_00,
      consentedCheckoutId: null,
      paidPence: 175_00,
    });
    const { get } = await openOpsConsole({ db }).signIn();
    const html = await (await get("/ops/events")).text();
    // Two more are of the customer.
    expect(html.match(/<th scope="row">/g)).toHaveLength(3);
    const [, row = ""] = /<th scope="row">(<a href="[^"]+D43">.*?)<\/tr>/.exec(html) ?? [];
    expect(row).toMatch(
      /Paid for a subscription.*2 more of this request.*Stripe event received.*Paid an invoice/,
    );
    expect(row).toContain("Plus");
    expect(row).toContain("£175");
    expect(row).toContain("invoice.paid");
    expect(row).toMatch(/href="\/ops\/customers\/[^"]+">G•••/);
    expect(html).not.toMatch(/Grace|Hopper/);
    expect(html).toContain("1</span> routine event hidden.");
    const shown = await (await get("/ops/events?routine=shown&type=StripeEventReceived")).text();
    expect(shown).toContain("Routine events are shown.");
  });

  test("stuck event: shows why", async ({ db }) => {
    await seedEvent(db, {
      effects: [
        {
          effect: "send-team-notification",
          status: "pending",
          lastError: "MailFailed: Resend (500)",
        },
        { effect: "audit", status: "completed", lastError: "of an attempt before" },
      ],
    });
    const { get } = await openOpsConsole({ db }).signIn();
    const html = await (await get("/ops/events?state=stuck")).text();
    expect(html).toContain("MailFailed: Resend (500)");
    expect(html).not.toContain("of an attempt before");
  });

  test("filters by state and type", async ({ db }) => {
    await seedEvent(db, { last: "D", event: { completedAt: "2026-11-20T23:13:02Z" } });
    await seedEvent(db, { last: "F", event: { deadLetteredAt: "2026-11-20T23:13:02Z" } });
    const { get } = await openOpsConsole({ db }).signIn();
    expect(await listedEvents(await get("/ops/events"))).toBe("FD");
    expect(await listedEvents(await get("/ops/events?state=failed"))).toBe("F");
    expect(await listedEvents(await get("/ops/events?type=ContactSubmitted&state=completed"))).toBe(
      "D",
    );
    expect(await listedEvents(await get("/ops/events?type=Other"))).toBe("");
    expect(await listedEvents(await get("/ops/events?state=nonsense&before=nonsense"))).toBe("FD");
  });

  test("finds an event by any of its ids", async ({ db }) => {
    await seedEvent(db, { last: "A" });
    await seedEvent(db, { last: "B" });
    const { get, send } = await openOpsConsole({ db }).signIn();
    for (const id of Object.values(seedIds("B"))) {
      const response = await send("/ops/events/search", [["q", ` ${id} `]]);
      expect(response.headers.get("location")).toBe(`/ops/events?q=${id}`);
      expect(await listedEvents(await get(`/ops/events?q=${id}`))).toContain("B");
      expect(await listedEvents(await get(`/ops/events?q=${id}`))).not.toContain("A");
    }
  });

  test("email search: finds events, and the email is in no URL, log line or page", async ({
    db,
  }) => {
    await seedEvent(db, { last: "A" });
    await seedEnquiry(db, { last: "A", email: "grace@navy.example" });
    await seedEvent(db, { last: "B" });
    const opsConsole = openOpsConsole({ db });
    const { get, send } = await opsConsole.signIn();

    const response = await send("/ops/events/search", [
      ["q", "Grace@Navy.example"],
      ["state", "stuck"],
    ]);
    const location = response.headers.get("location") ?? "";
    expect(location).toMatch(/^\/ops\/events\?state=stuck&sender=[\w.-]+$/);
    const html = await (await get(location)).text();
    expect(html).toContain("Showing events of one email address.");
    expect(html).toContain(seedIds("A").eventId);
    expect(html).not.toContain(seedIds("B").eventId);
    expect(html).not.toMatch(/grace|navy\.|Hopper/iu);
    expect(JSON.stringify(opsConsole.lines)).not.toMatch(/grace|navy/iu);

    const byUrl = await get("/ops/events?q=grace%40navy.example");
    expect(byUrl.status).toBe(303);
    expect(byUrl.headers.get("location")).not.toMatch(/grace|navy/iu);
  });

  test("name search: finds events, and the name is in no URL or page", async ({ db }) => {
    await seedEvent(db, { last: "A" });
    await seedEnquiry(db, { last: "A", email: "grace@navy.example" });
    await seedEvent(db, { last: "B" });
    const { get, send } = await openOpsConsole({ db }).signIn();
    for (const name of ["Grace Hopper", "hopper", "Hop"]) {
      const response = await send("/ops/events/search", [["q", name]]);
      const location = response.headers.get("location") ?? "";
      expect(location).toMatch(/^\/ops\/events\?sender=[\w.-]+$/);
      const html = await (await get(location)).text();
      expect(html).toContain("Showing events of people with that name.");
      expect(html).toContain(seedIds("A").eventId);
      expect(html).not.toContain(seedIds("B").eventId);
      expect(html).not.toMatch(/grace|navy\.|Hopper/iu);
      const byUrl = await get(`/ops/events?q=${encodeURIComponent(name)}`);
      expect(byUrl.headers.get("location")).toMatch(/^\/ops\/events\?sender=/);
    }
  });

  test("phone number: is in no URL", async ({ db }) => {
    const { get, send } = await openOpsConsole({ db }).signIn();
    for (const number of ["+44 20 7946 0000", "(020) 7946-0000", "07700900123"]) {
      const response = await send("/ops/events/search", [["q", number]]);
      const location = response.headers.get("location") ?? "";
      expect(location).toMatch(/^\/ops\/events\?sender=[\w.-]+$/);
      const html = await (await get(location)).text();
      expect(html).toContain("Phone numbers cannot be searched for.");
      expect(html).toContain("No results");
      const byUrl = await get(`/ops/events?q=${encodeURIComponent(number)}`);
      expect(byUrl.headers.get("location")).toMatch(/^\/ops\/events\?sender=/);
    }
  });

  test("search: stays within the chosen days", async ({ db }) => {
    await seedEvent(db, { last: "A" });
    const { get, send } = await openOpsConsole({ db }).signIn();
    const html = await (await get("/ops/events?from=2026-11-20&to=2026-11-21")).text();
    const [, form = ""] = /<form class="search"(.*?)<\/form>/.exec(html) ?? [];
    const fields = [...form.matchAll(/type="hidden" name="(from|to)" value="([^"]+)"/g)];
    const response = await send("/ops/events/search", [
      ["q", seedIds("A").eventId],
      ...fields.map(([, name = "", value = ""]): [string, string] => [name, value]),
    ]);
    expect(response.headers.get("location")).toBe(
      `/ops/events?from=2026-11-20&to=2026-11-21&q=${seedIds("A").eventId}`,
    );
  });

  test("search of another session: not decrypted", async ({ db }) => {
    await seedEvent(db, { last: "A" });
    await seedEnquiry(db, { last: "A", email: "grace@navy.example" });
    const opsConsole = openOpsConsole({ db });
    const ada = await opsConsole.signIn("Ada");
    const eve = await opsConsole.signIn("Eve");
    const response = await ada.send("/ops/events/search", [["q", "grace@navy.example"]]);
    const html = await (await eve.get(response.headers.get("location") ?? "")).text();
    expect(html).toContain("That search ended with your session");
    expect(html).not.toContain(seedIds("A").eventId);
  });

  test("pages through all events", async ({ db }) => {
    const ids = "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghijklmnopqrstuv".split("");
    for (const last of ids) await seedEvent(db, { last });
    const { get } = await openOpsConsole({ db }).signIn();
    const newerPage = await get("/ops/events?type=ContactSubmitted");
    const html = await newerPage.clone().text();
    const [, older = ""] = /rel="next" href="([^"]+)"/.exec(html) ?? [];
    expect(older).toContain("type=ContactSubmitted");
    const olderPage = await get(older.replaceAll("&amp;", "&"));
    const seen = (await listedEvents(newerPage)) + (await listedEvents(olderPage));
    expect(seen.split("").toSorted()).toEqual(ids.toSorted());
    expect(seen).toHaveLength(ids.length);
  });

  test("user input is shown as text, never as markup", async ({ db }) => {
    await seedEvent(db, { event: { type: '<script>"x"</script>', aggregateId: "<b>&" } });
    const { get } = await openOpsConsole({ db }).signIn("<i>Ada</i>");
    const html = await (await get("/ops/events?q=%3Cb%3E%26")).text();
    expect(html).not.toMatch(/<script|<b>|<i>/);
    expect(html).toContain("&lt;script&gt;");
  });
});
