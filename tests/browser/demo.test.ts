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

test("demo: a post that is approved settles and is counted, Undo makes it wait again, one line leads to the plans, and nothing is sent", async ({
  visit,
}) => {
  const page = await visit();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${site}/dashboard-demo`);
  const waiting = page.getByRole("region", { name: /^Waiting for you/ });
  await waiting.getByRole("link", { name: /Wed 9 December/ }).click();
  const card = page.getByRole("article", { name: /9 December/ });
  await card.getByRole("button", { name: /^Approve/ }).click();
  await page.getByText(/^Approved: .*9 December/).waitFor();
  const plans = page.getByRole("link", { name: "See the plans" });
  expect(await plans.getAttribute("href")).toBe("/#pricing");
  await page.getByRole("heading", { name: "Waiting for you (4)" }).waitFor();
  await page.getByText("Approved 5").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Back to the dashboard" }).click();
  await page.getByRole("region", { name: "Waiting for you (4)" }).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: /9 December/ }).click();
  await card.getByRole("button", { name: /^Undo/ }).click();
  await page.getByText(/^Undone: .*9 December/).waitFor();
  await page.getByRole("heading", { name: "Waiting for you (5)" }).waitFor();
  const calls = asked.filter((path) => path.startsWith("/functions/"));
  expect(calls.filter((path) => !path.endsWith("/page-views"))).toEqual([]);
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
