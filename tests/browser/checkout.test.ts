import type { Page, Request, Route } from "playwright-core";
import { describe, expect } from "vitest";
import { CHEAPEST_PLAN, nextPlanUp } from "#contracts/billing/plans.ts";
import { PLANS } from "#contracts/catalogue.ts";
import { formatGbp, formatPrice } from "#contracts/money.ts";
import { freshAccount } from "../support/account.ts";
import { accessibilityViolationsInBothSchemes, test } from "../support/browser.ts";
import { ADDON, DEAREST_PLAN, PLAN } from "../support/catalogue.ts";
import { eventually } from "../support/eventually.ts";
import {
  answerCalls,
  errorOf,
  hideBackend,
  signInHere,
  typeCard,
} from "../support/page-actions.ts";
import { freshAddress } from "../support/stack-client.ts";
import { sessionIn, testCustomer } from "../support/test-customer.ts";
import { thisStack } from "../support/this-stack.ts";

const stack = thisStack();
const { site } = stack;
const CHECKOUT = "**/functions/v1/stripe-checkout";
/** The browser logs error responses and lost connections to its console. */
const REFUSALS = /status of (?:4|5)\d\d|net::ERR_FAILED/;

const GOOD = "4242424242424242";
const DECLINED = "4000000000000002";
/** Requires 3-D Secure for the first payment. */
const SECURE = "4000002500003155";

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

const boxOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect());
const payButton = (page: Page) => page.getByRole("button", { name: /^Subscribe and pay/ });
const hosted = (page: Page) => page.waitForURL(/\/checkout\/cs_test_/);
const addonGroup = (page: Page) => page.getByRole("group", { name: "Add-ons (optional)" });

async function choosePlan(page: Page, name = "Plus Package"): Promise<void> {
  await page.getByRole("radio", { name }).check();
}

async function payWith(page: Page, card: string, email?: string): Promise<void> {
  if (email !== undefined) await page.getByLabel("Email").fill(email);
  await typeCard(page, card);
  await page.getByLabel("Address", { exact: true }).fill("1 Test Street");
  await page.getByLabel("Town or city").fill("London");
  await page.locator("#pay").click();
}

async function outcomeOf(paymentPage: string) {
  return testCustomer(stack).outcome(sessionIn(paymentPage));
}

function callsOf(page: Page): Request[] {
  const calls: Request[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/stripe-checkout")) {
      calls.push(request);
    }
  });
  return calls;
}

describe("selecting", () => {
  test("by keyboard: one plan, then add-ons with their first three features; the button shows the price, and a reload keeps them; /checkout?addon=…: selects this add-on and no other", async ({
    visit,
  }) => {
    const page = await visit();
    await page.goto(`${site}/checkout`);
    const pay = page.getByRole("button", { name: "Choose a plan to subscribe" });
    expect(await pay.isDisabled()).toBe(true);
    expect(await pay.evaluate((button) => button.ariaDescribedByElements?.[0]?.textContent)).toBe(
      "Choose your plan to see the price.",
    );
    expect(await addonGroup(page).count()).toBe(0);
    await page.getByRole("link", { name: "Choose your plan" }).press("Enter");
    const starter = page.getByRole("radio", { name: "Starter Package" });
    expect(await starter.evaluate((radio) => radio === document.activeElement)).toBe(true);
    await page.keyboard.press("Space");
    const { pricePence } = nextPlanUp(PLAN.starter) ?? expect.unreachable();
    const paying = (pence: number) =>
      page.getByRole("button", { name: `Subscribe and pay ${formatGbp(pence)} a month` });
    await paying(PLAN.starter.pricePence).waitFor();
    await page.keyboard.press("ArrowDown");
    await paying(pricePence).waitFor();
    expect(await page.getByRole("radio", { checked: true }).count()).toBe(1);
    await page.getByRole("checkbox", { name: "Additional Channel" }).focus();
    await page.keyboard.press("Space");
    await paying(pricePence + ADDON.channel.pricePence).waitFor();
    await page.keyboard.press("Space");
    await paying(pricePence).waitFor();
    expect(await payButton(page).isEnabled()).toBe(true);

    await page.getByRole("checkbox", { name: "Community" }).check();
    await page.reload();
    await paying(pricePence + ADDON.community.pricePence).waitFor();
    const card = addonGroup(page).locator("label").nth(1);
    const features = (await card.innerText()).split("\n");
    for (const feature of ADDON.community.features.slice(0, 3)) expect(features).toContain(feature);
    expect(features).not.toContain(ADDON.community.features[3]);

    await page.goto(`${site}/checkout?addon=meta-ads`);
    await page.getByRole("heading", { level: 1, name: "Add to Your Package" }).waitFor();
    await choosePlan(page);
    await page.getByRole("button", { name: "Subscribe and pay £274.00 a month" }).waitFor();
    expect(await addonGroup(page).count()).toBe(0);
    const calls = callsOf(page);
    await payButton(page).click();
    await hosted(page);
    expect(calls[0]?.postDataJSON()).toMatchObject({
      lineItems: [
        { priceId: PLAN.plus.priceId, quantity: 1 },
        { priceId: ADDON.metaAds.priceId, quantity: 1 },
      ],
    });
  });

  test("/ and /pricing: one click leads to the checkout with the plan chosen; /pricing leads to a call about each plan, too", async ({
    visit,
  }) => {
    const page = await visit();
    for (const [path, link, plan] of [
      ["/", `Get started from ${formatPrice(CHEAPEST_PLAN.pricePence)} a month`, CHEAPEST_PLAN],
      ["/pricing", `Choose this plan: ${DEAREST_PLAN.name}`, DEAREST_PLAN],
    ] as const) {
      await page.goto(`${site}${path}`);
      const calls = page.getByRole("link", { name: /^Book a Call about the .* Package$/ });
      if (path === "/pricing")
        expect(
          await calls.evaluateAll((all) => all.map((call) => call.getAttribute("href"))),
        ).toEqual(PLANS.map(() => "/schedule-demo"));
      await page.locator("main").getByRole("link", { name: link }).first().click();
      await page.waitForURL(`${site}/checkout?plan=${plan.id}`);
      const price = formatGbp(plan.pricePence);
      expect(await payButton(page).innerText()).toBe(`Subscribe and pay ${price} a month`);
    }
  });
});

describe("packages after a call", () => {
  test("/post-call: price and button of a package stay on screen while it is read; a checkout that answers 404 says so, and no axe violations, light and dark; a package opens Stripe Checkout, all buttons are disabled meanwhile, and the back link there says that nothing was charged", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(REFUSALS);
    const page = await visit({ viewport: PHONE });
    await page.goto(`${site}/post-call`);
    for (const [index, { name, pricePence }] of PLANS.entries()) {
      const list = page.locator("[aria-labelledby=packages] ul ul").nth(index);
      await list.evaluate((element) => {
        window.scrollBy(0, element.getBoundingClientRect().top - window.innerHeight / 2);
      });
      const bar = page.locator(".checkout-select").filter({ hasText: name });
      expect(await bar.innerText()).toContain(formatPrice(pricePence));
      const box = await bar.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(PHONE.height);
    }

    await answerCalls(page, "functions/v1/stripe-checkout", 404, {
      error: "There’s nothing here.",
    });
    await page
      .getByRole("button", { name: /^Select/ })
      .first()
      .click();
    await errorOf(page).getByText("Stripe checkout service not found.").waitFor();
    expect(await accessibilityViolationsInBothSchemes(page)).toEqual([]);
    await page.unroute(CHECKOUT);

    const calls = callsOf(page);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(CHECKOUT, async (route) => {
      await held;
      await route.fallback();
    });
    expect(await page.getByText("Recommended").count()).toBe(1);
    await page.getByRole("button", { name: `Select & Checkout: ${DEAREST_PLAN.name}` }).click();
    await page.getByRole("button", { name: `Processing...: ${DEAREST_PLAN.name}` }).waitFor();
    const buttons = page.getByRole("button", { name: /Package$/ });
    expect(await buttons.evaluateAll((all) => all.map((one) => one.matches(":disabled")))).toEqual(
      PLANS.map(() => true),
    );
    release();
    await hosted(page);
    expect(calls[0]?.postDataJSON()).toEqual({
      priceId: DEAREST_PLAN.priceId,
      mode: "subscription",
      successUrl: `${site}/checkout-success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${site}/checkout-cancel`,
    });
    await page.getByRole("link", { name: /^Back to/ }).click();
    await page.waitForURL(`${site}/checkout-cancel`);
    await page.getByRole("link", { name: "Return to Checkout" }).click();
    await page.waitForURL(`${site}/checkout`);
  });
});

describe("payments unavailable", () => {
  test("no Stripe key configured: selling pages say so and send no request; no backend configured: the checkout says so and links home", async ({
    visit,
  }) => {
    const page = await visit();
    const calls = callsOf(page);
    // Chromium does not let a page that a test answers call localhost, so it sends no page view.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "globalPrivacyControl", { value: true }),
    );
    await page.route(/\/(?:pricing|post-call|checkout)(?:\?|$)/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        /(name="tidepost:stripe-key" content=")[^"]*"/,
        '$1pk_test_your_publishable_key"',
      );
      await route.fulfill({ response, body });
    });
    const notice = page.getByRole("complementary", { name: "Service Configuration Required" });

    await page.goto(`${site}/pricing`);
    await notice.getByText("because its payment key isn’t configured").waitFor();
    await page.goto(`${site}/post-call`);
    await notice.waitFor();
    const select = page.getByRole("button", { name: /^Select & Checkout/ });
    await eventually("nothing can be selected", () => select.first().isDisabled());

    await page.goto(`${site}/checkout?plan=plus`);
    await payButton(page).click();
    await errorOf(page).getByText("Payments aren’t set up on this site yet").waitFor();
    expect(calls).toEqual([]);

    await hideBackend(page, `${site}/checkout`);
    await page.goto(`${site}/checkout`);
    await page.getByText("Please connect to the backend to complete your purchase.").waitFor();
    expect(await page.getByRole("radio").count()).toBe(0);
    await page.getByRole("link", { name: "Back to the home page" }).click();
    await page.waitForURL(`${site}/`);
  });

  test("/checkout on a phone: total and payment stay on screen, and hide nothing that has the focus; zoomed to 400 %, nothing is fixed to the screen; payment: nothing can be changed while its request runs, until the page returns from bfcache; answered 404 or offline, it says so until dismissed, and keeps the basket", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(REFUSALS);
    const page = await visit({ viewport: PHONE });
    await page.goto(`${site}/checkout?plan=plus&with=community`);
    await payButton(page).waitFor();
    const shownText = await page.locator(".checkout-bar").innerText();
    expect(shownText).toContain("£224.00");
    const end = await page.evaluate(() => document.documentElement.scrollHeight);
    const form = await boxOf(page, "main form");
    for (let top = 0; top < Math.min(end, form.bottom) - PHONE.height; top += 400) {
      await page.evaluate((y) => window.scrollTo(0, y), top);
      const bar = await boxOf(page, ".checkout-bar");
      expect(bar.bottom, `scrolled to ${top}`).toBe(PHONE.height);
    }
    await page.evaluate(() => window.scrollTo(0, 0));
    const controls = await page.locator("main :is(a, input, summary)").count();
    for (let pressed = 0; pressed < controls; pressed += 1) {
      await page.keyboard.press("Tab");
      const hidden = await page.evaluate(() => {
        const focused = document.activeElement;
        const bar = document.querySelector(".checkout-bar");
        if (focused === null || bar === null || bar.contains(focused)) return null;
        const { bottom } = focused.getBoundingClientRect();
        return bottom > bar.getBoundingClientRect().top && focused.closest("main form")
          ? focused.outerHTML
          : null;
      });
      expect(hidden).toBeNull();
    }

    await page.setViewportSize({ width: 320, height: 256 });
    const positions = await page
      .locator("header, .checkout-bar")
      .evaluateAll((all) => all.map((element) => getComputedStyle(element).position));
    expect(positions).not.toContain("sticky");

    await page.setViewportSize(DESKTOP);
    // One route for all: with none left, Playwright would send the request that is held.
    let answer: (route: Route) => Promise<void> | undefined = () => undefined;
    await page.route(CHECKOUT, (route) => answer(route));
    await payButton(page).click();
    const busy = page.getByRole("button", { name: "Processing..." });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    expect(await page.getByRole("radio", { name: DEAREST_PLAN.name }).isDisabled()).toBe(true);
    // Headless Chromium has no bfcache, so the event is dispatched.
    await page.evaluate(() =>
      window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
    );
    await payButton(page).waitFor();
    expect(await payButton(page).isEnabled()).toBe(true);

    const json = { error: "There’s nothing here." };
    const headers = { "access-control-allow-origin": site };
    answer = (route) => route.fulfill({ status: 404, json, headers });
    await payButton(page).click();
    await errorOf(page).getByText("There’s nothing here.").waitFor();
    expect(await accessibilityViolationsInBothSchemes(page)).toEqual([]);

    answer = (route) => route.abort();
    await payButton(page).click();
    const alert = errorOf(page);
    await alert
      .getByText(
        "Unable to connect to payment service. Please check your internet connection and try again.",
      )
      .waitFor();
    await alert.and(page.locator(":focus")).waitFor();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await alert.waitFor({ state: "detached" });
    expect(await page.locator(":focus").innerText()).toBe("Subscribe and pay £224.00 a month");
    answer = (route) => route.fallback();
    await payButton(page).click();
    await hosted(page);
  });
});

describe("guest", () => {
  test("double click, back and click, second tab: one checkout session; back from Stripe with the same basket, a declined card, then a good one: pays with the public key and without an address", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(REFUSALS);
    const page = await visit();
    const calls = callsOf(page);
    const basket = `${site}/checkout?plan=plus&with=additional-channel`;
    await page.goto(basket);
    await payButton(page).dblclick();
    await hosted(page);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.headers()["authorization"]).toBe(`Bearer ${stack.anonKey}`);
    expect(calls[0]?.postDataJSON()).toEqual({
      lineItems: [
        { priceId: PLAN.plus.priceId, quantity: 1 },
        { priceId: ADDON.channel.priceId, quantity: 1 },
      ],
      mode: "subscription",
      successUrl: `${site}/checkout-success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: basket,
    });
    const paymentPage = page.url();
    await page.goBack();
    await page.waitForURL(basket);
    expect(await payButton(page).isEnabled()).toBe(true);
    await payButton(page).click();
    await hosted(page);
    expect(page.url()).toBe(paymentPage);
    const tab = await page.context().newPage();
    await tab.goto(basket);
    await payButton(tab).click();
    await hosted(tab);
    expect(tab.url()).toBe(paymentPage);
    await tab.close();

    await page.getByRole("link", { name: /^Back to/ }).click();
    await page.getByRole("button", { name: "Subscribe and pay £184.99 a month" }).click();
    await hosted(page);
    expect(page.url()).toBe(paymentPage);
    await payWith(page, DECLINED, freshAddress());
    await page.getByRole("alert").waitFor();
    await payWith(page, GOOD);
    await page.waitForURL(`${site}/checkout-success*`);
    expect(await outcomeOf(paymentPage)).toMatchObject({
      outcome: "complete",
      amount_total: 184_99,
    });
  });

  test("signs in during the checkout: the basket is still there, and is paid under the account's name and address with a 3-D Secure card; then, even while the page cannot read the subscription, leads to the plan change", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(REFUSALS);
    const account = await freshAccount();
    const page = await visit();
    const calls = callsOf(page);
    await page.goto(`${site}/checkout?plan=plus`);
    await page.getByRole("checkbox", { name: "Influencer" }).check();
    await page.getByRole("link", { name: "Sign in", exact: true }).first().click();
    await page.waitForURL(`${site}/auth`);
    await signInHere(page, account);
    await page.waitForURL(`${site}/checkout?plan=plus&with=influencer`);
    await page.getByText(`You’re signed in as ${account.email}.`).waitFor();
    await page.getByRole("link", { name: "Your dashboard" }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem("pendingCheckout"))).toBeNull();

    await payButton(page).click();
    await hosted(page);
    expect(calls[0]?.headers()["authorization"]).not.toBe(`Bearer ${stack.anonKey}`);
    expect(calls[0]?.postDataJSON()).toMatchObject({ customerEmail: account.email });
    expect(await page.getByLabel("Email").inputValue()).toBe(account.email);
    const paymentPage = page.url();
    await payWith(page, SECURE);
    await page.getByRole("button", { name: "Complete authentication" }).click();
    await page.waitForURL(`${site}/checkout-success*`);
    expect(await outcomeOf(paymentPage)).toMatchObject({
      outcome: "complete",
      amount_total: 324_00,
    });

    await page.route(/\/functions\/v1\/subscription$/, (route) => route.abort());
    await page.goto(`${site}/checkout?plan=${DEAREST_PLAN.id}`);
    await payButton(page).click();
    await page.waitForURL(`${site}/change-plan?plan=${DEAREST_PLAN.priceId}`);
  });
});

test("/checkout-cancelled: redirects to /checkout-cancel, which names its address", async () => {
  const response = await fetch(`${site}/checkout-cancelled`);
  expect(response.url).toBe(`${site}/checkout-cancel`);
  expect(await response.text()).toContain(`<link rel="canonical" href="${site}/checkout-cancel"`);
});
