import type { Page } from "playwright-core";
import { afterEach, describe, expect } from "vitest";
import { setCard } from "../stack/stripe/start-for-test.ts";
import { signUp } from "../support/account.ts";
import {
  accessibilityViolations,
  ERROR_RESPONSES,
  restoreSession,
  test,
} from "../support/browser.ts";
import { ADDON, DEAREST_PLAN, PLAN } from "../support/catalogue.ts";
import {
  visitUnchanged,
  waitUntilEventsCompleted,
  type Subscriber,
  createSubscriber,
  signInOnPage,
  signInSubscriber,
} from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { answerCalls, errorOf, signInHere, typeCard } from "../support/page-actions.ts";
import { pixelEvents, storeConsent, stubThirdParties } from "../support/pixel.ts";
import { expectReconciled, waitUntilIdle } from "../support/reconcile.ts";
import { queryStack } from "../support/stack-client.ts";
import { ASKS_EVERY_TIME } from "../support/stripe-cases.ts";
import { stripeEmulator } from "../support/stripe-emulator.ts";
import { sessionIn } from "../support/test-customer.ts";
import { thisStack } from "../support/this-stack.ts";

const stack = thisStack();
const { site, api } = stack;
const emulator = stripeEmulator(stack);
afterEach(() => emulator.behave());
const { starter, plus } = PLAN;
const { channel, community } = ADDON;

const heading = (page: Page, name: string) => page.getByRole("heading", { name });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

async function itemsInStripe({ subscriptionId }: Subscriber): Promise<string[]> {
  const { items } = await emulator.stripe.subscriptions.retrieve(subscriptionId);
  return items.data.map(({ price }) => String(price.lookup_key)).toSorted();
}

const names = (things: readonly { priceId: string }[]) =>
  things.map(({ priceId }) => priceId).toSorted();

describe("upgrade", () => {
  test("plan below the recommended one: the dashboard recommends that, and an upgrade by keyboard charges the previewed amount and is reported; without a Stripe key, the dashboard offers no add-ons", async ({
    visit,
  }) => {
    const ada = await createSubscriber([starter]);
    const page = await visit();
    await stubThirdParties(page, [site, api]);
    await storeConsent(page);
    await signInOnPage(page, ada);
    await button(page, "Upgrade to Plus").waitFor();
    expect(await heading(page, "Account Manager").count()).toBe(0);
    await heading(page, "Enhance Your Package").click();
    expect(
      await page
        .getByRole("link", { name: /Add to my package.*Meta Ads Management/ })
        .getAttribute("href"),
    ).toBe("/change-plan?add=tidepost_meta_ads_monthly");
    const asked = page.waitForRequest("**/functions/v1/stripe-checkout");
    await button(page, "Upgrade Plan").focus();
    await page.keyboard.press("Enter");
    expect((await asked).postDataJSON()).toEqual({
      priceId: plus.priceId,
      mode: "subscription",
      successUrl: `${site}/checkout-success?upgrade=true&session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${site}/dashboard`,
    });
    await heading(page, "Upgrade to the Plus Package").waitFor();
    const pay = button(page, /^Pay £\d+\.\d\d now and upgrade$/);
    await pay.waitFor();
    const due = Number(/£(\d+\.\d\d)/.exec(await pay.innerText())?.[1]) * 100;
    await page.getByText(/^£175\.00 on \d+ \w+ 20\d\d$/).waitFor();
    await pay.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${site}/checkout-success?upgrade=true`);
    await heading(page, "Your upgrade is done.").waitFor();
    await page.getByText("£175.00, incl. VAT").waitFor();
    expect(await itemsInStripe(ada)).toEqual(names([plus]));
    const { data: invoices } = await emulator.stripe.invoices.list({ customer: ada.customerId });
    expect(invoices[0]?.amount_paid).toBe(Math.round(due));

    const reported = await eventually("it is reported", async () => {
      const events = await pixelEvents(page);
      return events.length > 0 && events;
    });
    expect(reported).toEqual([
      [
        "track",
        "Purchase",
        { value: 175, currency: "GBP", content_name: "Plus Package", content_type: "product" },
        { eventID: `purchase-${invoices[0]?.id}` },
      ],
    ]);

    // The pixel has run, so the link loads a document. Chromium blocks requests from intercepted pages to localhost.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        const key = document.querySelector('meta[name="tidepost:stripe-key"]');
        if (key === null) return;
        key.setAttribute("content", "");
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await heading(page, "Manage Your Subscription").waitFor();
    await page.getByText("Plus Package").first().waitFor();
    expect(await heading(page, "Enhance Your Package").count()).toBe(0);
  });

  test("3-D Secure: applied once confirmed, and the final URL holds no payment id; failed: changes nothing, and the dashboard says so; paid on Stripe's invoice page later: the dashboard shows the new plan", async ({
    visit,
  }) => {
    await emulator.misbehave({ account: { confirmsInvoicePayments: true } });
    const ada = await createSubscriber([starter], { card: ASKS_EVERY_TIME });
    const page = await visit();
    await restoreSession(page, ada.session);
    await page.goto(`${site}/change-plan?plan=${plus.priceId}`);
    await button(page, /^Pay £/).click();
    await heading(page, "Confirm your payment").waitFor();
    expect(await itemsInStripe(ada)).toEqual(names([starter]));
    await page.locator("#complete").click();
    await page.waitForURL(`${site}/checkout-success?upgrade=true`);
    await heading(page, "Your upgrade is done.").waitFor();
    await page.getByText("Plus Package").waitFor();
    expect(page.url()).toBe(`${site}/checkout-success?upgrade=true`);
    expect(await itemsInStripe(ada)).toEqual(names([plus]));

    const bea = await createSubscriber([starter], { card: ASKS_EVERY_TIME });
    await restoreSession(page, bea.session);
    await page.goto(`${site}/change-plan?plan=${DEAREST_PLAN.priceId}`);
    await button(page, /^Pay £/).click();
    await page.locator("#fail").click();
    await page.waitForURL(`${site}/checkout-success?upgrade=true`);
    await heading(page, "Your bank declined the payment.").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.reload();
    await heading(page, "Your bank declined the payment.").waitFor();
    expect(await itemsInStripe(bea)).toEqual(names([starter]));
    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await page.getByText(`Your upgrade to ${DEAREST_PLAN.name} is awaiting payment.`).waitFor();
    expect(await button(page, "Upgrade Plan").isDisabled()).toBe(true);
    await button(page, "Finish the payment").click();
    await typeCard(page);
    await page.locator("#pay").click();
    await page.getByText("paid", { exact: true }).waitFor();
    expect(await itemsInStripe(bea)).toEqual(names([DEAREST_PLAN]));
    await eventually("the webhook arrived", async () => {
      await page.goto(`${site}/dashboard`);
      await heading(page, "Manage Your Subscription").waitFor();
      return (await page.getByText(DEAREST_PLAN.name).count()) > 0;
    });
  });
});

describe("change at the period end", () => {
  test("downgrade: booked without a charge, and withdrawn again; add-on: added from the dashboard, listed, and removed again", async ({
    visit,
  }) => {
    const { ada, page } = await signInSubscriber(visit, [plus, community]);
    await button(page, "Downgrade Plan").click();
    await page.waitForURL(`${site}/change-plan?*`);
    await heading(page, "Downgrade to the Starter Package").waitFor();
    await page
      .getByText(/^Everything stays as it is until .*, and nothing is charged today\.$/)
      .waitFor();
    await button(page, /^Change on \d+ \w+$/).click();
    await heading(page, "Your downgrade is booked.").waitFor();
    await page.getByText("£146.00 a month", { exact: false }).waitFor();
    expect(await itemsInStripe(ada)).toEqual(names([plus, community]));
    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await page.getByText("this becomes Starter Package, Community Management").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await button(page, "Cancel this change").focus();
    await page.keyboard.press("Enter");
    await page.getByText("The change is cancelled.").waitFor();
    expect(await button(page, "Cancel this change").count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("subscription");
    const { schedule } = await emulator.stripe.subscriptions.retrieve(ada.subscriptionId);
    expect(schedule).toBeNull();
    await waitUntilEventsCompleted(ada.customerId);
    const told = await queryStack(
      `select type from outbox_events
       where aggregate_id = $1 and type like 'SubscriptionChange%' order by occurred_at`,
      [ada.customerId],
    );
    expect(told.map(({ type }) => type)).toEqual([
      "SubscriptionChangeScheduled",
      "SubscriptionChangeWithdrawn",
    ]);

    await heading(page, "Enhance Your Package").click();
    await page.getByRole("link", { name: /Add to my package.*Additional Channel/ }).click();
    await heading(page, "Add Additional Channel").waitFor();
    await button(page, /^Pay £\d+\.\d\d now and add$/).click();
    await heading(page, "Your package has grown.").waitFor();
    expect(await itemsInStripe(ada)).toEqual(names([plus, channel, community]));
    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    const items = page.getByRole("list", { name: "What you have" });
    await items.getByText("£9.99").waitFor();
    await page.getByText("£233.99").first().waitFor();
    await heading(page, "Enhance Your Package").click();
    expect(await page.getByRole("link", { name: /Add to my package/ }).count()).toBe(2);
    expect(await page.getByRole("link", { name: /Add to my package.*Additional/ }).count()).toBe(0);

    await items.getByRole("link", { name: "Remove Additional Channel" }).click();
    await button(page, /^Remove on \d+ \w+$/).click();
    await heading(page, "Your change is booked.").waitFor();
    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await items.getByText(/Additional Channel until/).waitFor();
    expect(await items.getByRole("link", { name: "Remove Additional Channel" }).count()).toBe(0);
    expect(await itemsInStripe(ada)).toEqual(names([plus, channel, community]));
    await expectReconciled(ada.customerId, {
      mails: ["welcome", "change-scheduled", "change-withdrawn", "changed", "change-scheduled"],
    });
  });
});

describe("plan change that is not possible", () => {
  test("unknown change: shows what can be changed; preview that fails: says so, and works on retry; amount changed since: shows the new preview and applies nothing; an add-on chosen at checkout by a customer with a plan: opens the plan change", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(ERROR_RESPONSES);
    const { page } = await visitUnchanged(visit);
    await page.goto(`${site}/change-plan?plan=${starter.priceId}&add=moonlight`);
    await heading(page, "Plans").waitFor();
    expect(await page.getByRole("listitem").filter({ hasText: plus.name }).innerText()).toContain(
      "Your plan",
    );
    expect(await accessibilityViolations(page)).toEqual([]);
    await answerCalls(page, "functions/v1/plan-change/preview", 503, {});
    await page.getByRole("link", { name: /Add to my package.*Meta Ads/ }).click();
    await page.getByText("We couldn’t work out what this change costs.").waitFor();
    await page.unroute("**/functions/v1/plan-change/preview");
    await button(page, "Try again").click();
    await heading(page, "Add Meta Ads Management").waitFor();
    await button(page, /^Pay £/).waitFor();

    await answerCalls(page, "functions/v1/plan-change", 409, {
      code: "amount_changed",
      error: "another sum",
    });
    const shownAnew = page.waitForRequest("**/functions/v1/plan-change/preview");
    await button(page, /^Pay £/).click();
    await shownAnew;
    await page.getByText("The price has changed since you opened this page.").waitFor();
    expect(await button(page, /^Pay £/).isEnabled()).toBe(true);
    await page.goBack();
    await page.getByRole("link", { name: /Downgrade.*Starter/ }).click();
    await button(page, /^Change on /).waitFor();

    await page.goto(`${site}/checkout?addon=meta-ads`);
    await heading(page, "Add to Your Package").waitFor();
    await button(page, "See what’s due today").waitFor();
    expect(await page.getByRole("radio", { name: "Plus Package" }).isChecked()).toBe(true);
    await button(page, "See what’s due today").click();
    await page.waitForURL(`${site}/change-plan?*`);
    await heading(page, "Add Meta Ads Management").waitFor();
    await button(page, /^Pay £/).waitFor();
  });

  test("cancelled subscription: resumed on the dashboard first; a card that is declined then: says so and links to where another pays", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(ERROR_RESPONSES);
    const ada = await createSubscriber([starter]);
    await ada.call("POST", "/functions/v1/cancel-subscription", {
      subscriptionId: ada.subscriptionId,
    });
    const page = await visit();
    await restoreSession(page, ada.session);
    await page.goto(`${site}/change-plan?plan=${DEAREST_PLAN.priceId}`);
    await heading(page, "Your subscription is set to end.").waitFor();
    await page.getByRole("link", { name: "Keep my subscription" }).click();
    expect(await button(page, "Upgrade Plan").isDisabled()).toBe(true);
    await page.getByText("Your subscription is set to end. Choose to keep it first").waitFor();
    await button(page, "Keep my subscription").click();
    await page.getByText("Your subscription will continue.").first().waitFor();
    await eventually("it can be changed", () => button(page, "Upgrade Plan").isEnabled());
    await waitUntilEventsCompleted(ada.customerId);

    await setCard(emulator.stripe, ada.customerId, "pm_card_chargeCustomerFail");
    await emulator.stripe.subscriptions.update(ada.subscriptionId, {
      default_payment_method: "",
    });
    await page.goto(`${site}/change-plan?plan=${DEAREST_PLAN.priceId}`);
    await button(page, /^Pay £/).click();
    expect(await errorOf(page).innerText()).toBe(
      "Your card was declined. Nothing has changed and nothing was taken.",
    );
    expect(await accessibilityViolations(page)).toEqual([]);
    await button(page, "Pay with another card").click();
    await page.waitForURL((url) => url.origin === new URL(String(stack.stripe)).origin);
    expect(await itemsInStripe(ada)).toEqual(names([starter]));
  });
});

describe("comeback code", () => {
  test("returning customer: reduces the first three months", async ({ visit }) => {
    const ada = await createSubscriber([starter]);
    await emulator.stripe.subscriptions.cancel(ada.subscriptionId);
    await eventually("it is over", async () => {
      const [row] = await queryStack("select status from subscriptions where id = $1", [
        ada.subscriptionId,
      ]);
      return row?.["status"] === "canceled";
    });
    const page = await visit();
    await page.goto(`${site}/checkout?plan=plus&with=community&code=comeback30`);
    await page.getByText("First 3 months, 30% off").waitFor();
    expect(await button(page, /^Subscribe and pay/).count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Sign in to use your code" }).click();
    await signInHere(page, ada);
    await page.waitForURL(`${site}/checkout?plan=plus&with=community&code=comeback30`);
    const pay = button(
      page,
      "Subscribe and pay £156.80 a month for 3 months, then £224.00 a month",
    );
    await pay.waitFor();

    await page.getByRole("link", { name: "Your dashboard" }).click();
    await page.getByText(/^This subscription ended on .*, because it was cancelled/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Come back with 30% off" }).click();
    await page.getByRole("radio", { name: plus.name }).check();
    await button(
      page,
      "Subscribe and pay £122.50 a month for 3 months, then £175.00 a month",
    ).waitFor();
    expect(new URL(page.url()).search).toBe("?plan=plus&code=comeback30");
    await page.getByRole("checkbox", { name: "Community" }).check();
    await pay.click();
    await page.waitForURL((url) => url.origin === new URL(String(stack.stripe)).origin);
    const session = await emulator.stripe.checkout.sessions.retrieve(sessionIn(page.url()));
    expect(session.amount_total).toBe(156_80);

    await emulator.pay(session.id);
    await page.goto(`${site}/checkout-success?session_id=${session.id}`);
    await heading(page, "Paid. Welcome back.").waitFor();
    const rows = await page.locator("dl > div").allInnerTexts();
    const [row] = await queryStack(
      "select id, discounts->0->>'endsAt' as ends_at from subscriptions where customer_id = $1 and status = 'active'",
      [ada.customerId],
    );
    const end = new Intl.DateTimeFormat("en-GB", {
      dateStyle: "medium",
      timeZone: "Europe/London",
    });
    expect(rows.map((text) => text.replace(/\s+/g, " "))).toEqual([
      "Plan Plus Package",
      "Add-ons Community Management & Engagement",
      "Paid £156.80, incl. VAT",
      "Per month £156.80, incl. VAT",
      `From ${end.format(new Date(String(row?.["ends_at"])))} £224.00 a month`,
      expect.stringMatching(/^Next billing date \d/),
    ]);

    await emulator.stripe.subscriptions.cancel(String(row?.["id"]));
    await waitUntilIdle(ada.customerId);
    await page.goto(`${site}/dashboard`);
    await page.getByRole("heading", { name: "Start again" }).waitFor();
    await page.goto(`${site}/subscription-cancelled`);
    await page.getByText(/^This subscription ended on /).waitFor();
    expect(await page.getByText("comeback30").count()).toBe(0);
  });

  test("code of Stripe's Dashboard: taken off for a guest, before paying; user without a subscription: sent from the plan change to the plans; the comeback code is rejected, and checkout continues without it", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(ERROR_RESPONSES);
    const { coupons, promotionCodes } = emulator.stripe;
    const { id: coupon } = await coupons.create({ percent_off: 10, duration: "once" });
    await promotionCodes.create({ code: "HARBOUR10", promotion: { type: "coupon", coupon } });
    const page = await visit();
    await page.goto(`${site}/checkout?plan=starter`);
    await page.getByText("Have a code?").click();
    await page.getByLabel("Code").fill("Harbour10");
    await page.keyboard.press("Enter");
    await page.getByText("Code harbour10 applied.").waitFor();
    await button(page, "Subscribe and pay £87.30 for the first month, then £97.00 a month").click();
    await page.waitForURL((url) => url.origin === new URL(String(stack.stripe)).origin);
    const session = await emulator.stripe.checkout.sessions.retrieve(sessionIn(page.url()));
    expect(session.amount_total).toBe(87_30);

    await restoreSession(page, (await signUp()).session);
    await page.goto(`${site}/change-plan?plan=${DEAREST_PLAN.priceId}`);
    await heading(page, "There’s nothing to change yet.").waitFor();
    await page.getByRole("link", { name: "Choose a plan" }).click();
    await page.getByRole("radio", { name: starter.name }).check();
    await page.getByText("Have a code?").click();
    await page.getByLabel("Code").fill("ComeBack30");
    await page.keyboard.press("Enter");
    await page.getByText("Code comeback30: This code isn’t valid for your account.").waitFor();
    await button(page, "Subscribe and pay £97.00 a month").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await button(page, /^Remove/).click();
    expect(page.url()).toBe(`${site}/checkout?plan=starter`);
  });
});
