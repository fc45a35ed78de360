import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { type Stack, startStack } from "../stack/stack.ts";
import { accessibilityViolationsInBothSchemes, CLIENT_ERRORS, test } from "../support/browser.ts";
import { freshIp } from "../support/fresh-ip.ts";
import { makeScratchDir } from "../support/scratch-dir.ts";
import { freshAddress } from "../support/stack-client.ts";
import { basket } from "../support/test-customer.ts";

// With a captcha, the other browser tests would need one as well.
let stack: Stack;
const dir = makeScratchDir("captcha");

beforeAll(async () => {
  stack = await startStack({
    dir,
    queue: "postgres",
    // No email is read.
    parts: ["postgres", "bridge", "emulators", "stripe", "edge", "site"],
    env: {
      SECURITY_CAPTCHA_SECRET: "1x0000000000000000000000000000000AA",
      TURNSTILE_SITE_KEY: "1x00000000000000000000AA",
      // Half of it is one mail.
      RATE_LIMIT_EMAIL_SENT: "2",
    },
  });
});

afterAll(async () => {
  await stack.stop();
  await rm(dir, { recursive: true, force: true });
});

const CLOUDFLARE = "https://challenges.cloudflare.com";

/** Answers Cloudflare's origin with the emulator; returns what was fetched from there. */
async function meetCloudflare(page: Page, ip = freshIp()): Promise<string[]> {
  const address = { "cf-connecting-ip": ip };
  const fetched: string[] = [];
  await page.route(`${stack.urls.api}/**`, (route) =>
    route.continue({ headers: { ...route.request().headers(), ...address } }),
  );
  await page.route(`${CLOUDFLARE}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    fetched.push(pathname);
    // The emulator serves as Cloudflare, and refuses the pages of other origins.
    const { origin: _, ...headers } = route.request().headers();
    const response = await route.fetch({
      url: new URL(`${pathname}${search}`, stack.urls.inbox).href,
      headers,
    });
    await route.fulfill({ response });
  });
  return fetched;
}

/** Cloudflare's keys for tests: 2x… always fails, 3x… needs a click. */
const useSiteKey = (page: Page, key: string) =>
  page.evaluate((content) => {
    document
      .querySelector('meta[name="tidepost:turnstile-site-key"]')
      ?.setAttribute("content", content);
  }, key);

async function fillContact(page: Page): Promise<string> {
  const address = freshAddress();
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Byron");
  await page.getByLabel("Email", { exact: true }).fill(address);
  await page.getByLabel("Company").fill("Byron & Co");
  await page.getByLabel("Subject").selectOption({ label: "Custom Package Request" });
  await page.getByLabel("Message", { exact: true }).fill("What would 20 posts cost?");
  return address;
}

const captchaOf = (page: Page) => page.getByRole("dialog", { name: "Are you human?" });

describe("captcha", () => {
  test("that needs a click: solved by keyboard, in both colour schemes", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(CLIENT_ERRORS);
    const page = await visit();
    await meetCloudflare(page);
    await page.goto(`${stack.urls.site}/free-trial`);
    await useSiteKey(page, "3x00000000000000000000FF");
    await page.getByLabel("First name").fill("Ada");
    await page.getByLabel("Last name").fill("Byron");
    await page.getByLabel("Email", { exact: true }).fill(freshAddress());
    await page.locator("form button[type=submit]").press("Enter");
    await captchaOf(page).waitFor();
    const verify = page.frameLocator("iframe").getByRole("button", { name: /Verify/ });
    await verify.waitFor();
    expect(await accessibilityViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${stack.urls.site}/trial-welcome`);
  });

  test("enquiries: nothing of Cloudflare's until one is sent; blocked, then failing, it says so with another way, loses nothing, and works at the next try; each enquiry has a token of its own", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(CLIENT_ERRORS);
    expectComplaint(/net::ERR_/);
    const page = await visit();
    const fetched = await meetCloudflare(page);
    const tokens = () => fetched.filter((path) => path === "/turnstile/tokens").length;
    const block = `${CLOUDFLARE}/turnstile/v0/**`;
    await page.route(block, (route) => route.abort("blockedbyclient"));
    await page.goto(`${stack.urls.site}/contact`);
    const address = await fillContact(page);
    expect(fetched).toEqual([]);
    const send = page.getByRole("button", { name: "Send Message" });
    const captcha = captchaOf(page);
    for (const siteKey of ["1x00000000000000000000AA", "2x00000000000000000000AB"]) {
      await useSiteKey(page, siteKey);
      await send.press("Enter");
      await captcha.getByText("The check didn’t work.").waitFor();
      expect(
        await captcha
          .getByRole("link")
          .evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
      ).toEqual(["mailto:hello@tidepost.example", expect.stringContaining("https://wa.me/")]);
      expect(await accessibilityViolationsInBothSchemes(page)).toEqual([]);

      await page.keyboard.press("Escape");
      await page.getByText("We couldn’t confirm you’re human.").waitFor();
      expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe(address);
      await page.unroute(block);
    }
    await useSiteKey(page, "1x00000000000000000000AA");
    await send.press("Enter");
    const thanks = page.getByRole("dialog", { name: /Thank you/ });
    await thanks.waitFor();
    await page.keyboard.press("Escape");
    await thanks.waitFor({ state: "hidden" });
    await fillContact(page);
    const solved = tokens();
    await send.press("Enter");
    await thanks.waitFor();
    expect(tokens()).toBe(solved + 1);
  });

  test("account: a passkey asks for one, and a sign-up once half of the hour's mails were asked for", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(CLIENT_ERRORS);
    const page = await visit();
    const fetched = await meetCloudflare(page);
    const solved = () => fetched.filter((path) => path === "/turnstile/tokens").length;
    await page.goto(`${stack.urls.site}/login`);
    await page.getByRole("button", { name: "Continue with a passkey" }).press("Enter");
    await page.getByText("No passkey was used.").waitFor();
    expect(solved()).toBe(1);

    await page.getByRole("link", { name: "Forgot your password?" }).press("Enter");
    await page.waitForURL(`${stack.urls.site}/forgot-password`);
    await page.getByLabel("Email").fill(freshAddress());
    await page.getByRole("button", { name: "Send me a code" }).press("Enter");
    await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
    expect(solved()).toBe(1);

    await page.goto(`${stack.urls.site}/signup`);
    await page.getByLabel("First name").fill("Ada");
    await page.getByLabel("Last name").fill("Byron");
    await page.getByLabel("Email").fill(freshAddress());
    await page.getByLabel("Password", { exact: true }).fill("low tide at six");
    await page.getByLabel("Confirm password", { exact: true }).fill("low tide at six");
    await page.getByRole("button", { name: "Create Account" }).press("Enter");
    await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
    expect(solved()).toBe(2);
  });

  test("checkout of a guest: from the fourth of an hour on", async ({ visit, expectComplaint }) => {
    expectComplaint(CLIENT_ERRORS);
    const page = await visit();
    const ip = freshIp();
    const fetched = await meetCloudflare(page, ip);
    const { api, site, anonKey } = stack.urls;
    for (let count = 1; count <= 3; count += 1) {
      const response = await fetch(`${api}/functions/v1/stripe-checkout`, {
        method: "POST",
        headers: {
          apikey: anonKey,
          authorization: `Bearer ${anonKey}`,
          "cf-connecting-ip": ip,
          "content-type": "application/json",
          "idempotency-key": randomUUID(),
        },
        body: JSON.stringify(basket(site)),
      });
      expect(response.status).toBe(200);
    }
    await page.goto(`${site}/checkout?plan=plus`);
    const pay = page.getByRole("button", { name: /checkout|pay/i }).last();
    expect(fetched).toEqual([]);
    await pay.press("Enter");
    await page.waitForURL((url) => url.origin === new URL(String(stack.urls.stripe)).origin);
    expect(fetched).toContain("/turnstile/tokens");
  });
});
