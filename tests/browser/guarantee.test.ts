import type { Page } from "playwright-core";
import { afterEach, expect } from "vitest";
import { expectToFit, test } from "../support/browser.ts";
import { PLAN } from "../support/catalogue.ts";
import { createSubscriber, createTestClock, signInOnPage } from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { signInToOps } from "../support/operator.ts";
import { openDashboard } from "../support/page-actions.ts";
import { expectReconciled, waitUntilIdle } from "../support/reconcile.ts";
import { mailsAbout, queryStack } from "../support/stack-client.ts";
import { stripeEmulator } from "../support/stripe-emulator.ts";
import { thisStack } from "../support/this-stack.ts";

const stack = thisStack();
const { ops } = stack;
const emulator = stripeEmulator(stack);
const { plus } = PLAN;

// A card has one claim. Other files pay with another card, and each story forgets its own claims.
const CARD = "378282246310005";
const claimants: string[] = [];
afterEach(async () => {
  await queryStack(
    `delete from guarantee_claims where refund_request_id in
       (select id from refund_requests where customer_id = any($1))`,
    [claimants.splice(0)],
  );
});

async function createClaimant() {
  const ada = await createSubscriber(plus, { card: CARD });
  claimants.push(ada.customerId);
  return ada;
}

const button = (page: Page, name: string) => page.getByRole("button", { name });

async function ask(page: Page, message: string): Promise<void> {
  await page.getByText("Ask for your money back").focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Anything you’d like us to know").fill(message);
  await button(page, "Send my request").click();
}

async function firstOrder(page: Page): Promise<string | undefined> {
  await page.getByRole("heading", { name: "Order History" }).click();
  const [, order] = await page.getByRole("table").getByRole("row").allInnerTexts();
  return order?.replaceAll(/\s+/g, " ");
}

async function claimFirst(page: Page): Promise<void> {
  const ada = await createClaimant();
  const clock = await createTestClock(ada);
  await signInOnPage(page, ada);
  const words = page.getByLabel("Anything you’d like us to know");
  await page.getByText("Ask for your money back").click();
  await words.fill("Our shop closes.");
  await page.reload();
  await words.waitFor();
  expect(await words.inputValue()).toBe("Our shop closes.");
  await button(page, "Send my request").click();
  await page.getByText("We’ll refund the card you paid with").waitFor();
  await expectToFit(page);
  await waitUntilIdle(ada.customerId);
  await openDashboard(page);
  await page
    .getByText(/^This subscription ended on .* under the money-back guarantee\.$/)
    .waitFor();
  await page.getByText("We’ve refunded you.").waitFor();
  await page.getByRole("heading", { name: "Your last subscription" }).waitFor();
  expect(await firstOrder(page)).toMatch(/ Refunded £175\.00 £175\.00 refunded$/);
  await clock.monthPasses();
  await expectReconciled(ada.customerId, {
    mails: ["welcome", "guarantee-refunded"],
  });
}

test("claim within 14 days: the money goes back by itself, and nothing more is charged; a second claim with that card: a person decides, and the customer reads why", async ({
  visit,
}) => {
  const page = await visit();
  await claimFirst(page);
  await page.setViewportSize({ width: 390, height: 900 });
  const ada = await createClaimant();
  await signInOnPage(page, ada);
  await ask(page, "Our shop closes again.");
  await page.getByText("so one of us will decide").waitFor();
  await page.reload();
  await page.getByText("One of us will look at it").waitFor();

  const opsConsole = await visit();
  await signInToOps(opsConsole);
  await opsConsole.getByRole("link", { name: "Refunds to decide" }).click();
  const [event] = await queryStack(
    "select id from outbox_events where type = 'RefundRequested' and aggregate_id = $1",
    [ada.customerId],
  );
  await opsConsole.locator(`a[href$="/events/${String(event?.["id"])}"]`).click();
  await opsConsole.getByText("Our shop closes again.").waitFor();
  await opsConsole.getByRole("link", { name: "Decline…" }).click();
  await opsConsole.getByLabel("Reason").fill("You had the first month back.");
  await button(opsConsole, "Decline").click();
  await opsConsole.getByText("The customer gets an email.").waitFor();
  await waitUntilIdle(ada.customerId);
  const mails = (await mailsAbout(ada.email)).filter(({ to }) => to === ada.email);
  expect(mails.map(({ text }) => text).join()).toContain("Why: You had the first month back.");
  await page.reload();
  await page.getByText("Our email explains why").waitFor();
  await expectReconciled(ada.customerId, {
    mails: ["welcome", "refund-requested", "refund-declined"],
  });
});

test("disputed payment: shown to the customer and the team, and not refunded a second time", async ({
  visit,
}) => {
  const ada = await createClaimant();
  const [order] = await queryStack("select id from orders where customer_id = $1", [
    ada.customerId,
  ]);
  const dispute = await emulator.dispute(String(order?.["id"]));
  await eventually("the dispute is saved", async () => {
    const saved = await queryStack("select 1 from disputes where id = $1", [dispute.id]);
    return saved.length === 1;
  });
  const page = await visit();
  await signInOnPage(page, ada);
  await page.getByText("Disputed with your bank").first().waitFor({ state: "attached" });
  expect(await firstOrder(page)).toMatch(/ Disputed with your bank £175\.00$/);
  await ask(page, "");
  await page.getByText("we can’t refund it as well").waitFor();
  await waitUntilIdle(ada.customerId);
  await openDashboard(page);
  await page.getByText("any money comes back through your bank").waitFor();
  const { data: charges } = await emulator.stripe.charges.list({ customer: ada.customerId });
  expect(charges.map(({ amount_refunded: pence }) => pence)).toEqual([0]);
  const subscription = await emulator.stripe.subscriptions.retrieve(ada.subscriptionId);
  expect(subscription.status).toBe("canceled");

  const opsConsole = await visit();
  await signInToOps(opsConsole);
  await opsConsole.getByRole("link", { name: "Disputes", exact: true }).click();
  const row = opsConsole
    .getByRole("row")
    .filter({ has: opsConsole.locator(`a[href*="${dispute.id}"]`) });
  await row.getByText("Needs a response").waitFor();
  const [claim] = await queryStack(
    "select id from outbox_events where type = 'RefundApproved' and aggregate_id = $1",
    [ada.customerId],
  );
  await opsConsole.goto(`${ops}/events/${String(claim?.["id"])}`);
  await opsConsole.getByText("Stripe refuses the refund while").waitFor();

  await emulator.decideDispute(dispute.id, "won");
  const refund = opsConsole.getByRole("link", { name: "Refund after the dispute…" });
  await eventually("the refund is possible", async () => {
    await opsConsole.reload();
    return (await refund.count()) === 1;
  });
  await refund.click();
  await opsConsole.getByLabel("Reason").fill("The bank kept our money");
  await button(opsConsole, "Approve").click();
  await opsConsole.getByText("The worker refunds the payments").waitFor();
  await waitUntilIdle(ada.customerId);
  await expectReconciled(ada.customerId, {
    mails: ["welcome", "refund-disputed", "refunded"],
  });
});
