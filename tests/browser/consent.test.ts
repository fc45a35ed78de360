import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { ReceivedConversion } from "../stack/meta/app.ts";
import { accessibilityViolations, test as base } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { watchLayoutShift } from "../support/page-actions.ts";
import { pixelEvents, stubThirdParties } from "../support/pixel.ts";
import { freshAddress, queryStack } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const { site, api, inbox } = thisStack();

type Visitor = {
  page: Page;
  thirdPartyRequests: string[];
  events: () => Promise<unknown[][]>;
};

const test = base.extend<{ visitor: Visitor }>({
  visitor: async ({ visit }, use) => {
    const page = await visit({ viewport: { width: 1440, height: 900 } });
    const thirdPartyRequests = await stubThirdParties(page, [site, api]);
    const events = () => pixelEvents(page);
    await use({ page, thirdPartyRequests, events });
  },
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${site}${path}`);
  await page.waitForLoadState("networkidle");
}

const banner = (page: Page) => page.getByRole("region", { name: "Cookies" });
const choiceButton = (page: Page, choice: "Accept" | "Reject") =>
  banner(page).getByRole("button", { name: `${choice} cookies` });

async function accept({ page, thirdPartyRequests }: Visitor): Promise<void> {
  await choiceButton(page, "Accept").click();
  await eventually("the pixel is there", async () =>
    thirdPartyRequests.some((url) => url.includes("/signals/config/")),
  );
}

async function enquire(page: Page): Promise<string> {
  const address = freshAddress();
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Byron");
  await page.getByLabel("Email", { exact: true }).fill(address);
  await page.getByLabel("Company").fill("Byron & Co");
  await page.getByLabel("Message", { exact: true }).fill("What would 20 posts cost?");
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByRole("dialog").waitFor();
  return address;
}

async function conversions(): Promise<ReceivedConversion[]> {
  const response = await fetch(new URL("/conversions", inbox));
  return (await response.json()) as ReceivedConversion[];
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const conversionsOf = async (address: string) =>
  (await conversions()).filter(({ user_data: person }) => person.em?.includes(sha256(address)));

const reportedId = (event: unknown[] | undefined) =>
  (event?.at(-1) as { eventID: string } | undefined)?.eventID;

const effectsOf = (address: string) =>
  eventually("the event is completed", async () => {
    const rows = await queryStack(
      `select effect from event_effects join outbox_events event on event.id = event_id
       join form_submissions form on form.id = event.aggregate_id
       where form.email = $1 and event.completed_at is not null order by effect`,
      [address],
    );
    return rows.length > 0 && rows.map((row) => row["effect"]);
  });

test("before consent: no request to another company, whatever the visitor does; the booking page links the calendar; Escape and Back close the booking window", async ({
  visitor: { page, thirdPartyRequests },
}) => {
  await open(page, "/schedule-demo");
  const link = page.getByRole("link", { name: /Open the calendar/ });
  expect(await link.getAttribute("href")).toContain("https://calendly.com/");
  expect(await link.getAttribute("target")).toBe("_blank");
  expect(await page.getByRole("button", { name: /calendar/ }).count()).toBe(0);
  await open(page, "/fb-ad");
  const dialog = page.locator("dialog[open]");
  await page.getByRole("link", { name: "Book my call" }).click();
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(`${site}/fb-ad`);
  expect(await dialog.count()).toBe(0);
  await page.getByRole("button", { name: "Book my strategy call" }).first().click();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "hidden" });
  expect(thirdPartyRequests).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});

test("consent rejected: as easily as accepted, without a layout shift, by keyboard, after which the focus goes on to the page; stored, and no enquiry before or afterwards is reported", async ({
  visitor: { page, thirdPartyRequests },
}) => {
  const layoutShift = await watchLayoutShift(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/contact");
  const isNotReported = async () => {
    const address = await enquire(page);
    expect(await effectsOf(address)).toEqual([
      "audit",
      "send-auto-reply",
      "send-team-notification",
    ]);
    expect(await conversionsOf(address)).toEqual([]);
    const [row] = await queryStack("select conversion from form_submissions where email = $1", [
      address,
    ]);
    expect(row).toEqual({ conversion: null });
  };
  await banner(page).waitFor();
  expect(await layoutShift()).toBeLessThan(0.001);
  expect((await banner(page).boundingBox())?.height).toBeLessThanOrEqual(120);
  const looks = async (choice: "Accept" | "Reject") => {
    const button = choiceButton(page, choice);
    const style = await button.evaluate((element) => {
      const { color, backgroundColor, boxShadow, fontSize, fontWeight } = getComputedStyle(element);
      return { color, backgroundColor, boxShadow, fontSize, fontWeight };
    });
    return { ...style, height: (await button.boundingBox())?.height };
  };
  expect(await looks("Reject")).toEqual(await looks("Accept"));
  await isNotReported();

  await open(page, "/contact");
  for (let i = 0; i < 4; i++) await page.keyboard.press("Tab");
  expect(await page.locator(":focus").innerText()).toBe("Reject cookies");
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await banner(page).waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");

  await open(page, "/contact");
  expect(await banner(page).count()).toBe(0);
  expect(await layoutShift()).toBeLessThan(0.001);
  await isNotReported();
  expect(thirdPartyRequests).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});

describe("after consent", () => {
  test("stored for the next visit, but the login page is a document of its own, without the pixel; an enquiry is reported once by browser and once by server, under one event id; once consent is withdrawn in the footer, no other is", async ({
    visitor,
  }) => {
    const { page, thirdPartyRequests } = visitor;
    await open(page, "/contact");
    await accept(visitor);
    await page.waitForLoadState("networkidle");
    thirdPartyRequests.length = 0;
    await page.getByRole("contentinfo").getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL(`${site}/login`);
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => "fbq" in window)).toBe(false);
    expect(thirdPartyRequests).toEqual([]);

    await open(page, "/contact");
    await eventually("the pixel is there", async () => thirdPartyRequests.length > 0);
    expect(thirdPartyRequests[0]).toBe("https://connect.facebook.net/en_US/fbevents.js");
    expect(await visitor.events()).toEqual([]);
    const address = await enquire(page);
    const [event] = await eventually("the Lead", async () => {
      const events = await visitor.events();
      return events.length > 0 && events;
    });
    expect(event).toEqual([
      "track",
      "Lead",
      { content_name: "Contact Form", content_category: "Contact", value: 0, currency: "GBP" },
      { eventID: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
    const pixelCalls = await page.evaluate(() => JSON.stringify(Reflect.get(window, "pixelCalls")));
    expect(pixelCalls).toContain(sha256(address));
    expect(pixelCalls).not.toContain(address);

    expect(await effectsOf(address)).toEqual([
      "audit",
      "report-lead-conversion",
      "send-auto-reply",
      "send-team-notification",
    ]);
    const [conversion, ...others] = await conversionsOf(address);
    expect(others).toEqual([]);
    expect(conversion).toMatchObject({
      event_name: "Lead",
      event_id: reportedId(event),
      event_source_url: `${site}/contact`,
      reports: 1,
      user_data: { fn: [sha256("ada")], fbp: "fb.1.1596403881668.1116446470" },
    });

    await page.keyboard.press("Escape");
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(["_fbp"]);

    await page.getByRole("contentinfo").getByRole("link", { name: "Cookie settings" }).click();
    await page.waitForURL(`${site}/cookie-policy#your-choice`);
    await page.locator("#your-choice").getByRole("button", { name: "Reject cookies" }).click();
    await page
      .getByRole("status")
      .getByText(/You rejected/)
      .waitFor();
    await eventually(
      "the pixel's cookie is gone",
      async () => (await page.context().cookies()).length === 0,
    );

    thirdPartyRequests.length = 0;
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).first().click();
    await page.waitForURL(`${site}/contact`);
    const next = await enquire(page);
    expect(await effectsOf(next)).toEqual(["audit", "send-auto-reply", "send-team-notification"]);
    expect(await visitor.events()).toHaveLength(1);
    expect(thirdPartyRequests).toEqual([]);
    expect(await conversionsOf(next)).toEqual([]);
  });

  test("booking window: opening it is reported, and the calendar loads on request; a blocked one is replaced by other ways to book", async ({
    visitor,
    expectComplaint,
  }) => {
    expectComplaint(/net::ERR_BLOCKED_BY_CLIENT/);
    const { page, thirdPartyRequests } = visitor;
    await open(page, "/fb-ad");
    await accept(visitor);
    await page.getByRole("button", { name: "Book my strategy call" }).first().click();
    const [event] = await eventually("the Lead", async () => {
      const events = await visitor.events();
      return events.length > 0 && events;
    });
    expect(event?.slice(1, 3)).toEqual([
      "Lead",
      {
        content_name: "Strategy Call Booking",
        content_category: "Demo Booking",
        value: 0,
        currency: "GBP",
      },
    ]);
    const calendars = () =>
      thirdPartyRequests.filter((url) => url.startsWith("https://calendly.com/"));
    expect(calendars()).toEqual([]);
    const asked: string[] = [];
    await page.route("https://calendly.com/**", (route) => {
      asked.push(route.request().url());
      return route.fulfill({
        contentType: "text/html",
        body: `<button onclick="parent.postMessage({ event: 'calendly.event_scheduled' }, '*')">Book</button>`,
      });
    });
    await page.getByRole("button", { name: "Show the calendar here" }).click();
    await eventually("the calendar", async () =>
      asked.some((url) => url.includes("embed_domain=")),
    );
    // A message of another origin says nothing: the page stays until the calendar's own.
    const booked = { event: "calendly.event_scheduled" };
    await page.evaluate(async (message) => {
      const heard = new Promise((resolve) => {
        window.addEventListener("message", resolve, { once: true });
      });
      window.postMessage(message, "*");
      await heard;
    }, booked);
    expect(new URL(page.url()).pathname).not.toBe("/call-booked");
    await page.frameLocator("iframe").getByRole("button", { name: "Book" }).click();
    await page.waitForURL("**/call-booked");

    await page.goto(`${site}/schedule-demo`);
    await page.route("https://calendly.com/**", (route) => route.abort("blockedbyclient"));
    await page.getByRole("button", { name: "Show the calendar here" }).click();
    await page.getByRole("alert").getByText("The calendar can’t be reached.").waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
    for (const scheme of ["tel:", "https://wa.me/", "mailto:"])
      expect(await page.locator(`main a[href^="${scheme}"]`).count(), scheme).toBeGreaterThan(0);
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
