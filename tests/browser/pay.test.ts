import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { AD_PLANS, PLANS } from "#contracts/catalogue.ts";
import { accessibilityViolations, restoreSession, test } from "../support/browser.ts";
import { createPastDueSubscriber, createSubscriber } from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { signInHere, tabTo } from "../support/page-actions.ts";
import { mailsAbout } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const { site } = thisStack();
const [, plus] = PLANS;
const [, adsPlan] = AD_PLANS;

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

async function linkToPay({ email }: { email: string }, sum: string): Promise<string> {
  return eventually("the mail", async () => {
    const mails = await mailsAbout(email);
    const mail = mails.find(({ text }) => text.includes(`Pay ${sum} now:`));
    return mail?.text.split(`Pay ${sum} now:`)[1]?.trim().split(/\s/)[0];
  });
}

async function signInAt(page: Page, link: string, ada: { email: string; password: string }) {
  await page.goto(link);
  await page.waitForURL(`${site}/login`);
  await signInHere(page, ada);
}

describe("link of a mail about an open payment", () => {
  test("Stripe is away: says so; once it is back, the button leads to the open invoice by keyboard alone, Back shows what is open, and the page thanks after the payment", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(/status of 5\d\d/);
    const ada = await createPastDueSubscriber();
    const link = await linkToPay(ada, "£175.00");
    const page = await visit({ viewport: { width: 390, height: 844 } });
    await page.route("**/functions/v1/open-invoice*", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({
            status: 502,
            json: {},
            headers: { "access-control-allow-origin": site },
          })
        : route.fallback(),
    );
    await restoreSession(page, ada.session);
    await page.goto(link);
    await page.getByRole("alert").getByText("We couldn’t open Stripe’s page").waitFor();
    await page.unroute("**/functions/v1/open-invoice*");
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
    await page.locator("#complete").click();
    await page.getByText("paid", { exact: true }).waitFor();
    await page.goto(link);
    await heading(page, "There’s nothing left to pay.").waitFor();
    await page.getByText("Thank you. Your subscription continues").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test("plan and ads plan past due: the ads plan's mail leads over the sign-in to its own invoice", async ({
    visit,
  }) => {
    const ada = await createPastDueSubscriber({ adsPlan });
    const link = await linkToPay(ada, "£199.00");
    const page = await visit();
    await signInAt(page, link, ada);
    await page.waitForURL((url) => url.pathname === new URL(ada.invoiceUrl).pathname);
    await page.locator("#confirm").click();
    await page.locator("#complete").click();
    await page.getByText("paid", { exact: true }).waitFor();
    await page.goto(link);
    await heading(page, "There’s nothing left to pay.").waitFor();
    await page.getByText("If you’ve just paid, thank you: we’ll confirm by email.").waitFor();
    await page.getByRole("link", { name: "Open my dashboard" }).click();
    await page.getByRole("button", { name: "Pay £175.00 now" }).waitFor();
  });

  test("nothing is open: says so, and opens no page of Stripe", async ({ visit }) => {
    const ada = await createSubscriber(plus);
    const page = await visit();
    await restoreSession(page, ada.session);
    await page.goto(`${site}/pay`);
    await heading(page, "There’s nothing left to pay.").waitFor();
    expect(page.url()).toBe(`${site}/pay`);
  });
});
