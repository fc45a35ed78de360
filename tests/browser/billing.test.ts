import type { Session } from "@supabase/auth-js";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { BILLING_PAGE_MESSAGES } from "#contracts/messages/billing-page.ts";
import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import { signUp } from "../support/account.ts";
import {
  ERROR_RESPONSES,
  expectToFit,
  restoreSession,
  saveScreenshots,
  test,
} from "../support/browser.ts";
import { PLAN } from "../support/catalogue.ts";
import {
  createPastDueSubscriber,
  createSubscriber,
  createTestClock,
  signInOnPage,
  unchangedSubscriber,
} from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { answerCalls, typeCard, unfold } from "../support/page-actions.ts";
import { freshAddress, mailsAbout, queryStack } from "../support/stack-client.ts";
import { stripeEmulator } from "../support/stripe-emulator.ts";
import { thisStack } from "../support/this-stack.ts";

const stack = thisStack();
const { site } = stack;
const emulator = stripeEmulator(stack);
const { stripe } = emulator;
const plus = PLAN.plus;
const LONG_NAME = `${"Marlow, Finch & Daughters ".repeat(5)}Ltd`;
const LONG_FIRST_NAME = "Bartholomew-Maximilian Featherstonehaugh-Cholmondeley";
const VAT = "GB123456782";
const PHONE = { viewport: { width: 390, height: 900 } };

const heading = (page: Page, name: string) => page.getByRole("heading", { name });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const shownAs = (page: Page, term: string) =>
  page.locator("dl > div", { hasText: term }).locator("dd").innerText();

async function openBilling(page: Page, { session }: { session: Session }): Promise<void> {
  await restoreSession(page, session);
  await page.goto(`${site}/account/billing`);
  await heading(page, "Billing and invoices").waitFor();
}

async function followToBilling(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("link", { name: "Billing and invoices" }).first().click();
  await heading(page, "Billing and invoices").waitFor();
}

const rowIs = (what: string, sql: string, id: string, column: string, value: unknown) =>
  eventually(what, async () => {
    const rows = await queryStack(sql, [id]);
    return rows.some((row) => row[column] === value);
  });

describe("billing page", () => {
  test("customer: sees card, next payment and invoices, opens each document, changes the card; once the subscription has ended, invoices and details stay", async ({
    visit,
  }) => {
    const ada = await createSubscriber(plus);
    const { data: charges } = await stripe.charges.list({ customer: ada.customerId });
    await stripe.refunds.create({ charge: String(charges[0]?.id), amount: 50_00 });
    await rowIs(
      "the refund is saved",
      "select refunded_pence from orders where customer_id = $1",
      ada.customerId,
      "refunded_pence",
      50_00,
    );
    const page = await visit(PHONE);
    await restoreSession(page, ada.session);
    await page.goto(`${site}/dashboard`);
    await followToBilling(page);
    const item = page.getByRole("listitem").filter({ hasText: "1 × Plus" });
    await item.getByText("Partly refunded").waitFor();
    expect((await item.innerText()).replaceAll(/\s+/g, " ")).toMatch(
      /-0001 \d+ \w{3} 20\d\d Partly refunded £175\.00 .*£50\.00 refunded/,
    );
    expect(await shownAs(page, "Card")).toBe("Visa ending 4242");
    const { data: subscriptions } = await stripe.subscriptions.list({ customer: ada.customerId });
    const upcoming = await stripe.invoices.createPreview({
      subscription: String(subscriptions[0]?.id),
    });
    expect(upcoming.amount_due).toBe(175_00);
    expect(await shownAs(page, "Next payment")).toMatch(/^£175\.00 on \d+ \w+ 20\d\d$/);
    await page.getByText("Change these details").first().waitFor();
    await saveScreenshots(page, "customer");

    for (const [name, text] of [
      [/^PDF of (?!credit note)/, "1 × Plus"],
      [/^Invoice of /, "paid"],
      [/^Receipt of /, "£50.00 refunded"],
    ] as const) {
      await button(page, name).click();
      await page.waitForURL((url) => url.origin === new URL(String(stack.stripe)).origin);
      await page.getByText(text).first().waitFor();
      await page.goto(`${site}/account/billing`);
    }

    await button(page, "Change card").focus();
    await page.keyboard.press("Enter");
    await typeCard(page, "5555555555554444");
    expect(await button(page, /cancel/i).count()).toBe(0);
    await page.locator("#save").click();
    await page.waitForURL(`${site}/account/billing`);
    await rowIs(
      "the new card is saved",
      "select payment_method_last4 from subscriptions where customer_id = $1",
      ada.customerId,
      "payment_method_last4",
      "4444",
    );
    await page.reload();
    await page.getByText("Mastercard ending 4444").waitFor();

    await stripe.subscriptions.cancel(ada.subscriptionId);
    await rowIs(
      "the end is saved",
      "select status from subscriptions where customer_id = $1",
      ada.customerId,
      "status",
      "canceled",
    );
    await page.reload();
    await page.getByText("None: your subscription has ended").waitFor();
    await button(page, /^Receipt of /).waitFor();
    await page.getByText("Change these details").first().waitFor();
    expect(await button(page, "Change card").count()).toBe(0);
    await expectToFit(page);
    await saveScreenshots(page, "ended");
  });

  test("details: a VAT number that is none is refused at its field; the next invoice prints them, and goes to the second email", async ({
    visit,
  }) => {
    const ada = await createSubscriber(plus);
    const books = freshAddress();
    const page = await visit(PHONE);
    await openBilling(page, ada);
    await unfold(page, "Change these details");
    await page.getByLabel("Company, or your name").fill(LONG_NAME);
    await page.getByLabel("Address", { exact: false }).first().fill("1 Harbour Street");
    await page.getByLabel("Town or city").fill("Whitstable");
    await page.getByLabel("Postcode").fill("CT5 1AA");
    await page.getByLabel("Country").selectOption("United Kingdom");
    await page.reload();
    await page.getByLabel("Town or city").waitFor();
    expect(await page.getByLabel("Town or city").inputValue()).toBe("Whitstable");
    const vatNumber = page.getByLabel("VAT number");
    await vatNumber.fill("GB123456789");
    await page.keyboard.press("Enter");
    await page.getByText(BILLING_PAGE_MESSAGES.vatNumber).waitFor();
    await vatNumber.and(page.locator(":focus")).waitFor();
    expect(await vatNumber.getAttribute("aria-invalid")).toBe("true");
    expect(await stripe.customers.retrieve(ada.customerId)).not.toHaveProperty("business_name");
    await expectToFit(page);
    await saveScreenshots(page, "vat-number");

    await vatNumber.fill("gb 123 4567 82");
    await page.getByLabel("Send each paid invoice").fill(books);
    await page.keyboard.press("Enter");
    await page.getByText(BILLING_PAGE_MESSAGES.saved).waitFor();
    await expectToFit(page);
    await saveScreenshots(page, "saved");
    expect(await stripe.customers.retrieve(ada.customerId)).toMatchObject({
      name: LONG_NAME,
      address: { line1: "1 Harbour Street", country: "GB" },
    });
    expect(await stripe.customers.listTaxIds(ada.customerId)).toMatchObject({
      data: [{ type: "gb_vat", value: VAT }],
    });

    await (await createTestClock(ada)).monthPasses();
    const [mail] = await eventually("the invoice is mailed", async () => {
      const mails = await mailsAbout(books);
      return mails.length > 0 && mails;
    });
    expect(mail?.subject).toMatch(/^Your Tidepost invoice .*-0002$/);
    expect(await mailsAbout(books)).toHaveLength(1);
    await page.reload();
    await page.getByText(`VAT number ${VAT}`).waitFor();
    expect(await vatNumber.inputValue()).toBe(VAT);
    expect(await page.getByLabel("Company, or your name").inputValue()).toBe(LONG_NAME);
    await button(page, /^Invoice of .*-0002$/).click();
    await page.getByText(VAT).waitFor();
    await page.getByText(LONG_NAME.slice(0, 60)).waitFor();
  });

  test("first bank debit under way: says by when the bank answers, and asks for nothing", async ({
    visit,
  }) => {
    const ada = await createSubscriber(plus);
    const { customerId } = ada;
    await stripe.subscriptions.cancel(ada.subscriptionId);
    const { id: account } = await stripe.paymentMethods.attach("pm_bacsDebit_success", {
      customer: customerId,
    });
    // The customer's default wins over another payment method given in the same second.
    await stripe.customers.update(customerId, {
      invoice_settings: { default_payment_method: account },
    });
    const { data } = await stripe.prices.list({ lookup_keys: [plus.priceId] });
    const { id } = await stripe.subscriptions.create({
      customer: customerId,
      items: [{ price: String(data[0]?.id) }],
      default_payment_method: account,
    });
    await rowIs(
      "the debit is under way",
      "select status from subscriptions where id = $1",
      id,
      "status",
      "incomplete",
    );
    const page = await visit(PHONE);
    await signInOnPage(page, ada);
    const answer = page.getByText(/we usually know by \d+ \w+ 20\d\d\./);
    for (const shown of ["dashboard", "billing"]) {
      if (shown === "billing") await followToBilling(page);
      await heading(page, "We’re collecting your first payment").waitFor();
      await answer.waitFor();
      if (shown === "dashboard") await page.getByRole("heading", { name: "Order History" }).click();
      await page
        .locator("h3", { hasText: "-0002" })
        .or(page.getByText("Pending"))
        .filter({ visible: true })
        .first()
        .waitFor();
      expect(await button(page, /^Pay/).count()).toBe(0);
      expect(await button(page, "Change card").count()).toBe(0);
      await saveScreenshots(page, `debit-${shown}`);
    }
    await expectToFit(page);
    expect(await shownAs(page, "Paid from")).toBe("a bank account");
    expect(await shownAs(page, "Next payment")).toBe(
      "The first is being collected from your bank account",
    );
  });

  test("subscription on hold: a long name fits, and no page announces a charge", async ({
    visit,
  }) => {
    await emulator.misbehave({ account: { afterLastAttempt: "unpaid", retryDays: [1, 1] } });
    const ada = await createPastDueSubscriber("pm_card_chargeCustomerFail");
    try {
      await ada.clock.monthPasses();
    } finally {
      await emulator.behave();
    }
    ada.session.user.user_metadata["first_name"] = LONG_FIRST_NAME;
    const page = await visit(PHONE);
    await signInOnPage(page, ada);
    await heading(page, "Your subscription is on hold").waitFor();
    await page.getByText("You won’t be charged while your subscription is on hold.").waitFor();
    await button(page, "Pay £175.00 now").waitFor();
    await expectToFit(page);
    await saveScreenshots(page, "on-hold-dashboard");
    await followToBilling(page);
    await button(page, "Pay £175.00 now").waitFor();
    expect(await shownAs(page, "Next payment")).toBe("None while your subscription is on hold");
    await saveScreenshots(page, "on-hold-billing");
  });

  test("reads fail: says what is missing, and shows the rest; Stripe is away: says so, and opens the invoice that it knows", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(ERROR_RESPONSES);
    const ada = await unchangedSubscriber();
    const [row] = await queryStack("select invoice_url from orders where customer_id = $1", [
      ada.customerId,
    ]);
    const page = await visit(PHONE);
    for (const path of ["rest/v1/user_orders*", "functions/v1/subscription"])
      await answerCalls(page, path, 503, {});
    await openBilling(page, ada);
    await page.getByText(DASHBOARD_MESSAGES.detailsFailed).waitFor();
    await page.getByText(DASHBOARD_MESSAGES.ordersFailed).waitFor();
    await page.getByText("Change these details").first().waitFor();
    await saveScreenshots(page, "failed");
    await page.unrouteAll();

    await emulator.misbehave({ api: { fail: { status: 500 } } });
    try {
      await page.reload();
      await page.getByText(BILLING_PAGE_MESSAGES.away).waitFor();
      await button(page, "Change card").click();
      await page.getByText(BILLING_PAGE_MESSAGES.away).nth(1).waitFor();
      await expectToFit(page);
      await saveScreenshots(page, "away");
      await button(page, "Open your latest invoice").click();
      await page.waitForURL(String(row?.["invoice_url"]));
    } finally {
      await emulator.behave();
    }
  });

  test("never bought: an invitation", async ({ visit }) => {
    const page = await visit(PHONE);
    await page.route("**/functions/v1/billing-details", () => undefined);
    await openBilling(page, await signUp());
    await heading(page, "Your invoices appear here").waitFor();
    expect(await heading(page, "On your invoices").count()).toBe(0);
    await expectToFit(page);
    await saveScreenshots(page, "empty");
  });
});
