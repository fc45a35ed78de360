import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { accessibilityViolations, expectToFit, test } from "../support/browser.ts";
import { collectedSpans } from "../support/collector.ts";
import { eventually } from "../support/eventually.ts";
import { signInToOps } from "../support/operator.ts";
import { watchLayoutShift } from "../support/page-actions.ts";
import { freshAddress, mailsAbout, queryStack } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const { site, api, ops, inbox, collector } = thisStack();
const SUBMISSIONS = `${api}/rest/v1/form_submissions`;

async function fillContact(page: Page, email: string): Promise<void> {
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Byron");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Company").fill("Byron & Co");
  await page.getByLabel("Subject").selectOption({ label: "Custom Package Request" });
  await page.getByLabel("Message", { exact: true }).fill("What would 20 posts cost?");
}

const storedFor = (email: string) =>
  queryStack(
    "select payload->>'subject' as subject, form_type from form_submissions where email = $1",
    [email],
  );

describe("contact form", () => {
  test("filled in and sent by keyboard only: shows a confirmation, which traps the focus, clears itself, and one trace leads to two emails", async ({
    visit,
  }) => {
    const page = await visit();
    const address = freshAddress();
    let traceparent = "";
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(SUBMISSIONS, async (route) => {
      traceparent = route.request().headers()["traceparent"] ?? traceparent;
      await held;
      await route.fallback();
    });
    await page.goto(`${site}/contact`);
    await page.getByLabel("First name").focus();
    for (const [index, text] of ["Ada", "Byron", address, "Byron & Co", "C", "Hello"].entries()) {
      if (index > 0) await page.keyboard.press("Tab");
      await page.keyboard.type(text);
    }
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");

    const sending = page.getByRole("button", { name: "Sending..." });
    await sending.waitFor();
    expect(await sending.isDisabled()).toBe(true);
    expect(await page.getByLabel("Message", { exact: true }).isDisabled()).toBe(true);
    release();

    const modal = page.getByRole("dialog");
    await modal.waitFor();
    expect(await modal.getByRole("link", { name: /checkout/i }).getAttribute("href")).toBe(
      "/checkout",
    );
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press("Tab");
      // The dialog traps the focus, except for the browser's own UI.
      const inside = await page.evaluate(
        () =>
          document.activeElement === document.body ||
          document.activeElement?.closest("dialog") !== null,
      );
      expect(inside).toBe(true);
    }
    await page.keyboard.press("Escape");
    await modal.waitFor({ state: "hidden" });
    expect(await page.getByLabel("First name").inputValue()).toBe("");
    await page.locator("button:focus").filter({ hasText: "Send Message" }).waitFor();

    const mails = await eventually("two mails", async () => {
      const found = await mailsAbout(address);
      return found.length === 2 && found;
    });
    expect(mails.map((mail) => mail.to)).toContain(address);
    expect(await storedFor(address)).toEqual([{ subject: "Custom Package", form_type: "contact" }]);

    const [event] = await queryStack(
      "select id from outbox_events where traceparent = $1 and type = 'ContactSubmitted'",
      [traceparent],
    );
    // Resend's emulator listens on 127.0.0.1 alone.
    const post = `POST 127.0.0.1:${new URL(inbox).port}`;
    const steps = ["ContactSubmitted", "dispatch", "send-auto-reply", post];
    await eventually("the collector has the trace", async () => {
      const spans = await collectedSpans(collector, traceparent.slice(3, 35));
      return steps.every((step) => spans.some(({ name }) => name === step));
    });
    await signInToOps(page);
    await page.goto(`${ops}/events/${String(event?.["id"])}`);
    await page.getByRole("link", { name: "Trace", exact: true }).click();
    await eventually("the email is delivered", async () => {
      await page.reload();
      return (
        (await page.getByRole("row", { name: /Auto-reply email: delivery .*delivered/ }).count()) >
        0
      );
    });
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test("without a network: confirms, and sends the stored copy once at the next visit", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(/net::ERR_FAILED/);
    const page = await visit();
    const address = freshAddress();
    await page.route(SUBMISSIONS, (route) => route.abort("failed"));
    await page.goto(`${site}/contact`);
    await fillContact(page, address);
    await page.getByRole("button", { name: "Send Message" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await storedFor(address)).toEqual([]);
    const keptCopies = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    expect(await keptCopies()).toContain(address);

    await page.unroute(SUBMISSIONS);
    const second = await page.context().newPage();
    await Promise.all([page.goto(site), second.goto(`${site}/contact`)]);
    await eventually("the copy has arrived", async () => (await mailsAbout(address)).length === 2);
    expect(await storedFor(address)).toHaveLength(1);
    await eventually(
      "the copy is gone from the browser",
      async () => !(await keptCopies()).includes(address),
    );
  });
});

test("unsent form: not sent with a wrong address, kept over a look at another page and a reload, and forgotten once sent", async ({
  visit,
}) => {
  const page = await visit();
  let calls = 0;
  page.on("request", (request) => {
    if (request.url() === SUBMISSIONS) calls += 1;
  });
  await page.goto(`${site}/contact`);
  await fillContact(page, "not-an-address");
  await page.getByRole("button", { name: "Send Message" }).click();
  const invalid = page.locator("[aria-invalid]:focus");
  expect(await invalid.getAttribute("name")).toBe("email");
  await page.getByText("Please enter an email address").waitFor();
  expect(calls).toBe(0);
  const address = freshAddress();
  await page.getByLabel("Email", { exact: true }).fill(address);
  await page.getByRole("banner").getByRole("link", { name: "Our Work" }).first().click();
  await page.waitForURL(`${site}/portfolio`);
  await page.goBack();
  const message = page.getByLabel("Message", { exact: true });
  await expect.poll(() => message.inputValue()).toBe("What would 20 posts cost?");
  await page.reload();
  expect(await message.inputValue()).toBe("What would 20 posts cost?");
  expect(await page.getByLabel("Subject").inputValue()).toBe("Custom Package");
  await page.getByRole("button", { name: "Send Message" }).click();
  const modal = page.getByRole("dialog");
  // Its X, before the button of the same name.
  await modal.getByRole("button", { name: "Close" }).first().click();
  await modal.waitFor({ state: "hidden" });
  await page.reload();
  expect(await message.inputValue()).toBe("");
  expect(await storedFor(address)).toHaveLength(1);
});

test("free trial form with a wrong answer in its folded part: unfolds it and goes there; sent, it ends on the welcome page", async ({
  visit,
}) => {
  const page = await visit();
  const address = freshAddress();
  const send = page.locator("form button[type=submit]");
  await page.goto(`${site}/free-trial`);
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Byron");
  await page.getByLabel("Email", { exact: true }).fill(address);
  const fold = page.locator("form summary");
  await fold.click();
  const website = page.getByLabel("Website");
  await website.fill(`shop.example/${"a".repeat(200)}`);
  await fold.click();
  expect(await website.isVisible()).toBe(false);
  await send.click();
  await page.locator("[aria-invalid]:focus").waitFor();
  expect(await website.isVisible()).toBe(true);

  await website.fill("shop.example");
  await send.click();
  await page.waitForURL(`${site}/trial-welcome`);
  await page.getByText(/^By \w+day(?: at|,)? \d\d:\d\d$/).waitFor();
  await page.getByText(/^By \d+ \w+$/).waitFor();
  const [, autoReply] = await eventually("two mails", async () => {
    const found = await mailsAbout(address);
    return found.length === 2 && found.toSorted((a) => (a.to === address ? 1 : -1));
  });
  expect(autoReply?.text).toMatch(/trial/i);
  expect(await storedFor(address)).toEqual([{ subject: null, form_type: "free-trial" }]);
});

test("ad plan: goes along to the contact form", async ({ visit }) => {
  const page = await visit();
  await page.goto(`${site}/paid-ads`);
  await page.getByRole("link", { name: "Get Started with Professional" }).click();
  await page.waitForURL(`${site}/contact?ads=Professional`);
  const message = page.getByLabel("Message", { exact: true });
  expect(await message.inputValue()).toContain("Meta Ads Professional");
  await page.goto(`${site}/contact?ads=Call%20this%20number`);
  expect(await message.inputValue()).toBe("");
});

test("results: the sample report comes without moving the page, opens whole, and an offer to be published is a contact enquiry", async ({
  visit,
}) => {
  const page = await visit({ viewport: { width: 390, height: 844 } });
  const address = freshAddress();
  const shift = await watchLayoutShift(page, { answers: false });
  await page.goto(`${site}/results`);
  const whole = page.getByRole("button", { name: "Show the whole report" });
  await whole.scrollIntoViewIfNeeded();
  await whole.click();
  await page.getByRole("heading", { name: "What went live (4)" }).waitFor();
  expect(await shift()).toBe(0);
  await expectToFit(page);
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.getByText("Offer your results").click();
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Byron");
  await page.getByLabel("Email", { exact: true }).fill(address);
  await page.getByLabel("Company").fill("Byron & Co");
  await page.getByLabel("What may we show?").fill("Our November.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.locator("p:focus", { hasText: "Thank you." }).waitFor();
  await eventually("stored", async () => (await storedFor(address)).length > 0);
  expect(await storedFor(address)).toEqual([{ subject: "Media Inquiry", form_type: "contact" }]);
});
