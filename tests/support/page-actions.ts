import type { Locator, Page } from "playwright-core";
import { thisStack } from "./this-stack.ts";

export async function typeCard(page: Page, number = "4242424242424242"): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry (MM / YY)").fill("12 / 34");
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("Name on card").fill("Ada Byron");
  await page.getByLabel("Postcode").fill("SW1A 1AA");
}

export async function signInHere(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel("Email").first().fill(email);
  await page.getByLabel("Password", { exact: true }).first().fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

export async function openDashboard(page: Page): Promise<void> {
  await page.goto(`${thisStack().site}/dashboard`);
  await page.getByRole("heading", { name: "Order History" }).waitFor();
}

/** The error of a form, which has the focus. */
export function errorOf(scope: Page | Locator): Locator {
  return scope.locator('[data-outcome="error"]');
}

/** Opens a form that is folded below its legend. */
export function unfold(page: Page, legend: string): Promise<void> {
  return page.locator("summary", { hasText: legend }).click();
}

/** More Tab stops than any page has before its content. */
const TABS_MOST = 60;

/** Presses Tab until the focus is visibly on the target. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let pressed = 0; pressed < TABS_MOST; pressed += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate(isFocusVisible)) return;
  }
  throw new Error(`The Tab key does not come to ${String(target)}.`);
}

/** Runs in the page. */
function isFocusVisible(element: Element): boolean {
  return element.matches(":focus-visible") && getComputedStyle(element).outlineStyle !== "none";
}

/** Answers the page's calls of the API instead of the edge; `path` begins with `functions` or `rest`. */
export async function answerCalls(
  page: Page,
  path: string,
  status: number,
  json: unknown,
): Promise<void> {
  const headers = { "access-control-allow-origin": thisStack().site };
  await page.route(`**/${path}`, (route) => route.fulfill({ status, json, headers }));
}

/** Serves the page as on a site whose backend is not configured. */
export async function hideBackend(page: Page, url: string): Promise<void> {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /(name="tidepost:(?:api-url|anon-key)" content=")[^"]*"/g,
      '$1"',
    );
    await route.fulfill({ response, body });
  });
}

/**
 * To call before the page is opened.
 * @param answers whether shifts count that follow a key or a click within half a second; CLS leaves them out
 * @returns the sum of all layout shifts so far
 */
export async function watchLayoutShift(
  page: Page,
  { answers = true }: { answers?: boolean } = {},
): Promise<() => Promise<number>> {
  await page.addInitScript((countsAnswers) => {
    Reflect.set(window, "layoutShift", 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!countsAnswers && Reflect.get(entry, "hadRecentInput") === true) continue;
        const sum = Number(Reflect.get(window, "layoutShift"));
        Reflect.set(window, "layoutShift", sum + Number(Reflect.get(entry, "value")));
      }
    }).observe({ type: "layout-shift", buffered: true });
  }, answers);
  return () => page.evaluate(() => Number(Reflect.get(window, "layoutShift")));
}
