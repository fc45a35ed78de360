import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { paths } from "../../web/src/paths.ts";
import { signUp } from "../support/account.ts";
import { restoreSession, test } from "../support/browser.ts";
import { signInToOps } from "../support/operator.ts";
import { thisStack } from "../support/this-stack.ts";

const { site, ops } = thisStack();

/** Open one after the other; the page of a link that was never given says so. */
const SIGNED_IN: ReadonlySet<string> = new Set([
  paths.dashboard,
  paths.brief,
  paths.calendar,
  paths.reports,
  paths.changePlan,
  paths.accountSecurity,
  paths.accountBilling,
]);
const ELSEWHERE: ReadonlySet<string> = new Set([
  paths.logout,
  paths.cancelSubscription,
  paths.retentionOffer,
  paths.pay,
]);
const PUBLIC = Object.values(paths).filter((path) => !SIGNED_IN.has(path) && !ELSEWHERE.has(path));

/** The lowest phone, which has the bars of all pages, and a laptop that was not asked yet. */
const WINDOWS = [
  { width: 390, height: 664, isDecided: true },
  { width: 1280, height: 720, isDecided: false },
];

/** Stops of the Tab key between two looks at whether the page is through. */
const STOPS = 25;
/** More than any page has. */
const STOPS_MAX = 300;

describe.each(WINDOWS)(
  "$width × $height, cookies decided: $isDecided",
  ({ isDecided, ...size }) => {
    test("Tab through every page: nothing covers what has the focus", async ({ visit }) => {
      const page = await visit({ viewport: size });
      if (isDecided) await rejectCookies(page);
      const covered = [];
      for (const path of PUBLIC) covered.push(...(await walk(page, path)));
      const { session } = await signUp();
      await restoreSession(page, session);
      for (const path of SIGNED_IN) covered.push(...(await walk(page, path)));
      await signInToOps(page);
      await page.goto(`${ops}/queues/queue/events`);
      await page.locator("#root main a").first().waitFor();
      covered.push(...(await walkHere(page)));
      expect(covered).toEqual([]);
    });
  },
);

async function rejectCookies(page: Page): Promise<void> {
  await page.goto(`${site}${paths.cookiePolicy}`);
  await page.getByRole("button", { name: "Reject cookies" }).first().click();
}

/** @returns the controls of the page that had the focus and could not be seen */
async function walk(page: Page, path: string): Promise<string[]> {
  await page.goto(`${site}${path}`);
  return walkHere(page);
}

async function walkHere(page: Page): Promise<string[]> {
  await page.evaluate(watchFocus);
  for (let stop = 0; stop < STOPS_MAX; stop += STOPS) {
    for (let pressed = 0; pressed < STOPS; pressed += 1) await page.keyboard.press("Tab");
    const { walked, covered = "[]" } = await page.evaluate(readWalk);
    if (walked !== "through") continue;
    return JSON.parse(covered).map((name: string) => `${page.url()}: ${name}`);
  }
  throw new Error(`${page.url()} has more Tab stops than ${STOPS_MAX}.`);
}

/** Runs in the page. */
function readWalk(): { walked: string | undefined; covered: string | undefined } {
  const { walked, covered } = document.documentElement.dataset;
  return { walked, covered };
}

/** Runs in the page: with each further press of Tab, looks at what has the focus, which was scrolled to meanwhile. */
function watchFocus(): void {
  const { dataset } = document.documentElement;
  const seen = new Set<Element>();
  const covered: string[] = [];
  dataset["walked"] = "";
  document.addEventListener("keydown", () => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) {
      if (seen.size > 0) dataset["walked"] = "through";
      return;
    }
    if (seen.has(focused)) dataset["walked"] = "through";
    if (dataset["walked"] === "through") return;
    seen.add(focused);
    // A hidden radio button or checkbox is seen as its label.
    const shown = focused.closest("label") ?? focused;
    if (!isSeen(shown)) {
      // Content that came meanwhile may have moved it; this takes it to where the browser's own scrolling would.
      shown.scrollIntoView({ block: "nearest", behavior: "instant" });
    }
    if (!isSeen(shown)) {
      covered.push(focused.textContent.trim() || focused.outerHTML.slice(0, 120));
      dataset["covered"] = JSON.stringify(covered);
    }
  });

  function isSeen(shown: Element): boolean {
    return [...shown.getClientRects()].some(({ left, top, right, bottom }) =>
      [0.1, 0.5, 0.9].some((share) => {
        const x = left + (right - left) * share;
        const hit = document.elementFromPoint(x, top + (bottom - top) * share);
        return hit !== null && (shown.contains(hit) || hit === shown.parentElement);
      }),
    );
  }
}
