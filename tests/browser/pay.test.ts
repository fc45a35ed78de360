import type { Page } from "playwright-core";
import { afterEach, describe, expect } from "vitest";
import { accessibilityViolations, expectToFit, saveScreenshots, test } from "../support/browser.ts";
import { createPastDueSubscriber, signInOnPage } from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { errorOf, signInHere, tabTo } from "../support/page-actions.ts";
import { mailsAbout, queryStack } from "../support/stack-client.ts";
import { stripeEmulator } from "../support/stripe-emulator.ts";
import { thisStack } from "../support/this-stack.ts";

const stack = thisStack();
const { site } = stack;
const emulator = stripeEmulator(stack);
afterEach(() => emulator.behave());

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

async function linkToPay({ email }: { email: string }, sum: string): Promise<string> {
  return eventually("the mail", async () => {
    const mails = await mailsAbout(email);
    const mail = mails.find(({ text }) => text.includes(`Pay ${sum} now:`));
    return mail?.text.split(`Pay ${sum} now:`)[1]?.trim().split(/\s/)[0];
  });
}

let due: ReturnType<typeof createPastDueSubscriber> | undefined;

/** One subscriber for the tests about one payment, which the last one makes. */
const dueSubscriber = () => (due ??= createPastDueSubscriber());

describe("payment that is due", () => {
  test("shown on the dashboard and the billing page: the button and the list of invoices lead to the open invoice", async ({
    visit,
  }) => {
    const ada = await dueSubscriber();
    const page = await visit({ viewport: { width: 390, height: 900 } });
    await signInOnPage(page, ada);
    const payNow = page.getByRole("button", { name: "Pay £175.00 now" });
    await page.getByRole("heading", { name: "Your last payment didn’t go through" }).waitFor();
    await page.getByText("past_due").waitFor();
    await page.getByText("Waiting for a payment first").waitFor();
    await payNow.waitFor();
    expect(await page.getByRole("button", { name: "Change card" }).count()).toBe(1);
    await payNow.click();
    await page.waitForURL(ada.invoiceUrl);

    await page.goto(`${site}/account/billing`);
    await payNow.waitFor();
    await page.getByText("Change these details").first().waitFor();
    await expectToFit(page);
    await saveScreenshots(page, "due");
    await page.getByRole("button", { name: /^Pay invoice .*-0002$/ }).click();
    await page.waitForURL(ada.invoiceUrl);
  });

  test("link of its mail while Stripe is away: leads over the sign-in to its subscription, and says so; once it is back, the button leads to the open invoice by keyboard alone, and Back shows what is open; paid: the dashboard asks for no money, even before we hear of it, and the page of the link thanks", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(/status of 5\d\d/);
    const ada = await dueSubscriber();
    // Paid below: a retry needs another.
    due = undefined;
    const link = await linkToPay(ada, "£175.00");
    const page = await visit({ viewport: { width: 390, height: 844 } });
    await page.route(`**/functions/v1/open-invoice?subscription=${ada.subscriptionId}`, (route) =>
      route.request().method() === "POST"
        ? route.fulfill({
            status: 502,
            json: {},
            headers: { "access-control-allow-origin": site },
          })
        : route.fallback(),
    );
    await page.goto(link);
    await page.waitForURL(`${site}/login`);
    await signInHere(page, ada);
    await errorOf(page).getByText("We couldn’t open Stripe’s page").waitFor();
    await page.unrouteAll();
    await page.reload();
    await heading(page, "£175.00 to pay").waitFor();
    const pay = page.getByRole("button", { name: "Pay £175.00 now" });
    await tabTo(page, pay);
    await page.keyboard.press("Enter");
    const isInvoice = (url: URL) => url.pathname === new URL(ada.invoiceUrl).pathname;
    await page.waitForURL(isInvoice);

    // Back shows what is open, and does not lead there again.
    await page.goBack();
    await heading(page, "£175.00 to pay").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await pay.click();
    await page.locator("#confirm").click();
    await emulator.misbehave({ webhooks: { hold: true } });
    await page.locator("#complete").click();
    await page.getByText("paid", { exact: true }).waitFor();
    await page.goto(`${site}/dashboard`);
    const isPaid = page.getByRole("heading", { name: "There’s nothing left to pay" });
    await isPaid.waitFor();
    expect(await page.getByRole("button", { name: /^Pay/ }).count()).toBe(0);
    await emulator.behave();
    await eventually("the subscription is active", async () => {
      const [row] = await queryStack("select status from subscriptions where id = $1", [
        ada.subscriptionId,
      ]);
      return row?.["status"] === "active";
    });
    await isPaid.waitFor({ state: "detached" });
    await page.getByText("Active", { exact: true }).waitFor();

    await page.goto(link);
    await heading(page, "There’s nothing left to pay.").waitFor();
    await page.getByText("Thank you. Your subscription continues").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    // Without the reference of the mail.
    await page.goto(`${site}/pay`);
    await heading(page, "There’s nothing left to pay.").waitFor();
    expect(page.url()).toBe(`${site}/pay`);
  });
});
