import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { productIdOf } from "#contracts/catalogue.ts";
import { formatGbp } from "#contracts/money.ts";
import { billingContent } from "../../worker/mail/billing-content.ts";
import { formatBritishDate } from "../../worker/mail/british-time.ts";
import { expectToFit, restoreSession, saveScreenshots, test } from "../support/browser.ts";
import { ADDON, PLAN } from "../support/catalogue.ts";
import {
  createSubscriber,
  createSubscriberSince,
  type Subscriber,
} from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { payOldPrice } from "../support/old-price.ts";
import { expectReconciled, waitUntilIdle } from "../support/reconcile.ts";
import { mailsAbout } from "../support/stack-client.ts";
import { stripeEmulator } from "../support/stripe-emulator.ts";
import { thisStack } from "../support/this-stack.ts";

const stack = thisStack();
const { site } = stack;
const emulator = stripeEmulator(stack);
const { stripe } = emulator;
const { starter, plus } = PLAN;
const { channel, community } = ADDON;

/** The sum of Stripe's upcoming invoice, in pence. */
async function upcomingPence({ subscriptionId }: Subscriber): Promise<number> {
  const { schedule } = await stripe.subscriptions.retrieve(subscriptionId);
  const { amount_due: pence } = await stripe.invoices.createPreview(
    typeof schedule === "string" ? { schedule } : { subscription: subscriptionId },
  );
  return pence;
}

const sumIn = async (page: Page, selector: string) =>
  /£[\d,.]+\d/.exec(await page.locator(selector).first().innerText())?.[0];

async function sumOnDashboard(page: Page): Promise<string | undefined> {
  await page.goto(`${site}/dashboard`);
  await page.locator("section[aria-labelledby=subscription] strong").first().waitFor();
  return sumIn(page, "section[aria-labelledby=subscription] strong");
}

async function sumOnSuccessPage(page: Page): Promise<string | undefined> {
  await page.goto(`${site}/checkout-success?upgrade=true`);
  await page.getByText("Next billing date").waitFor();
  return sumIn(page, "dl > div:has-text('a month'), dl > div:has-text('Per month')");
}

/** Without the offer. */
async function sumOnOffer(page: Page): Promise<string | undefined> {
  await page.goto(`${site}/retention-offer`);
  await page.getByText("Regular price").waitFor();
  return sumIn(page, "[aria-labelledby=offer] s");
}

async function sumOnChangePage(page: Page): Promise<string | undefined> {
  await page.goto(`${site}/change-plan?add=${channel.priceId}`);
  await page.getByText("Each month from now on").waitFor();
  return sumIn(page, ".sum-line strong");
}

async function sumInMail({ email }: Subscriber): Promise<string | undefined> {
  const mails = await eventually("the mail has arrived", async () => {
    const found = await mailsAbout(email);
    return found.length > 0 && found;
  });
  const sums = mails.flatMap(({ text }) => /Next payment: (£[\d,.]+\d)/.exec(text)?.[1] ?? []);
  return sums.at(-1);
}

async function addedPence({ subscriptionId }: Subscriber): Promise<number> {
  const { data } = await stripe.prices.list({ lookup_keys: [channel.priceId] });
  const { amount_due: pence } = await stripe.invoices.createPreview({
    subscription: subscriptionId,
    subscription_details: {
      items: [{ price: String(data[0]?.id) }],
      proration_behavior: "none",
    },
  });
  return pence;
}

async function reduceBy(coupon: string, { subscriptionId }: Subscriber): Promise<void> {
  await stripe.subscriptions.update(subscriptionId, { discounts: [{ coupon }] });
}

async function reduceCommunity(ada: Subscriber): Promise<void> {
  const { id } = await stripe.coupons.create({
    percent_off: 50,
    duration: "forever",
    applies_to: { products: [productIdOf(community.priceId)] },
  });
  await reduceBy(id, ada);
}

async function acceptOffer({ call, subscriptionId }: Subscriber): Promise<void> {
  await call("POST", "/functions/v1/apply-retention-discount", { subscriptionId });
}

async function scheduleDowngrade({ call }: Subscriber): Promise<void> {
  const change = { plan: starter.priceId };
  const { body } = await call("POST", "/functions/v1/plan-change/preview", change);
  const { proration_date: prorationDate, due_today_pence: dueTodayPence } = body;
  await call("POST", "/functions/v1/plan-change", { ...change, prorationDate, dueTodayPence });
}

/** Resuming sends a mail that names the next payment. */
async function cancelAndResume({ call, customerId, subscriptionId }: Subscriber): Promise<void> {
  await call("POST", "/functions/v1/cancel-subscription", { subscriptionId });
  await waitUntilIdle(customerId);
  await call("POST", "/functions/v1/keep-subscription", { subscriptionId });
  await waitUntilIdle(customerId);
}

// `db/stripe/next-payment.test.ts` has the sums of other subscriptions.
test("subscription with a limited coupon, then also with an accepted offer and a scheduled change: every surface names the sum of Stripe's upcoming invoice", async ({
  visit,
}) => {
  const ada = await createSubscriber([plus, community]);
  await reduceCommunity(ada);
  await waitUntilIdle(ada.customerId);
  await cancelAndResume(ada);
  expect(await upcomingPence(ada)).toBe(199_50);
  const page = await visit();
  await restoreSession(page, ada.session);
  expect(await sumInMail(ada)).toBe("£199.50");
  expect(await sumOnDashboard(page)).toBe("£199.50");
  expect(await sumOnSuccessPage(page)).toBe("£199.50");
  expect(await sumOnOffer(page)).toBe("£199.50");
  expect(await sumOnChangePage(page)).toBe(formatGbp(await addedPence(ada)));

  await acceptOffer(ada);
  await waitUntilIdle(ada.customerId);
  await scheduleDowngrade(ada);
  await waitUntilIdle(ada.customerId);
  expect(await upcomingPence(ada)).toBe(97_20);
  expect(await sumInMail(ada)).toBe("£97.20");
  expect(await sumOnDashboard(page)).toBe("£97.20");
  expect(await sumOnSuccessPage(page)).toBe("£97.20");
});

async function reprice(): Promise<void> {
  await promisify(execFile)(process.execPath, ["worker/bin/billing-reprice.ts", "--yes"], {
    env: {
      DATABASE_URL: stack.databaseUrl,
      STRIPE_SECRET_KEY: stack.stripeKey,
      STRIPE_API_BASE: new URL(String(stack.stripe)).origin,
    },
  });
}

async function periodEndOf({ subscriptionId }: Subscriber): Promise<number> {
  const { items } = await stripe.subscriptions.retrieve(subscriptionId);
  return items.data[0]?.current_period_end ?? 0;
}

async function textsOf(kind: "price-change" | "renewal", { email }: Subscriber) {
  const { subject } = billingContent(kind);
  return (await mailsAbout(email)).flatMap((mail) => (mail.subject === subject ? mail.text : []));
}

const DAY_S = 86_400;

test("announced price: its mail, dashboard and billing page name it with its day, and so does the mail three days before", async ({
  visit,
}) => {
  // Ten days into the month, so that the first renewal after the notice is the second one.
  const { ada, clock } = await createSubscriberSince(10, plus);
  await payOldPrice(stripe, ada, plus);
  await waitUntilIdle(ada.customerId);
  await reprice();
  await waitUntilIdle(ada.customerId);
  const [notice = ""] = await textsOf("price-change", ada);
  expect(notice).toContain("Next payment: £150.00\nAt the new price: £175.00\nFrom: ");
  const startDay = /From: (.*)/.exec(notice)?.[1];
  const nextDay = formatBritishDate(new Date((await periodEndOf(ada)) * 1_000).toISOString());

  const page = await visit();
  await restoreSession(page, ada.session);
  expect(await sumOnDashboard(page)).toBe("£150.00");
  const card = page.locator("section[aria-labelledby=subscription]");
  expect(await card.innerText()).toMatch(/a month until \d+ \w+ 20\d\d, then £175\.00/);
  await expectToFit(page);
  await saveScreenshots(page, "announced-dashboard");
  await page.getByRole("main").getByRole("link", { name: "Billing and invoices" }).first().click();
  await page
    .getByText(`£150.00 on ${nextDay}, then £175.00 from ${startDay}`, { exact: true })
    .waitFor();
  await saveScreenshots(page, "announced-billing");

  await clock.monthPasses();
  const renewsAt = await periodEndOf(ada);
  expect(formatBritishDate(new Date(renewsAt * 1_000).toISOString())).toBe(startDay);
  await clock.passesTo(renewsAt - 3 * DAY_S - 60);
  await waitUntilIdle(ada.customerId);
  // About the renewal at the old price, which is not what she paid first.
  expect(await textsOf("renewal", ada)).toHaveLength(1);
  await clock.passesTo(renewsAt - 3 * DAY_S);
  await waitUntilIdle(ada.customerId);
  const [, renewal = ""] = await textsOf("renewal", ada);
  expect(renewal).toContain(`To be paid: £175.00\nLast time: £150.00\nOn: ${startDay}`);
  expect(await upcomingPence(ada)).toBe(175_00);
  await page.goto(/https?:\S+\/dashboard\S*/.exec(renewal)?.[0] ?? "");
  await page.getByText(/^Next billing date /).waitFor();
  await saveScreenshots(page, "renewal-dashboard");
  expect(await sumIn(page, "section[aria-labelledby=subscription] strong")).toBe("£175.00");
  await clock.monthPasses();
  await expectReconciled(ada.customerId, {
    mails: ["welcome", "price-change", "renewal", "renewal"],
  });
});
