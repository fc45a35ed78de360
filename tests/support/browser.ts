import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Session } from "@supabase/auth-js";
import type axe from "axe-core";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { test as base, expect } from "vitest";
import { SESSION_KEY } from "../../web/src/features/session/session.ts";
import { launchBrowser } from "./chromium.ts";
import { eventually } from "./eventually.ts";
import { freshIp } from "./fresh-ip.ts";
import { thisStack } from "./this-stack.ts";

let shared: Promise<Browser> | undefined;

export function ownBrowser(): Promise<Browser> {
  return (shared ??= launchBrowser());
}

type Visit = (options?: BrowserContextOptions) => Promise<Page>;

/** The browser logs each of them to its console: patterns for `expectComplaint`. */
export const CLIENT_ERRORS = /status of 4\d\d/;
export const ERROR_RESPONSES = /status of (?:4|5)\d\d/;

/** The board of queues is a library's: on a slow machine it uses late what it preloads. */
const LATE_BOARD = /\/ops\/queues\/static\/\S+ was preloaded using link preload/;

/**
 * Test whose `visit` opens a page in a profile of its own, under reduced motion unless asked
 * otherwise: drawing movement takes a seventh of the browser's CPU time. Console errors and warnings
 * fail the test unless `expectComplaint` allows them. Pages of the site are hydrated when `goto`
 * resolves.
 */
export const test = base.extend<{
  expected: RegExp[];
  expectComplaint: (pattern: RegExp) => void;
  visit: Visit;
}>({
  // oxlint-disable-next-line no-empty-pattern
  expected: async ({}, use) => use([LATE_BOARD]),
  expectComplaint: async ({ expected }, use) => use((pattern) => void expected.push(pattern)),
  visit: async ({ expected }, use) => {
    const browser = await ownBrowser();
    const contexts: BrowserContext[] = [];
    const messages: { text: string; from: string }[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({
        locale: "en-GB",
        timezoneId: "Europe/London",
        reducedMotion: "reduce",
        ...options,
      });
      contexts.push(context);
      const address = freshIp();
      context.on("page", (page) => {
        const isReady = callFrom(address, page);
        // `goto` reports an error. A page that is opened by another may close before.
        isReady.catch(() => undefined);
        if (options.javaScriptEnabled !== false) waitForHydration(page, isReady);
      });
      context.on("console", (message) => {
        if (message.type() !== "error" && message.type() !== "warning") return;
        const from = `${message.location().url} on ${message.page()?.url()}`;
        messages.push({ text: message.text(), from });
      });
      context.on("weberror", (failure) => {
        const { stack = "" } = failure.error();
        const from = `${stack} on ${failure.page()?.url()}`;
        messages.push({ text: String(failure.error()), from });
      });
      return context.newPage();
    });
    const unexpected = messages.filter(
      ({ text }) => !expected.some((pattern) => pattern.test(text)),
    );
    await Promise.all(contexts.map((context) => context.close()));
    expect(unexpected, "messages on the browser's console").toEqual([]);
  },
});

/**
 * The edge rate-limits by IP address, so each visitor has its own. Playwright's `route` would hold every request of
 * the page, answer the browser's CORS requests itself and switch off the cache.
 */
async function callFrom(address: string, page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    const headers = Object.entries({ ...request.headers, "cf-connecting-ip": address });
    const next = { requestId, headers: headers.map(([name, value]) => ({ name, value })) };
    // The page may have been closed or left.
    session.send("Fetch.continueRequest", next).catch(() => undefined);
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: `${thisStack().api}/*` }] });
}

/**
 * Makes `goto` and `reload` wait for hydration: clicks before it are lost on a busy machine. An
 * explicit `waitUntil` skips this.
 */
function waitForHydration(page: Page, isReady: Promise<void>): void {
  const goTo = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    await isReady;
    const response = await goTo(url, options);
    if (options?.waitUntil === undefined) await waitUntil(page, isHydrated);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    await waitUntil(page, isHydrated);
    return response;
  };
}

/**
 * Playwright's `waitForFunction` first takes 340 kB of script to each document: a tenth of the CPU
 * time of loading a page.
 *
 * @param condition runs in the page, which may be left meanwhile
 */
export async function waitUntil(page: Page, condition: () => boolean): Promise<void> {
  await eventually(String(condition), () =>
    page.evaluate(condition).catch((error: unknown) => {
      if (/context was destroyed|navigation/.test(String(error))) return false;
      throw error;
    }),
  );
}

/** Waits until the first view has ended, with its animations. */
export async function waitForFirstView(page: Page): Promise<void> {
  await waitUntil(page, () => document.documentElement.dataset["firstView"] === undefined);
}

/** Runs in the page. React's root says whether server markup still has to be hydrated. */
function isHydrated(): boolean {
  const root = document.getElementById("root");
  if (root === null) return true;
  const key = Object.keys(root).find((name) => name.startsWith("__reactContainer$"));
  if (key === undefined) return false;
  const { stateNode } = Reflect.get(root, key) as {
    stateNode: { current: { memoizedState: { isDehydrated: boolean } } };
  };
  return !stateNode.current.memoizedState.isDehydrated;
}

/** Stores a session as auth-js does, so that the next page is a signed-in user's. */
export async function restoreSession(page: Page, session: Session): Promise<void> {
  await storeInBrowser(page, SESSION_KEY, session);
}

/** Stores the value as JSON under the key of the site, without running the site. */
export async function storeInBrowser(page: Page, key: string, value: unknown): Promise<void> {
  await page.goto(`${thisStack().site}/robots.txt`);
  await page.evaluate(([name, text]) => localStorage.setItem(name, text), [
    key,
    JSON.stringify(value),
  ] as const);
}

/** In ASCII, because Chromium takes a fifth less CPU time to send it to a page. */
const AXE = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
).replaceAll(
  /[^\0-\x7f]/g,
  (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
);

const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Returns the violations of axe's rules as `rule: selector`; `rules` limits them. */
export async function accessibilityViolations(page: Page, rules?: string[]): Promise<string[]> {
  // axe computes wrong contrasts during animations.
  await waitForFirstView(page);
  await page.evaluate(endTransitions);
  // AxeBuilder injects axe again for each analysis and reports what passed: 2.4 times as slow.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(runAxe, rules);
}

/**
 * Runs in the page. Colours fade under reduced motion, too, and axe would measure one between two
 * colours, also of a fade that begins later. The site's CSP allows no style element.
 */
function endTransitions(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after { transition: none !important; }");
  document.adoptedStyleSheets = [sheet];
}

export async function accessibilityViolationsInBothSchemes(page: Page): Promise<string[]> {
  return violationsIn(page, BOTH);
}

async function violationsIn(page: Page, [first, second]: Schemes): Promise<string[]> {
  await page.emulateMedia({ colorScheme: first });
  const found = await accessibilityViolations(page);
  if (second === undefined) return found;
  await page.emulateMedia({ colorScheme: second });
  const colours = await accessibilityViolations(page, COLOUR_RULES);
  return [...found, ...colours.map((violation) => `${second}, ${violation}`)];
}

type Scheme = "light" | "dark";
type Schemes = readonly [Scheme, Scheme?];
type SchemesAt = ReadonlyMap<number, Schemes>;

const BOTH = ["light", "dark"] as const;
const PHONE_PX = 390;
const DESKTOP_PX = 1440;

/** Each width in each scheme, for what one width alone shows. */
export const EVERY_LOOK: SchemesAt = new Map([
  [PHONE_PX, BOTH],
  [DESKTOP_PX, BOTH],
]);

const PAIRS: SchemesAt = new Map([
  [PHONE_PX, ["light"]],
  [DESKTOP_PX, ["dark"]],
]);

/** A person may set this size in the browser, and reads a page on a phone without scrolling sideways: WCAG 2.2, 1.4.4. */
const LARGE_TEXT_PX = 32;

/**
 * Resizes the window from the smallest phone to a desktop, and runs axe at the given widths and schemes. A phone is looked at with
 * large text, too.
 *
 * @returns by width, axe's violations, by how many pixels the page is too wide, and words of headings that large text breaks; nothing for a width
 *   without faults
 */
export async function misfits(page: Page, looks = PAIRS): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  await atWidths(page, [320, 768, PHONE_PX, DESKTOP_PX], async (width) => {
    const schemes = looks.get(width);
    const found = schemes === undefined ? [] : await violationsIn(page, schemes);
    found.push(...(await page.evaluate(tooWide)));
    if (found.length > 0) faults[`${width} px`] = found;
  });
  const session = await page.context().newCDPSession(page);
  const setText = (standard: number) =>
    session.send("Page.setFontSizes", { fontSizes: { standard } });
  await setText(LARGE_TEXT_PX);
  await atWidths(page, [PHONE_PX], async (width) => {
    const found = [...(await page.evaluate(tooWide)), ...(await page.evaluate(brokenHeadings))];
    if (found.length > 0) faults[`${width} px, large text`] = found;
  });
  // Its end would take the page's virtual passkeys along.
  await setText(16);
  return faults;
}

/** Runs in the page. */
function tooWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : [];
}

/** Runs in the page: words of headings that stand on two lines. A name of more letters may. */
function brokenHeadings(): string[] {
  const range = document.createRange();
  const broken: string[] = [];
  for (const heading of document.querySelectorAll("h1, h2, h3")) {
    if (!heading.checkVisibility()) continue;
    const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      for (const { 0: word, index } of String(node.textContent).matchAll(/[\p{L}’]+/gu)) {
        if (word.length > 12) continue;
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(`breaks "${word}"`);
      }
    }
  }
  return broken;
}

/**
 * The page fits every width, and axe finds nothing: on a phone in the light scheme, on a desktop in
 * the dark one. `browser/crawl.test.ts` and `browser/states.test.ts` see the frame of all pages in
 * every look.
 */
export async function expectToFit(page: Page, looks?: SchemesAt): Promise<void> {
  expect(await misfits(page, looks), page.url()).toEqual({});
}

/** Resizes the window: loading a page again takes many times as long. */
export async function atWidths(
  page: Page,
  widths: readonly number[],
  work: (width: number) => Promise<void>,
): Promise<void> {
  // After a form is sent, Playwright can read the new text before the stylesheet has loaded. Chromium paints only
  // after it has.
  await page.waitForLoadState();
  const size = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await work(width);
  }
  if (size !== null) await page.setViewportSize(size);
}

/** Saves the page in both schemes in the folder `SHOTS`, to be looked at; without it does nothing. */
export async function saveScreenshots(page: Page, name: string): Promise<void> {
  const dir = process.env["SHOTS"];
  if (!dir) return;
  mkdirSync(dir, { recursive: true });
  await atWidths(page, [PHONE_PX, DESKTOP_PX], async (width) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.evaluate(endTransitions);
      await page.screenshot({ path: `${dir}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  });
}

/** Runs in the page, where `axe` is a global. */
async function runAxe(rules: string[] | undefined): Promise<string[]> {
  const { run } = Reflect.get(window, "axe") as Pick<typeof axe, "run">;
  const { violations } = await run(document, {
    resultTypes: ["violations"],
    // Its messages to a sandboxed frame are errors on the console.
    iframes: false,
    ...(rules !== undefined && { runOnly: rules }),
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(" ")}`),
  );
}
