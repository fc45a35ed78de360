import { expect } from "vitest";
import { accessibilityViolations, test } from "../support/browser.ts";
import { thisStack } from "../support/this-stack.ts";

const { site } = thisStack();

test("demo dashboard: drawn where a link leads there, and by the build; a button says what it would do and returns the focus", async ({
  visit,
}) => {
  const page = await visit();
  await page.goto(`${site}/thank-you`);
  await page.getByRole("link", { name: "See the dashboard" }).click();
  await page.getByRole("region", { name: /^Waiting for you/ }).waitFor();
  await page.goto(`${site}/dashboard-demo`);
  const button = page.getByRole("button", { name: "Upgrade Plan" });
  await button.focus();
  await page.keyboard.press("Enter");
  const alert = page.getByRole("dialog", { name: "This is a demo" });
  await alert.waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await alert.waitFor({ state: "hidden" });
  expect(await page.locator(":focus").innerText()).toBe("Upgrade Plan");
  expect(new URL(page.url()).pathname).toBe("/dashboard-demo");
  const shown = page.getByRole("region", { name: /^Waiting for you/ }).locator("img");
  expect(await shown.count()).toBeGreaterThan(0);
  await button.click();
  await alert.getByRole("link", { name: "See the plans" }).click();
  await page.waitForURL(`${site}/#pricing`);
  await page.goBack();
  // Promotions that this customer would not see.
  await page.getByRole("heading", { name: "From 12 posts a month to 20." }).waitFor();
  await page.getByRole("heading", { name: "Join Our Success Stories" }).waitFor();
});

test("logout page: removes Netlify Identity data only and goes home", async ({ visit }) => {
  const page = await visit();
  await page.goto(`${site}/robots.txt`);
  await page.evaluate(() => {
    localStorage.setItem("gotrue.user", "{}");
    localStorage.setItem("netlify-cms-user", "{}");
    sessionStorage.setItem("netlify-cms-auth", "1");
    localStorage.setItem("somebodyElses", "1");
    document.cookie = "nf_jwt=secret; Path=/";
    document.cookie = "theme=dark; Path=/";
  });
  await page.goto(`${site}/netlify-logout`);
  await page.waitForURL(`${site}/`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const left = await page.evaluate(() => ({
    local: Object.keys(localStorage).filter((key) => /netlify|gotrue|somebody/.test(key)),
    tab: sessionStorage.length,
    cookies: document.cookie,
  }));
  expect(left).toEqual({ local: ["somebodyElses"], tab: 0, cookies: "theme=dark" });
});

test("logout page without JavaScript: readable, links home", async () => {
  const html = await (await fetch(`${site}/netlify-logout`)).text();
  expect(html).toMatch(/<h1[^>]*>Logging out of Netlify/);
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>go there now</);
});
