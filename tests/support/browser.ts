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

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await findChromium());
}

let shared: Promise<Browser> | undefined;

const complaints = new WeakMap<BrowserContext, string[]>();

type Visit = (options?: BrowserContextOptions) => Promise<Page>;

/**
 * Test whose `visit` opens a page in a profile of its own. Console errors and warnings fail the
 * test unless
 * `expectComplaint` allows them. Pages of the site are hydrated when `goto` resolves.
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
      // The edge rate-limits by IP address, so each visitor has its own.
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
 * Makes `goto` and `reload` wait for hydration: clicks before it are lost on a busy machine. An
 * explicit `waitUntil` skips this.
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

/** Runs in the page. React's root says whether server markup still has to be hydrated. */
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

export async function closeBrowser(): Promise<void> {
  const browser = await shared;
  shared = undefined;
  await browser?.close();
}

export async function accessibilityViolations(page: Page): Promise<string[]> {
  // axe computes wrong contrasts during animations.
  await page.waitForFunction(() => document.documentElement.dataset["firstView"] === undefined);
  // Colours fade under reduced motion, too, and a fade far below the screen does not even start.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
  });
  // The non-legacy mode opens a second page to merge frames and takes twice as long; the site has
  // no frames.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(" ")}`),
  );
}
