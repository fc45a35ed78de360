import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../../support/browser.ts";
import { type Running, createSubscriptionFor, startForTest } from "./start-for-test.ts";

let running: Running;
let browser: Browser;
let price: Stripe.Price;

beforeAll(async () => {
  running = await startForTest();
  browser = await launchBrowser();
  price = await createSubscriptionFor(running, { name: "Plus Package", pence: 175_00 });
  await running.stripe.coupons.create({ id: "thirty", percent_off: 30, duration: "once" });
  await running.stripe.promotionCodes.create({
    promotion: { type: "coupon", coupon: "thirty" },
    code: "comeback30",
  });
});

afterAll(async () => {
  await browser.close();
  await running.stop();
});

async function visit(url: string | null, width = 1_280): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  await page.goto(String(url));
  return page;
}

const open = (): Promise<Stripe.Checkout.Session> =>
  running.stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: `${running.url}/control?session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${running.url}/control`,
    allow_promotion_codes: true,
  });

async function expectNoBarriers(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
}

test("keyboard only: pays after a decline and 3-D Secure", async () => {
  const session = await open();
  const page = await visit(session.url);
  await expectNoBarriers(page);
  await page.getByLabel("Email").focus();
  const type = async (text: string): Promise<void> => {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  };
  for (const text of ["ada@example.com", "4000000000000002", "12/34", "123", "Ada", "SW1A 1AA"]) {
    await type(text);
  }
  await page.getByLabel("Postcode").press("Enter");
  await page.getByRole("alert").filter({ hasText: "Your card was declined." }).waitFor();
  await expectNoBarriers(page);
  expect(await page.getByLabel("Email").inputValue()).toBe("ada@example.com");
  expect(await page.getByLabel("Card number").inputValue()).toBe("");
  await page.getByLabel("Card number").fill("4000 0025 0000 3155");
  await page.getByLabel("Expiry").fill("12 / 34");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Subscribe and pay £175.00" }).press("Enter");
  await page.getByRole("heading", { name: "Confirm your payment" }).waitFor();
  await expectNoBarriers(page);
  await page.getByRole("button", { name: "Complete authentication" }).press("Enter");
  await page.waitForURL(`**/control?session=${session.id}`);
});

test("promotion code: entered on the page, and the button shows the new amount", async () => {
  const page = await visit((await open()).url);
  await page.getByLabel("Promotion code").fill("nonsense");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Promotion code").fill("COMEBACK30");
  await page.getByRole("button", { name: "Apply" }).click();
  const button = page.getByRole("button", { name: "Subscribe and pay £122.50" });
  await button.waitFor();
  expect(await page.getByLabel("Promotion code").inputValue()).toBe("comeback30");
});

test("all pages: usable at the width of a small phone", async () => {
  const session = await open();
  await expectNoBarriers(await visit(session.url, 320));
  const paying = await fetch(`${running.url}/control/checkout/${session.id}/pay`, {
    method: "POST",
    body: JSON.stringify({ email: "small@example.com" }),
  });
  expect(paying.status).toBe(200);
  const { customer } = await running.stripe.checkout.sessions.retrieve(session.id);
  const configuration = await running.stripe.billingPortal.configurations.create({
    features: {
      payment_method_update: { enabled: true },
      invoice_history: { enabled: true },
      subscription_cancel: { enabled: true },
    },
  });
  const portal = await running.stripe.billingPortal.sessions.create({
    customer: typeof customer === "string" ? customer : "",
    configuration: configuration.id,
    return_url: `${running.url}/control`,
  });
  await expectNoBarriers(await visit(portal.url, 320));
  const [invoice] = (await running.stripe.invoices.list()).data;
  await expectNoBarriers(await visit(invoice?.hosted_invoice_url ?? null, 320));
  await expectNoBarriers(await visit(`${running.url}/control`, 320));
});

test("control page: sets switches and advances time", async () => {
  const page = await visit(`${running.url}/control`);
  await expectNoBarriers(page);
  await page.getByLabel("hold back").check();
  await page.getByLabel("Copies of each").fill("3");
  await page.getByRole("button", { name: "Set" }).click();
  await page.getByLabel("hold back").and(page.locator(":checked")).waitFor();
  expect(running.standIn.webhookSender.switches).toMatchObject({ hold: true, copies: 3 });
  await page.getByRole("button", { name: "All well" }).click();
  await page.getByLabel("hold back").and(page.locator(":not(:checked)")).waitFor();
  const session = await open();
  await fetch(`${running.url}/control/checkout/${session.id}/pay`, { method: "POST", body: "{}" });
  await page.getByRole("button", { name: "A month passes" }).click();
  await page.getByRole("button", { name: "A month passes" }).click();
  const { subscription } = await running.stripe.checkout.sessions.retrieve(session.id);
  const { data } = await running.stripe.invoices.list({
    subscription: typeof subscription === "string" ? subscription : "",
  });
  expect(data.length).toBeGreaterThanOrEqual(2);
});
