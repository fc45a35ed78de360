import { brotliCompressSync } from "node:zlib";
import type { Session } from "@supabase/auth-js";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { billingContent } from "../../worker/mail/billing-content.ts";
import type { ReceivedConversion } from "../stack/meta/app.ts";
import { codeIn, freshAccount, freshAuthClient, mailTo, signUp } from "../support/account.ts";
import {
  accessibilityViolations,
  ERROR_RESPONSES,
  restoreSession,
  test,
  waitUntil,
} from "../support/browser.ts";
import { ADDON, AD_PLAN, DEAREST_PLAN, PLAN } from "../support/catalogue.ts";
import {
  bookAdsPlan,
  customerOf,
  seedSubscriber,
  signedInTestCustomer,
  visitUnchanged,
} from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { answerCalls, typeCard, unfold } from "../support/page-actions.ts";
import { pixelEvents, storeConsent, stubThirdParties } from "../support/pixel.ts";
import { waitUntilIdle } from "../support/reconcile.ts";
import { freshAddress, mailsAbout, queryStack, switchMail } from "../support/stack-client.ts";
import { stripeEmulator } from "../support/stripe-emulator.ts";
import { sessionIn, testCustomer } from "../support/test-customer.ts";
import { thisStack } from "../support/this-stack.ts";

const stack = thisStack();
const { site, api } = stack;
const emulator = stripeEmulator(stack);
const { plus } = PLAN;

/** No other test pays with it: a known card would be welcomed back. */
const NEW_CARD = "4000008260000000";

const heading = (page: Page, name: string) => page.getByRole("heading", { name });
const headingOf = (page: Page) => page.getByRole("heading", { level: 1 });
const welcome = (page: Page) => heading(page, "Hello, Ada.");

async function openDashboard(page: Page, { session }: { session: Session }): Promise<void> {
  await restoreSession(page, session);
  await page.goto(`${site}/dashboard`);
  await welcome(page).waitFor();
}

describe("paying customer", () => {
  test("success page: shows the purchase, reports it once despite reloads, then the dashboard, which lists an ads plan below with its own payment", async ({
    visit,
  }) => {
    const page = await visit();
    const strangers = await stubThirdParties(page, [
      site,
      api,
      new URL(String(stack.stripe)).origin,
    ]);
    const loads = () => strangers.filter((url) => url.endsWith("/fbevents.js")).length;
    await storeConsent(page);
    await restoreSession(page, (await signedInTestCustomer()).session);
    await page.goto(`${site}/checkout-cancel`);
    await waitUntil(page, () => document.cookie.includes("_fbp="));
    await page.goto(`${site}/checkout`);
    await page.getByRole("radio", { name: plus.name }).check();
    await page.getByRole("checkbox", { name: ADDON.channel.name }).check();
    await page.getByRole("button", { name: /^Subscribe and pay/ }).click();
    await page.waitForURL(/\/checkout\/cs_test_/);
    const paymentPage = page.url();
    await typeCard(page, NEW_CARD);
    await page.getByLabel("Address", { exact: true }).fill("1 Test Street");
    await page.getByLabel("Town or city").fill("London");
    await page.locator("#pay").click();
    await page.waitForURL(`${site}/checkout-success*`);
    await heading(page, "Paid. Welcome aboard.").waitFor();
    const rows = await page.locator("dl > div").allInnerTexts();
    expect(rows.slice(0, 4).map((text) => text.replace(/\s+/g, " "))).toEqual([
      "Plan Plus Package",
      "Add-ons Additional Channel",
      "Paid £184.99, incl. VAT",
      "Per month £184.99, incl. VAT",
    ]);
    await page.getByText("Active", { exact: true }).waitFor();
    const reported = await eventually("the purchase is reported", async () => {
      const events = await pixelEvents(page);
      return events.length > 0 && events;
    });
    expect(reported).toEqual([
      [
        "track",
        "Purchase",
        { value: 175, currency: "GBP", content_name: "Plus Package", content_type: "product" },
        { eventID: expect.stringMatching(/^purchase-in_/) },
      ],
    ]);
    // Browser and server report under one event id, which Meta counts once.
    const eventId = (reported[0]?.[3] as { eventID?: string } | undefined)?.eventID;
    const told = await eventually("the server reports it, too", async () => {
      const response = await fetch(new URL("/conversions", stack.inbox));
      const conversions = (await response.json()) as ReceivedConversion[];
      return conversions.find((conversion) => conversion.event_id === eventId);
    });
    expect(told).toMatchObject({
      event_name: "Purchase",
      event_source_url: `${site}/checkout`,
      user_data: { fbp: "fb.1.1596403881668.1116446470" },
      custom_data: reported[0]?.[2],
      reports: 1,
    });
    // The session id allows linking a guest purchase, so no URL shows it.
    expect(page.url()).toBe(`${site}/checkout-success`);
    expect(strangers.filter((url) => url.includes(sessionIn(paymentPage)))).toEqual([]);
    expect(await accessibilityViolations(page)).toEqual([]);

    const loadsByThen = loads();
    await page.reload();
    await heading(page, "Paid. Welcome aboard.").waitFor();
    await eventually("the pixel is there again", async () => loads() > loadsByThen);
    await page.waitForLoadState("networkidle");
    expect(strangers.filter((url) => url.includes("ev=Purchase"))).toHaveLength(1);

    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await welcome(page).waitFor();
    await page.getByText(/charged to Visa ending 0000/).waitFor();
    await heading(page, "Order History").click();
    const order = page.getByRole("table").getByRole("row").nth(1);
    await order.waitFor();
    expect(await order.innerText()).toMatch(/\w+-0001\s+.* 20\d\d\s+Completed\s+£184\.99/);
    await heading(page, "Account Manager").waitFor();
    expect(
      await page.getByRole("link", { name: /Message on WhatsApp/ }).getAttribute("href"),
    ).toMatch(/^https:\/\/wa\.me\//);
    expect(await page.getByRole("link", { name: "Schedule Strategy Call" }).count()).toBe(0);
    expect(await heading(page, "Join Our Success Stories").count()).toBe(0);

    await bookAdsPlan(
      { customerId: await customerOf(sessionIn(paymentPage)) },
      AD_PLAN.professional,
    );
    await page.getByRole("button", { name: "Refresh Subscription Data" }).click();
    await page
      .getByText(
        /^You also have Meta Ads Professional\. It’s charged separately, next £199\.00 on /,
      )
      .waitFor();
    expect(await page.getByText("Plus Package").count()).toBeGreaterThan(0);
  });

  test("visitor without a purchase: the success page has none to show; guest who signs in later in the same browser: adds the purchase by a button", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(ERROR_RESPONSES);
    const account = await freshAccount();
    const guest = testCustomer(stack);
    const sessionId = sessionIn(await guest.checkout());
    await emulator.pay(sessionId, { email: freshAddress() });
    const page = await visit();
    const clients: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/auth-client-")) clients.push(request.url());
    });
    for (const query of ["", "?session_id=cs_test_nobodys"]) {
      await page.goto(`${site}/checkout-success${query}`);
      await heading(page, "No purchase to show.").waitFor();
      await page.getByRole("link", { name: "Go to the checkout" }).waitFor();
    }
    await page.goto(`${site}/checkout-success?session_id=${sessionId}`);
    await heading(page, "Manage it online").waitFor();
    expect(clients).toEqual([]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "I have an account" }).click();
    await page.waitForURL(`${site}/auth`);
    await page.getByLabel("Email").first().fill(account.email);
    await page.getByLabel("Password", { exact: true }).first().fill(account.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.waitForURL(`${site}/checkout-success*`);
    await heading(page, "Is this yours?").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Yes, this is mine" }).click();
    await page.getByText("This subscription is now in your account.").waitFor();
    await page.locator("h2:focus", { hasText: "This is yours" }).waitFor();
    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await page.getByText("Plus Package").first().waitFor();
    expect(await page.getByRole("button", { name: "Add my card" }).count()).toBe(0);
  });

  test("purchase under the user's address: asked for, and without a card only to be cancelled", async ({
    visit,
  }) => {
    const account = await signUp();
    const guest = testCustomer(stack);
    const sessionId = sessionIn(await guest.checkout());
    await emulator.pay(sessionId, { email: account.email });
    await guest.outcome(sessionId);
    const page = await visit();
    await openDashboard(page, account);
    await page
      .getByText(/^Someone bought the Plus Package with your email address .+ Visa ending 4242/)
      .waitFor();
    expect(await heading(page, "Your subscription appears here").count()).toBe(1);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Yes, this is mine" }).click();
    const giveCard = page.getByRole("button", { name: "Add my card" });
    await giveCard.waitFor();
    await page.locator("#subscription:focus").waitFor();
    expect(await heading(page, "Is this yours?").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Upgrade Plan" }).isDisabled()).toBe(true);
    await page.getByText("Add your own card first.").waitFor();
    expect(await page.getByRole("link", { name: "Cancel Subscription" }).count()).toBe(1);
    expect(await accessibilityViolations(page)).toEqual([]);
    await eventually("the address of the receipts is told", async () =>
      (await mailsAbout(account.email)).some(
        ({ subject }) => subject === "Your Tidepost subscription was added to an account",
      ),
    );

    await giveCard.click();
    await typeCard(page, "5555555555554444");
    await page.locator("#save").click();
    await page.waitForURL(`${site}/dashboard`);
    await waitUntilIdle(await customerOf(sessionId));
    await page.getByRole("button", { name: "Refresh Subscription Data" }).click();
    await eventually("the dashboard offers an upgrade", () =>
      page.getByRole("button", { name: "Upgrade Plan" }).isEnabled(),
    );
    expect(await giveCard.count()).toBe(0);
  });

  test("success page without a webhook for a minute: says that it takes longer", async ({
    visit,
  }) => {
    const page = await visit();
    // The page polls for the first time after two seconds.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    await page.route("**/functions/v1/checkout-session*", (route) =>
      route.fulfill({
        json: {
          outcome: "processing",
          subscription: null,
          addon_names: "",
          order_id: null,
          amount_total: null,
          payments: [],
          is_yours: false,
          is_unclaimed: false,
          is_returning: false,
        },
        headers: { "access-control-allow-origin": site },
      }),
    );
    await Promise.all([
      page.goto(`${site}/checkout-success?session_id=cs_test_1`),
      // The application starts in a task of its own, once its chunks were evaluated.
      page.waitForEvent("domcontentloaded").then(() => page.clock.runFor(1)),
    ]);
    expect(await headingOf(page).innerText()).toBe("One moment.");
    const after = (title: string, ms: number) =>
      eventually(`it says ${title}`, async () => {
        await page.clock.runFor(ms);
        return (await headingOf(page).innerText()) === title;
      });
    await after("Processing Your Subscription", 500);
    await after("Payment received, still setting up.", 2_000);
    await page.getByRole("link", { name: /Message on WhatsApp/ }).waitFor();
    await page.getByRole("link", { name: "Write to us" }).waitFor();
  });
});

const order = (
  order_id: string,
  order_status: string,
  amount_refunded: number,
  dispute: "open" | "lost" | null = null,
) => ({
  order_id,
  order_number: `TIDE-${order_id}`,
  order_lines: ["1 × Plus (at £175.00 / month)"],
  order_status,
  order_date: "2026-11-20T10:00:00.000Z",
  amount_total: 97_00,
  amount_collected: 97_00,
  amount_refunded,
  credit_notes: [],
  currency: "gbp",
  dispute,
});

describe("dashboard", () => {
  test("new user: a read that fails says so, and works on retry; empty states, also after a refresh; read again when the tab is shown again; orders: the newest three show what was refunded or disputed, and lead to all", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(ERROR_RESPONSES);
    const page = await visit();
    const subscription = "rest/v1/user_subscription*";
    await answerCalls(page, subscription, 503, {});
    await answerCalls(page, "functions/v1/calendar", 503, {});
    await openDashboard(page, await signUp());
    await page
      .getByText("Failed to load subscription data. Please refresh the page or contact support.")
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByText("Nothing is lost: all of it is as you left it.").waitFor();
    await page.unroute(`**/${subscription}`);
    await page.unroute("**/functions/v1/calendar");
    // One press reads all that failed.
    await Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith("/calendar") && answer.ok()),
      page.getByRole("button", { name: "Try again" }).click(),
    ]);
    await heading(page, "Your subscription appears here").waitFor();
    await answerCalls(page, subscription, 503, {});
    await page.getByRole("button", { name: "Refresh Subscription Data" }).click();
    await page
      .getByText("Failed to refresh subscription data. Please try again or contact support.")
      .and(page.locator(":focus, :focus *"))
      .waitFor();
    await page.unroute(`**/${subscription}`);
    expect(await page.getByText("No orders yet.").count()).toBe(1);
    await heading(page, "Join Our Success Stories").waitFor();
    await page.getByRole("link", { name: "Schedule Strategy Call" }).waitFor();
    expect(await heading(page, "Monthly Performance Report").count()).toBe(0);
    await page.getByRole("button", { name: "Refresh Subscription Data" }).focus();
    await page.keyboard.press("Enter");
    await page
      .getByText(
        "No subscription found. If you recently subscribed, please wait a few minutes for the data to sync.",
      )
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const reads: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "GET" && request.url().includes("/rest/v1/")) {
        reads.push(new URL(request.url()).pathname);
      }
    });
    await answerCalls(page, "rest/v1/user_orders*", 200, [
      order("in_5", "completed", 0, "open"),
      order("in_4", "completed", 0, "lost"),
      order("in_3", "partially_refunded", 20_00),
      order("in_2", "completed", 0),
      order("in_1", "refunded", 97_00),
    ]);
    // Headless Chromium cannot hide its only tab, so the event is dispatched.
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    // The read that failed before may be repeated meanwhile.
    await eventually("both are read", async () => new Set(reads).size >= 2);
    expect([...new Set(reads)].toSorted()).toEqual([
      "/rest/v1/user_orders",
      "/rest/v1/user_subscription",
    ]);

    await heading(page, "Order History").click();
    const rows = page.getByRole("table").getByRole("row");
    await rows.nth(3).waitFor();
    const texts = (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "));
    expect(texts.slice(1)).toEqual([
      "TIDE-in_5 20 Nov 2026 Disputed with your bank £97.00",
      "TIDE-in_4 20 Nov 2026 Returned by your bank £97.00",
      "TIDE-in_3 20 Nov 2026 Partly refunded £97.00 £20.00 refunded",
    ]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "All 5 orders with their invoices" }).click();
    await page.getByText("£97.00 refunded").waitFor();
    expect(await page.locator("main li h3").count()).toBe(5);
  });

  test("emails that come back: another address is asked for, and confirms alone", async ({
    visit,
  }) => {
    const { session, email, userId } = await seedSubscriber(plus);
    await switchMail({ delivery: { outcome: "bounced", remaining: 1 }, onlyMatching: email });
    await freshAuthClient().signInWithOtp({ email });
    await eventually("the bounce is known", async () => {
      const told = await queryStack(
        "select 1 from resend_events where type = 'email.bounced' and event_id in (select id from outbox_events where aggregate_id = $1)",
        [userId],
      );
      return told.length > 0;
    });
    await switchMail({ delivery: null, onlyMatching: "" });
    const page = await visit();
    await openDashboard(page, { session });
    await heading(page, "Our emails don’t reach you").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Change my address" }).click();
    const moved = freshAddress();
    await unfold(page, "Change your address");
    await page.getByLabel("New email address").fill(moved);
    await heading(page, "Our emails don’t reach you").waitFor();
    await page.getByRole("button", { name: "Change address" }).click();
    await page.getByText("We’ve emailed your new address.").waitFor();
    await page.getByText(`Waiting for ${moved}`).waitFor();
    expect(await page.getByLabel("Code sent to").locator("option").allTextContents()).toEqual([
      moved,
    ]);
    await page.getByRole("textbox", { name: /code/i }).fill(codeIn(await mailTo(moved)));
    await page.getByRole("button", { name: "Confirm the change" }).click();
    await page.getByText("You sign in with").getByText(moved).waitFor();
    await heading(page, "Our emails don’t reach you").waitFor({ state: "detached" });
  });

  test("plan that cannot be changed: success page and dashboard say so, and why", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(ERROR_RESPONSES);
    expectComplaint(/ERR_FAILED/);
    const page = await visit();
    await restoreSession(page, (await seedSubscriber(DEAREST_PLAN)).session);
    await page.goto(`${site}/checkout-success?downgrade=true`);
    await heading(page, "Nothing has changed.").waitFor();
    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await page.getByText(DEAREST_PLAN.name).first().waitFor();
    expect(await page.getByRole("button", { name: "Upgrade Plan" }).isDisabled()).toBe(true);
    await page.getByText("You are already on the highest tier plan").waitFor();
    const calls = "**/functions/v1/stripe-checkout";
    const downgrade = page.getByRole("button", { name: "Downgrade Plan" });
    const headers = { "access-control-allow-origin": site };
    const cases: [number, object, string][] = [
      [418, {}, "Failed to downgrade subscription"],
      [503, { error: "Payments are down.", code: "x" }, "Payments are down."],
      [409, { error: "The server says no.", code: "x" }, "The server says no."],
      [200, {}, "Failed to create checkout session for downgrade"],
    ];
    for (const [status, json, message] of cases) {
      await page.route(calls, (route) => route.fulfill({ status, json, headers }));
      await downgrade.click();
      await page
        .locator('[data-outcome="error"]')
        .and(page.getByText(message, { exact: true }))
        .waitFor();
      await page.unroute(calls);
    }
    await page.route(calls, (route) => route.abort());
    await downgrade.click();
    await page.getByText("Failed to downgrade subscription", { exact: true }).waitFor();
  });

  test("first visit: at most 25 requests and 140 kB of script, without the posts’ pictures", async ({
    visit,
  }) => {
    const { session } = await seedSubscriber(plus);
    const page = await visit();
    await restoreSession(page, session);
    const loaded: string[] = [];
    page.on("requestfinished", (request) => {
      const isPicture = ["image", "media"].includes(request.resourceType());
      if (!isPicture && !request.url().endsWith("/favicon.svg")) loaded.push(request.url());
    });
    await page.goto(`${site}/dashboard`);
    await heading(page, "Next seven days").waitFor();
    await page.waitForLoadState("networkidle");
    expect(loaded.length, loaded.join("\n")).toBeLessThanOrEqual(25);
    const scripts = await Promise.all(
      loaded
        .filter((url) => url.endsWith(".js"))
        .map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())),
    );
    expect(scripts.length).toBeGreaterThan(5);
    // As Cloudflare stores it; the local stack compresses less.
    const bytes = scripts.reduce((sum, script) => sum + brotliCompressSync(script).length, 0);
    expect(bytes).toBeLessThanOrEqual(140_000);
  });

  test("mail about an expiring card: leads to Stripe's form for a new card, and to nothing else there", async ({
    visit,
  }) => {
    const { page } = await visitUnchanged(visit);
    const { action } = billingContent("card-expiring");
    await page.goto(`${site}${String(action.path)}`);
    const changeCard = page.getByRole("button", { name: "Change card" });
    await changeCard.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Payment method" }).waitFor();
    expect(await heading(page, "Invoices").count()).toBe(0);
  });
});
