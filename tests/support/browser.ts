import { AxeBuilder } from "@axe-core/playwright";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { test as base, expect } from "vitest";
import { freshIp } from "./stack-client.ts";
import { findChromium } from "./chromium.ts";
import { thisStack } from "./this-stack.ts";

/** Starts the browser that the tests drive. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await findChromium());
}

let shared: Promise<Browser> | undefined;

/** What a page said that nobody should have to read: console messages, and exceptions that nobody caught. */
const complaints = new WeakMap<BrowserContext, string[]>();

type Visit = (options?: BrowserContextOptions) => Promise<Page>;

/**
 * A test with visitors: `visit` opens a page in a profile of its own. A page that writes an error or a warning to
 * its console fails the test, unless the test expects it with `expectComplaint`. Whoever goes to a page of the site
 * finds it working.
 */
export const test = base.extend<{
  expected: RegExp[];
  expectComplaint: (pattern: RegExp) => void;
  visit: Visit;
}>({
  // oxlint-disable-next-line no-empty-pattern
  expected: async ({}, use) => use([]),
  expectComplaint: async ({ expected }, use) => use((pattern) => void expected.push(pattern)),
  visit: async ({ expected }, use) => {
    shared ??= launchBrowser();
    const browser = await shared;
    const contexts: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({
        locale: "en-GB",
        timezoneId: "Europe/London",
        ...options,
      });
      contexts.push(context);
      if (options.javaScriptEnabled !== false) context.on("page", arriveWhenItWorks);
      // Each visitor has an address of their own, as in the world: the edge counts enquiries by it.
      const address = { "cf-connecting-ip": freshIp() };
      await context.route(`${thisStack().api}/**`, (route) =>
        route.continue({ headers: { ...route.request().headers(), ...address } }),
      );
      const heard: string[] = [];
      complaints.set(context, heard);
      context.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") heard.push(message.text());
      });
      context.on("weberror", (failure) => heard.push(String(failure.error())));
      return context.newPage();
    });
    const heard = contexts.flatMap((context) => complaints.get(context) ?? []);
    await Promise.all(contexts.map((context) => context.close()));
    const unexpected = heard.filter((line) => !expected.some((pattern) => pattern.test(line)));
    expect(unexpected, "messages on the browser's console").toEqual([]);
  },
});

/**
 * Lets a page be opened and reloaded only once React has taken it over, where it is one of the site. A browser calls a
 * page loaded before that, and what is pressed or chosen meanwhile is lost on a busy machine, as it is for people. Who
 * asks for less with `waitUntil` gets it.
 */
function arriveWhenItWorks(page: Page): void {
  const goTo = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const answer = await goTo(url, options);
    if (options?.waitUntil === undefined) await page.waitForFunction(isWorking);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    await page.waitForFunction(isWorking);
    return answer;
  };
}

/** Runs in the page. React knows of its root whether it still has to look at what the server had written into it. */
function isWorking(): boolean {
  const root = document.getElementById("root");
  if (root === null) return true;
  const key = Object.keys(root).find((name) => name.startsWith("__reactContainer$"));
  if (key === undefined) return false;
  const { stateNode } = Reflect.get(root, key) as {
    stateNode: { current: { memoizedState: { isDehydrated: boolean } } };
  };
  return !stateNode.current.memoizedState.isDehydrated;
}

/** Closes the browser that the tests of a file shared. */
export async function closeBrowser(): Promise<void> {
  const browser = await shared;
  shared = undefined;
  await browser?.close();
}

/** What axe finds on a page against WCAG 2.2 AA and its best practices: one line for each fault. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // What moves while axe looks at it seems to stand before other colours than it does.
  await page.waitForFunction(() => document.documentElement.dataset["firstView"] === undefined);
  // Colours fade for whoever action less movement, too; those of what is far below do not even begin to.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
  });
  // Its other mode opens a page of its own to put frames together, which takes as long again, and we frame nobody.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(" ")}`),
  );
}
