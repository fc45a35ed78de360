import type { Page, Request } from "playwright-core";
import { describe, expect } from "vitest";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { accessibilityViolations, ERROR_RESPONSES, test } from "../support/browser.ts";
import { PLAN } from "../support/catalogue.ts";
import {
  createSubscriber,
  createTestClock,
  signInOnPage,
  signInSubscriber,
  type Subscriber,
  visitUnchanged,
  waitUntilEventsCompleted,
} from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { answerCalls, errorOf } from "../support/page-actions.ts";
import { storeConsent, stubThirdParties } from "../support/pixel.ts";
import { expectReconciled } from "../support/reconcile.ts";
import { queryStack } from "../support/stack-client.ts";
import { stripeEmulator } from "../support/stripe-emulator.ts";
import { thisStack } from "../support/this-stack.ts";

const stack = thisStack();
const { site, api } = stack;
const emulator = stripeEmulator(stack);
const { starter, plus } = PLAN;
const NEXT_YEAR_S = Math.floor(Date.now() / 1_000) + 365 * 86_400;

const heading = (page: Page, name: string) => page.getByRole("heading", { name });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function beginToLeave(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Cancel Subscription" }).click();
  await heading(page, "Wait Before You Go").waitFor();
  await heading(page, "You decide").waitFor();
}

async function confirmLeaving(page: Page): Promise<void> {
  await button(page, "Continue to Cancel").click();
  await page.getByRole("dialog", { name: "Are You Absolutely Sure?" }).waitFor();
  await button(page, "Yes, Cancel My Subscription").click();
  await page.waitForURL(`${site}/retention-offer`);
}

async function goToOffer(page: Page): Promise<void> {
  await confirmLeaving(page);
  await page.getByText("This final offer expires in 10 minutes").waitFor();
}

async function lastDay({ subscriptionId }: Subscriber): Promise<string> {
  const [row] = await queryStack("select current_period_end from subscriptions where id = $1", [
    subscriptionId,
  ]);
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Europe/London" });
  return format.format(new Date(String(row?.["current_period_end"])));
}

async function isEndingInStripe({ subscriptionId }: Subscriber): Promise<boolean> {
  return (await emulator.stripe.subscriptions.retrieve(subscriptionId)).cancel_at_period_end;
}

async function endRequestsOf({ subscriptionId }: Subscriber) {
  return queryStack(
    `select kind, reason, feedback, declined_offer, state from subscription_requests
     where subscription_id = $1 and kind <> 'retention_offer' order by requested_at desc`,
    [subscriptionId],
  );
}

const changeAnswers = (page: Page, path: string, change: object) =>
  page.route(new RegExp(`/${path}(?:\\?|$)`), async (route) => {
    const response = await route.fetch();
    if (route.request().method() !== "GET") return route.fulfill({ response });
    const given: unknown = await response.json();
    const json = Array.isArray(given)
      ? given.map((row: object) => ({ ...row, ...change }))
      : { subscription: { ...Object(given).subscription, ...change } };
    return route.fulfill({ response, json });
  });

describe("cancelling", () => {
  test("two clicks: shows the date until which everything works, reported once; resumed there; retention offer declined: sends the reason given before", async ({
    visit,
  }) => {
    const page = await visit();
    const strangers = await stubThirdParties(page, [site, api]);
    const reports = () => strangers.filter((url) => url.includes("ev=CompleteRegistration")).length;
    await storeConsent(page);
    const ada = await createSubscriber(plus);
    await signInOnPage(page, ada);
    await beginToLeave(page);
    await button(page, "Cancel My Subscription").click();
    await page.waitForURL(`${site}/subscription-cancelled`);
    await heading(page, "Subscription Cancelled").waitFor();
    await page.getByText(`Access continues until ${await lastDay(ada)}`).waitFor();
    await eventually("it is reported", async () => reports() === 1);
    expect(await accessibilityViolations(page)).toEqual([]);
    await eventually("Stripe cancels at the period end", () => isEndingInStripe(ada));
    await waitUntilEventsCompleted(ada.customerId);
    expect(await endRequestsOf(ada)).toEqual([
      { kind: "cancel", reason: null, feedback: null, declined_offer: false, state: "applied" },
    ]);

    await page.reload();
    await page.getByText(`Access continues until ${await lastDay(ada)}`).waitFor();
    await page.waitForLoadState("networkidle");
    expect(reports()).toBe(1);

    await button(page, "Keep My Subscription").focus();
    await page.keyboard.press("Enter");
    await heading(page, "Good to have you back.").waitFor();
    await page.getByText("Your subscription will continue.").waitFor();
    await page.locator("h1:focus").filter({ hasText: "Good to have you back." }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await waitUntilEventsCompleted(ada.customerId);
    expect(await isEndingInStripe(ada)).toBe(false);
    const [newest] = await endRequestsOf(ada);
    expect(newest).toMatchObject({ kind: "resume", state: "applied" });

    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await beginToLeave(page);
    await page.getByLabel("Something I need is missing").check();
    await page.getByLabel("Anything you’d like to tell us").fill("Stories, above all.");
    await goToOffer(page);
    expect(page.url()).toBe(`${site}/retention-offer`);
    await button(page, "No Thanks, Cancel My Subscription").click();
    await page.waitForURL(`${site}/subscription-cancelled`);
    await page.getByText(`Access continues until ${await lastDay(ada)}`).waitFor();
    await eventually("Stripe cancels at the period end", () => isEndingInStripe(ada));
    await waitUntilEventsCompleted(ada.customerId);
    const [again] = await endRequestsOf(ada);
    expect(again).toEqual({
      kind: "cancel",
      reason: "missing_features",
      feedback: "Stories, above all.",
      declined_offer: true,
      state: "applied",
    });
    await page.goto(`${site}/cancel-subscription`);
    await heading(page, "Your subscription is already cancelled.").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await expectReconciled(ada.customerId, {
      mails: ["welcome", "cancelled", "resumed", "cancelled"],
    });
  });

  test("running subscription: the account is deleted only after cancelling; a reason by keyboard shows its answer, and staying sends no request", async ({
    visit,
  }) => {
    const { ada, page } = await visitUnchanged(visit);
    await page.goto(`${site}/account/security`);
    await button(page, "Delete my account").click();
    await errorOf(page).getByText("Your subscription is running.").waitFor();
    await page.getByRole("link", { name: "Cancel Subscription" }).click();
    await heading(page, "You decide").waitFor();
    await page.getByLabel("It costs too much").focus();
    await page.keyboard.press("Space");
    await page.getByText("The Starter Package costs £97.00 a month.", { exact: false }).waitFor();
    expect(
      await page.getByRole("link", { name: "Change to the Starter Package" }).getAttribute("href"),
    ).toBe(`/change-plan?plan=${starter.priceId}`);
    await page.keyboard.press("ArrowDown");
    await page.getByRole("link", { name: "Book a free call" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await button(page, "Continue to Cancel").focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Are You Absolutely Sure?" });
    await dialog.waitFor();
    const colourOf = (name: string) =>
      button(page, name).evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await colourOf("Yes, Cancel My Subscription")).not.toBe(
      await colourOf("Wait, Let Me Think About This"),
    );
    await button(page, "Wait, Let Me Think About This").focus();
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
    expect(await page.locator(":focus").innerText()).toBe("Continue to Cancel");
    await page.getByRole("link", { name: "Stay & Keep Growing" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${site}/dashboard`);
    expect(await endRequestsOf(ada)).toEqual([]);
  });

  test("renewal being collected: says it is not charged, and cancels immediately", async ({
    visit,
  }) => {
    const ada = await createSubscriber(plus);
    const { passes } = await createTestClock(ada);
    const { items } = await emulator.stripe.subscriptions.retrieve(ada.subscriptionId);
    const end = items.data[0]?.current_period_end ?? 0;
    await passes(end - Math.floor(Date.now() / 1_000) + 600);
    await eventually("it is read", async () => {
      const [row] = await queryStack("select renewal_pence from subscriptions where id = $1", [
        ada.subscriptionId,
      ]);
      return row?.["renewal_pence"] === plus.pricePence;
    });
    const page = await visit();
    const strangers = await stubThirdParties(page, [site, api]);
    const reports = () => strangers.filter((url) => url.includes("ev=CompleteRegistration")).length;
    await storeConsent(page);
    const payment = "The payment of £175.00 for the period that’s just begun";
    await signInOnPage(page, ada);
    await page.getByText(`${payment} is on its way. It’s usually taken within an hour.`).waitFor();
    await beginToLeave(page);
    await page
      .getByText(`It ends at once. ${payment} hasn’t been taken yet and won’t be`)
      .waitFor();
    expect(await page.getByText("You keep everything until").count()).toBe(0);
    await goToOffer(page);
    await page
      .getByText(
        `If you cancel now, your subscription ends at once. ${payment} hasn’t been taken yet and won’t be`,
      )
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await button(page, "No Thanks, Cancel My Subscription").click();
    await page.waitForURL(`${site}/subscription-cancelled`);
    await page.getByText(/Your access ended on/).waitFor();
    await page.getByText(/^This subscription ended on .*, because it was cancelled/).waitFor();
    await eventually("it is reported", async () => reports() === 1);
    await page.reload();
    await page.getByText(/Your access ended on/).waitFor();
    await page.waitForLoadState("networkidle");
    expect(reports()).toBe(1);
    await expectReconciled(ada.customerId, { mails: ["welcome", "cancelled-at-once", "ended"] });
    await passes(2 * 3_600);
    const { data: invoices } = await emulator.stripe.invoices.list({ customer: ada.customerId });
    expect(invoices.map(({ status }) => status)).toEqual(["draft", "paid"]);
  });

  test("immediate cancellation pending at Stripe: shown on the dashboard", async ({ visit }) => {
    const { page } = await visitUnchanged(visit);
    await changeAnswers(page, "rest/v1/user_subscription", {
      subscription_status: "past_due",
      cancel_at_period_end: true,
    });
    await changeAnswers(page, "functions/v1/subscription", {
      subscription_status: "past_due",
      ends_at: Math.floor(Date.now() / 1_000),
      ends_at_once: true,
      payments: [],
      being_applied: ["cancellation"],
      // Dropped once Stripe applies the cancellation.
      scheduled: { price_ids: [starter.priceId], names: starter.name, at: NEXT_YEAR_S },
      awaiting: { names: starter.name, expires_at: NEXT_YEAR_S },
    });
    await page.goto(`${site}/dashboard`);
    await page
      .getByText("You owe nothing and won’t be charged again. We’re applying this now")
      .waitFor();
    await page.getByText("This subscription ends now.").waitFor();
    expect(await page.getByText("You keep everything until then").count()).toBe(0);
    expect(await page.getByText("Your last payment didn’t go through").count()).toBe(0);
    expect(await page.getByText(/this becomes|is awaiting payment/).count()).toBe(0);
    expect(await button(page, "Keep my subscription").count()).toBe(0);
    await page.goto(`${site}/cancel-subscription`);
    await page.getByText("It ends now, and you won’t be charged again.").waitFor();
  });
});

describe("retention offer", () => {
  test("fails to load: says so, and works on retry; error: shown until dismissed; accepted with the same key: shown on the dashboard", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(ERROR_RESPONSES);
    const { ada, page } = await signInSubscriber(visit, plus);
    await beginToLeave(page);
    await page.getByLabel("It costs too much").check();
    await answerCalls(page, "functions/v1/retention-offer", 502, {});
    await confirmLeaving(page);
    await page.getByText("HTTP error 502").waitFor();
    await page.getByRole("link", { name: "Back", exact: true }).waitFor();
    await page.unroute("**/functions/v1/retention-offer");
    await button(page, "Try again").click();
    await heading(page, "Stay or go").waitFor();
    await page.getByText("This final offer expires in 10 minutes").waitFor();
    const terms = page.getByRole("region", { name: "20% off your next 3 months" });
    expect(await terms.innerText()).toMatch(/£175\.00[\s\S]*£140\.00[\s\S]*£105\.00/);
    await page.getByText("A free 45-minute strategy call with an account manager").waitFor();
    const sent: Request[] = [];
    page.on("request", (request) => {
      const isClaim = request.url().endsWith("/apply-retention-discount");
      if (isClaim && request.method() === "POST") sent.push(request);
    });
    await answerCalls(page, "functions/v1/apply-retention-discount", 500, {
      code: "internal",
      error: "Something went wrong on our side. Please try again.",
    });
    const claim = button(page, "Claim My 20% Discount");
    await claim.click();
    const alert = errorOf(page);
    expect(await alert.innerText()).toContain(
      "Server error: Something went wrong on our side. Please try again.",
    );
    await button(page, "Dismiss").click();
    await alert.waitFor({ state: "hidden" });
    expect(await page.locator(":focus").innerText()).toBe("Claim My 20% Discount");
    await page.unroute("**/functions/v1/apply-retention-discount");
    await claim.click();
    await page.waitForURL(`${site}/dashboard`);
    const [first, again] = sent.map((request) => request.headers()["idempotency-key"]);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(again).toBe(first);
    expect(sent.at(-1)?.postDataJSON()).toEqual({
      subscriptionId: ada.subscriptionId,
      discountPercent: 20,
      durationMonths: 3,
    });
    await page
      .getByRole("alert")
      .getByText("Success! Your 20% discount has been applied for the next 3 months.")
      .waitFor();
    await eventually("Stripe has the discount", async () => {
      const { discounts } = await emulator.stripe.subscriptions.retrieve(ada.subscriptionId, {
        expand: ["discounts"],
      });
      return JSON.stringify(discounts).includes(RETENTION_OFFER.couponId);
    });
    const [offer] = await queryStack(
      "select reason, answer from retention_offers where subscription_id = $1",
      [ada.subscriptionId],
    );
    expect(offer).toEqual({ reason: "too_expensive", answer: "accepted" });

    await page.goto(`${site}/retention-offer`);
    await heading(page, "No offer this time.").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await button(page, "Cancel My Subscription").click();
    await page.waitForURL(`${site}/subscription-cancelled`);
    await eventually("Stripe cancels at the period end", () => isEndingInStripe(ada));
    const [request] = await endRequestsOf(ada);
    expect(request).toMatchObject({ kind: "cancel", declined_offer: false });
  });
});

describe("cancelled page", () => {
  test("visitor: sees the general terms and the comeback code", async ({ visit }) => {
    const page = await visit({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto(`${site}/subscription-cancelled`);
    await heading(page, "Subscription Cancelled").waitFor();
    await page.getByText(/^If you’ve cancelled, no more payments are taken/).waitFor();
    await page.getByText("No further charges").waitFor();
    await page.getByText("Your data is safely stored").waitFor();
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("comeback30");
    expect(
      await page.getByRole("link", { name: "Come back with 30% off" }).getAttribute("href"),
    ).toBe("/checkout?code=comeback30");
    expect(await button(page, "Keep My Subscription").count()).toBe(0);
  });
});
