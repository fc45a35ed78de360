import type { Page } from "playwright-core";
import { afterEach, describe, expect } from "vitest";
import { COMEBACK_OFFER, RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { ERROR_RESPONSES, test } from "../support/browser.ts";
import { PLAN } from "../support/catalogue.ts";
import {
  createSubscriberSince,
  createTestClock,
  signInOnPage,
  signInSubscriber,
  type Subscriber,
} from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { signInToOps } from "../support/operator.ts";
import { openDashboard } from "../support/page-actions.ts";
import { expectReconciled, waitUntilIdle } from "../support/reconcile.ts";
import { queryStack } from "../support/stack-client.ts";
import { ASKS_EVERY_TIME } from "../support/stripe-cases.ts";
import { stripeEmulator } from "../support/stripe-emulator.ts";
import { sessionIn } from "../support/test-customer.ts";
import { thisStack } from "../support/this-stack.ts";

afterEach(() => emulator.behave());

const stack = thisStack();
const { site } = stack;
const emulator = stripeEmulator(stack);
const { starter, plus } = PLAN;
const HOUR_S = 3_600;

const heading = (page: Page, name: string) => page.getByRole("heading", { name });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

async function cancel(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Cancel Subscription" }).click();
  await button(page, "Cancel My Subscription").click();
  await page.waitForURL(`${site}/subscription-cancelled`);
  await page.getByText(/^Access continues until \d+ \w+ 20\d\d/).waitFor();
}

async function claim(page: Page): Promise<void> {
  await page.goto(`${site}/retention-offer`);
  await button(page, "Claim My 20% Discount").click();
  await page.waitForURL(`${site}/dashboard`);
  await page.getByText("Success! Your 20% discount has been applied").waitFor();
}

async function openIdleDashboard(page: Page): Promise<void> {
  await openDashboard(page);
  await page.waitForLoadState("networkidle");
}

async function subscribe(
  visit: () => Promise<Page>,
  plan: { priceId: string } = plus,
  how: { card?: string } = {},
) {
  const { ada, page } = await signInSubscriber(visit, plan, how);
  return { ada, page, clock: await createTestClock(ada) };
}

async function paidBy({ customerId }: Subscriber): Promise<number[]> {
  const orders = await queryStack(
    "select amount_pence from orders where customer_id = $1 and status = 'completed' order by ordered_at",
    [customerId],
  );
  return orders.map((order) => Number(order["amount_pence"]));
}

describe("cancellation over time", () => {
  test("period end: the subscription ends, and a return costs 30% less for three months", async ({
    visit,
  }) => {
    const { ada, page, clock } = await subscribe(visit);
    await cancel(page);
    await clock.monthPasses();
    await openIdleDashboard(page);
    await page.getByText(/^This subscription ended on .*, because it was cancelled/).waitFor();
    expect(await page.getByText("canceled", { exact: true }).count()).toBe(1);
    expect(await page.getByRole("link", { name: "Cancel Subscription" }).count()).toBe(0);
    await expectReconciled(ada.customerId, { mails: ["welcome", "cancelled", "ended"] });

    await page.goto(`${site}/checkout?plan=plus&code=${COMEBACK_OFFER.code}`);
    await button(
      page,
      "Subscribe and pay £122.50 a month for 3 months, then £175.00 a month",
    ).click();
    await page.waitForURL((url) => url.origin === new URL(String(stack.stripe)).origin);
    const sessionId = sessionIn(page.url());
    expect(await emulator.pay(sessionId)).toBe(200);
    await page.goto(`${site}/checkout-success?session_id=${sessionId}`);
    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await page.getByText(/^30% off until \d+ \w+ 20\d\d$/).waitFor();
    for (const month of [2, 3, 4]) {
      await clock.monthPasses();
      expect(await paidBy(ada)).toHaveLength(1 + month);
    }
    expect(await paidBy(ada)).toEqual([175_00, 122_50, 122_50, 122_50, 175_00]);
    await openIdleDashboard(page);
    expect(await page.getByText("30% off").count()).toBe(0);
    await expectReconciled(ada.customerId, {
      mails: ["welcome", "cancelled", "ended", "welcome", "renewal"],
    });
  });

  test("resumed on the dashboard: the next month is charged as usual", async ({ visit }) => {
    const { ada, page, clock } = await subscribe(visit);
    await cancel(page);
    await waitUntilIdle(ada.customerId);
    await openIdleDashboard(page);
    await button(page, "Keep my subscription").click();
    await page.getByText("Your subscription will continue.").first().waitFor();
    await clock.monthPasses();
    await openIdleDashboard(page);
    await page.getByText(/^Next billing date /).waitFor();
    expect(await page.getByText("cancels at period end").count()).toBe(0);
    expect(await paidBy(ada)).toEqual([175_00, 175_00]);
    await expectReconciled(ada.customerId, { mails: ["welcome", "cancelled", "resumed"] });
  });

  test("retention offer after cancelling: continues at the lower price until cancelled again", async ({
    visit,
  }) => {
    const { ada, page, clock } = await subscribe(visit);
    await cancel(page);
    await page.goto(`${site}/retention-offer`);
    await page
      .getByText(
        /^Your subscription is set to end on \d+ \w+ 20\d\d\. Taking the offer undoes that\.$/,
      )
      .waitFor();
    await claim(page);
    expect(await page.getByText("cancels at period end").count()).toBe(0);
    await clock.monthPasses();
    expect(await paidBy(ada)).toEqual([175_00, 140_00]);
    await expectReconciled(ada.customerId, {
      mails: ["welcome", "cancelled", "retention-resumed", "renewal"],
    });

    await openIdleDashboard(page);
    await cancel(page);
    await clock.monthPasses();
    await openIdleDashboard(page);
    await page.getByText(/^This subscription ended on /).waitFor();
    expect(await page.getByText("20% off").count()).toBe(0);
    expect(await paidBy(ada)).toEqual([175_00, 140_00]);
    await expectReconciled(ada.customerId, {
      mails: ["welcome", "cancelled", "retention-resumed", "renewal", "cancelled", "ended"],
    });
  });

  test("cancelled in Stripe's portal: shown, one email, resumed on the dashboard", async ({
    visit,
  }) => {
    const { ada, page, clock } = await subscribe(visit);
    // Without our configuration, as the team opens the portal in Stripe's Dashboard.
    const { url } = await emulator.stripe.billingPortal.sessions.create({
      customer: ada.customerId,
      return_url: `${site}/dashboard`,
    });
    await page.goto(url);
    await button(page, "Cancel subscription").click();
    await button(page, "Don't cancel subscription").waitFor();
    await waitUntilIdle(ada.customerId);
    await page.locator("#back").click();
    await page.getByText(/^Your subscription cancels at period end, on \d+ \w+ 20\d\d\./).waitFor();
    await expectReconciled(ada.customerId, { mails: ["welcome", "cancelled"] });
    await button(page, "Keep my subscription").click();
    await page.getByText("Your subscription will continue.").first().waitFor();
    await clock.monthPasses();
    expect(await paidBy(ada)).toEqual([175_00, 175_00]);
    await expectReconciled(ada.customerId, { mails: ["welcome", "cancelled", "resumed"] });
  });
});

describe("retention offer over time", () => {
  test("20% off three payments, with the end date shown; cannot be accepted twice", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(ERROR_RESPONSES);
    const { ada, page, clock } = await subscribe(visit);
    const late = await page.context().newPage();
    await late.goto(`${site}/retention-offer`);
    await button(late, "Claim My 20% Discount").waitFor();

    await page.getByRole("link", { name: "Cancel Subscription" }).click();
    await page.getByLabel("It costs too much").check();
    await claim(page);
    await page.getByText(/^20% off until \d+ \w+ 20\d\d$/).waitFor();
    await page.getByText("£140.00", { exact: true }).waitFor();
    await button(late, "Claim My 20% Discount").click();
    await heading(late, "No offer this time.").waitFor();
    await late.getByText("You’ve already had the discount for staying").waitFor();
    await late.close();

    for (let month = 1; month <= 3; month += 1) await clock.monthPasses();
    await clock.monthPasses();
    expect(await paidBy(ada)).toEqual([175_00, 140_00, 140_00, 140_00, 175_00]);
    await openIdleDashboard(page);
    expect(await page.getByText("20% off").count()).toBe(0);
    await expectReconciled(ada.customerId, {
      mails: ["welcome", "retention", "renewal", "renewal"],
    });
  });
});

describe("plan change", () => {
  test("upgrade: charges the previewed amounts now and at the next payment", async ({ visit }) => {
    const { ada, clock } = await createSubscriberSince(15, starter);
    const page = await visit();
    await signInOnPage(page, ada);
    await button(page, "Upgrade Plan").click();
    const pay = button(page, /^Pay £\d+\.\d\d now and upgrade$/);
    await pay.waitFor();
    const due = Math.round(Number(/£(\d+\.\d\d)/.exec(await pay.innerText())?.[1]) * 100);
    await page.getByText(/^£175\.00 on \d+ \w+ 20\d\d$/).waitFor();
    await pay.click();
    await heading(page, "Your upgrade is done.").waitFor();
    await clock.monthPasses();
    expect(Math.abs(due - (plus.pricePence - starter.pricePence) / 2)).toBeLessThan(3_00);
    expect(await paidBy(ada)).toEqual([97_00, due, 175_00]);
    await expectReconciled(ada.customerId, { mails: ["welcome", "changed", "renewal"] });
  });

  test("upgrade with 3-D Secure: charged once and stays", async ({ visit }) => {
    const { ada, page } = await signInSubscriber(visit, starter, { card: ASKS_EVERY_TIME });
    await button(page, "Upgrade Plan").click();
    await button(page, /^Pay £/).click();
    await page.locator("#confirm").click();
    await page.locator("#complete").click();
    await page.getByText("paid", { exact: true }).waitFor();
    await expectReconciled(ada.customerId, { mails: ["welcome", "changed"] });
    expect(await paidBy(ada)).toHaveLength(2);
  });

  test("upgrade with failed 3-D Secure: charges nothing, and the pending update expires", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(/402 \(Payment Required\)/);
    const { ada, page, clock } = await subscribe(visit, starter, { card: ASKS_EVERY_TIME });
    await button(page, "Upgrade Plan").click();
    await button(page, /^Pay £/).click();
    await page.locator("#confirm").click();
    await page.locator("#fail").click();
    await page.locator("#error").waitFor();
    await expectReconciled(ada.customerId, { mails: ["welcome"] });
    await clock.passes(24 * HOUR_S);
    await expectReconciled(ada.customerId, { mails: ["welcome"] });
    expect(await paidBy(ada)).toEqual([97_00]);
    await openIdleDashboard(page);
    expect(await page.getByText("is awaiting payment").count()).toBe(0);
    expect(await button(page, "Upgrade Plan").isEnabled()).toBe(true);
  });

  test("downgrade: takes effect with the next payment", async ({ visit }) => {
    const { ada, page, clock } = await subscribe(visit);
    await button(page, "Downgrade Plan").click();
    await button(page, /^Change on \d+ \w+$/).click();
    await heading(page, "Your downgrade is booked.").waitFor();
    await expectReconciled(ada.customerId, { mails: ["welcome", "change-scheduled"] });
    await openIdleDashboard(page);
    await page.getByText("this becomes Starter Package, at £97.00 a month").waitFor();
    await clock.monthPasses();
    expect(await paidBy(ada)).toEqual([175_00, 97_00]);
    await openIdleDashboard(page);
    await page.getByText("Starter Package", { exact: true }).first().waitFor();
    expect(await button(page, "Cancel this change").count()).toBe(0);
    await expectReconciled(ada.customerId, {
      mails: ["welcome", "change-scheduled", "renewal", "changed"],
    });
  });

  test("withdrawn downgrade: the next payment is unchanged", async ({ visit }) => {
    const { ada, page, clock } = await subscribe(visit);
    await button(page, "Downgrade Plan").click();
    await button(page, /^Change on \d+ \w+$/).click();
    await heading(page, "Your downgrade is booked.").waitFor();
    await openIdleDashboard(page);
    await button(page, "Cancel this change").click();
    await page.getByText("The change is cancelled.").waitFor();
    await clock.monthPasses();
    expect(await paidBy(ada)).toEqual([175_00, 175_00]);
    await expectReconciled(ada.customerId, {
      mails: ["welcome", "change-scheduled", "change-withdrawn"],
    });
  });

  test("add-on: charged only while it is on the subscription", async ({ visit }) => {
    const { ada, page, clock } = await subscribe(visit);
    const add = page.getByRole("link", { name: /Add to my package.*Additional Channel/ });
    await heading(page, "Enhance Your Package").click();
    await add.click();
    const pay = button(page, /^Pay £\d+\.\d\d now and add$/);
    await pay.waitFor();
    const due = Math.round(Number(/£(\d+\.\d\d)/.exec(await pay.innerText())?.[1]) * 100);
    await pay.click();
    await heading(page, "Your package has grown.").waitFor();
    await clock.monthPasses();
    await openIdleDashboard(page);
    await page.getByRole("link", { name: "Remove Additional Channel" }).click();
    await button(page, /^Remove on \d+ \w+$/).click();
    await heading(page, "Your change is booked.").waitFor();
    await clock.monthPasses();
    expect(await paidBy(ada)).toEqual([175_00, due, 184_99, 175_00]);
    await openIdleDashboard(page);
    await heading(page, "Enhance Your Package").click();
    await add.waitFor();
    await expectReconciled(ada.customerId, {
      mails: ["welcome", "changed", "renewal", "change-scheduled", "renewal", "changed"],
    });
  });
});

describe("Stripe down for an hour", () => {
  const goDown = ({ subscriptionId }: Subscriber) =>
    emulator.misbehave({
      api: { fail: { status: 500 }, onlyMatching: `/v1/subscriptions/${subscriptionId}` },
    });

  test("cancellation: accepted, shown as being applied, then applied", async ({ visit }) => {
    const { ada, page, clock } = await subscribe(visit);
    await goDown(ada);
    await cancel(page);
    await page.getByText("We’re applying your cancellation").waitFor();
    await openIdleDashboard(page);
    const note = page.getByText("We’re applying this now; it already counts.");
    await note.waitFor();
    await clock.passes(HOUR_S);
    await emulator.behave();
    await note.waitFor({ state: "hidden" });
    await page.getByText("Your subscription cancels at period end").waitFor();
    await expectReconciled(ada.customerId, { mails: ["welcome", "cancelled"] });
    await clock.monthPasses();
    await expectReconciled(ada.customerId, { mails: ["welcome", "cancelled", "ended"] });
  });

  test("discount: promised, shown as being applied, then applied", async ({ visit }) => {
    const { ada, page, clock } = await subscribe(visit);
    await goDown(ada);
    await claim(page);
    const note = page.getByText("We’re applying your discount");
    await note.waitFor();
    await clock.passes(HOUR_S);
    await emulator.behave();
    await note.waitFor({ state: "hidden" });
    await page.getByText(/^20% off until \d+ \w+ 20\d\d$/).waitFor();
    await clock.monthPasses();
    expect(await paidBy(ada)).toEqual([175_00, 140_00]);
    await expectReconciled(ada.customerId, { mails: ["welcome", "retention", "renewal"] });
  });
});

describe("request that Stripe rejects permanently", () => {
  test("discount: withdrawn by email, dead-lettered, and applied by a replay once fixed", async ({
    visit,
  }) => {
    const { ada, page } = await signInSubscriber(visit, plus);
    const { couponId, name, percentOff, months } = RETENTION_OFFER;
    await emulator.stripe.coupons.del(couponId);
    const opsConsole = await visit();
    try {
      await claim(page);
      await expectReconciled(ada.customerId, {
        mails: ["welcome", "retention", "discount-refused"],
        deadLettered: ["RetentionApplied/apply-subscription-request"],
      });
      await openIdleDashboard(page);
      expect(await page.getByText("20% off").count()).toBe(0);
      expect(await page.getByText("We’re applying").count()).toBe(0);
      await openEvent(opsConsole, ada, "RetentionApplied");
      await opsConsole.getByText("Stripe: ").first().waitFor();
    } finally {
      await emulator.stripe.coupons.create({
        id: couponId,
        name,
        percent_off: percentOff,
        duration: "repeating",
        duration_in_months: months,
      });
    }
    await opsConsole
      .getByRole("link", { name: /replay/i })
      .first()
      .click();
    await opsConsole.getByLabel("Reason").fill("The coupon is there again");
    await button(opsConsole, "Replay").click();
    await waitUntilIdle(ada.customerId);
    await openIdleDashboard(page);
    await page.getByText(/^20% off until \d+ \w+ 20\d\d$/).waitFor();
    await expectReconciled(ada.customerId, { mails: ["welcome", "retention", "discount-refused"] });
  });

  test("subscription deleted in Stripe: the dashboard says so", async ({ visit }) => {
    const { ada, page } = await signInSubscriber(visit, plus);
    await emulator.misbehave({ webhooks: { hold: true } });
    await emulator.stripe.subscriptions.cancel(ada.subscriptionId);
    await claim(page);
    await eventually("it waits for a person", async () => {
      const rows = await queryStack(
        "select 1 from outbox_events where aggregate_id = $1 and dead_lettered_at is not null",
        [ada.customerId],
      );
      return rows.length === 1;
    });
    await emulator.behave();
    await waitUntilIdle(ada.customerId);
    await openIdleDashboard(page);
    await page.getByText(/^This subscription ended on /).waitFor();
    const opsConsole = await visit();
    await openEvent(opsConsole, ada, "RetentionApplied");
    await opsConsole.getByText("the subscription has ended").first().waitFor();
    await expectReconciled(ada.customerId, {
      // That the discount is refused is over by the time it could be told.
      mails: ["welcome", "retention", "ended"],
      deadLettered: ["RetentionApplied/apply-subscription-request"],
    });
  });
});

async function openEvent(
  opsConsole: Page,
  { customerId }: Subscriber,
  type: string,
): Promise<void> {
  const [event] = await queryStack(
    "select id from outbox_events where aggregate_id = $1 and type = $2",
    [customerId, type],
  );
  await signInToOps(opsConsole);
  await opsConsole.goto(`${stack.ops}/events/${String(event?.["id"])}`);
}
