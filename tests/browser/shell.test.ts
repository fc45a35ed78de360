import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { COMPANY } from "#contracts/company.ts";
import { LANDING_LINKS } from "../../web/src/content/navigation.ts";
import { paths } from "../../web/src/paths.ts";
import {
  accessibilityViolations,
  atWidths,
  test,
  waitForFirstView,
  waitUntil,
} from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { thisStack } from "../support/this-stack.ts";

const { site } = thisStack();
const NOT_BUILT = "/no-such-page";
const DESKTOP = { width: 1440, height: 900 };
const NEEDS_JAVASCRIPT = {
  page: [
    paths.dashboard,
    paths.calendar,
    paths.reports,
    paths.review,
    paths.brief,
    paths.accountSecurity,
    paths.accountBilling,
    paths.changePlan,
    paths.cancelSubscription,
    paths.retentionOffer,
    paths.pay,
    paths.checkoutSuccess,
  ],
  form: [
    paths.contact,
    paths.freeTrial,
    paths.login,
    paths.signup,
    paths.auth,
    paths.forgotPassword,
  ],
};
/** One page of each frame around the note. */
const FRAMES: ReadonlySet<string> = new Set([
  paths.dashboard,
  paths.reports,
  paths.review,
  paths.checkoutSuccess,
  paths.contact,
  paths.freeTrial,
  paths.login,
]);

test("tokens in the address of a page: gone before any other script can read them", async ({
  visit,
}) => {
  const page = await visit();
  const address = `${site}${paths.accessibility}?plan=x`;
  await page.goto(`${address}#access_token=a&refresh_token=b&provider_token=c`);
  await page.waitForURL(address);
});

describe("all pages", () => {
  test("/account leads to the account", async () => {
    const response = await fetch(`${site}/account`, { redirect: "manual" });
    expect(response.headers.get("location")).toBe("/account/security");
  });

  // A picture is there a request later than the page, which is more than a second on a slow line.
  test("selling pages on a phone: the largest element of the first view is text, as large as on any other screen", async ({
    visit,
  }) => {
    const page = await visit({
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      isMobile: true,
    });
    const pictures: Record<string, string> = {};
    for (const path of ["/", "/pricing", "/services", "/nightlife", "/checkout", "/contact"]) {
      await page.goto(`${site}${path}`, { waitUntil: "networkidle" });
      pictures[path] = await page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            new PerformanceObserver((list) => {
              const largest = list.getEntries().at(-1) as LargestContentfulPaint;
              resolve(largest.url);
            }).observe({ type: "largest-contentful-paint", buffered: true });
          }),
      );
    }
    expect(Object.entries(pictures).filter(([, url]) => url !== "")).toEqual([]);

    const [shown, meant] = await page.getByText("First name").evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const canvas = document.createElement("canvas").getContext("2d");
      if (canvas === null) throw new Error("There is no canvas.");
      canvas.font = getComputedStyle(element).font;
      return [
        range.getBoundingClientRect().width,
        canvas.measureText(element.textContent).width,
      ] as const;
    });
    expect(shown / meant).toBeCloseTo(1, 1);
  });

  test("headings take the same lines before and after their font has loaded", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(/Failed to load resource/);
    const page = await visit({ viewport: { width: 390, height: 844 } });
    await page.route("**/figtree-*.woff2", (route) => route.abort());
    for (const path of ["/", "/portfolio", "/pricing", "/checkout-success-demo"]) {
      const held = Promise.withResolvers<void>();
      await page.route("**/bricolage-*.woff2", async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.goto(`${site}${path}`, { waitUntil: "commit" });
      await waitUntil(page, () =>
        Object.keys(document.querySelector("h1") ?? {}).some((key) => key.startsWith("__react")),
      );
      const before = await heightsOf(page);
      expect(await page.evaluate(areFontsLoaded)).toBe(false);
      held.resolve();
      await waitUntil(page, areFontsLoaded);
      expect(await heightsOf(page), path).toEqual(before);
      await page.unroute("**/bricolage-*.woff2");
    }
  });

  test("browser that finds no idle time: the whole page is laid out all the same", async ({
    visit,
  }) => {
    const page = await visit();
    await page.addInitScript(() => {
      window.requestIdleCallback = (task, { timeout } = {}) =>
        timeout === undefined
          ? 0
          : window.setTimeout(task, timeout, { didTimeout: true, timeRemaining: () => 0 });
    });
    await page.goto(`${site}${paths.pricing}`);
    await waitForFirstView(page);
  });

  test("without JavaScript: what needs it says so, with no form and no spinner; all panels are open", async ({
    visit,
  }) => {
    const page = await visit({ javaScriptEnabled: false });
    for (const [what, needy] of Object.entries(NEEDS_JAVASCRIPT)) {
      const note = `This ${what} needs JavaScript.`;
      for (const path of needy) {
        expect(await (await fetch(`${site}${path}`)).text(), path).toContain(note);
        if (!FRAMES.has(path)) continue;
        await page.goto(`${site}${path}`);
        expect(await page.locator("main").innerText(), path).toContain(note);
        const waiting = page.locator("main form:visible, .spinner:visible, .skeleton:visible");
        expect(await waiting.count(), path).toBe(0);
      }
    }
    for (const path of [paths.portfolio, paths.postExamples]) {
      await page.goto(`${site}${path}`);
      const panels = page.getByRole("tabpanel", { includeHidden: true });
      for (const panel of await panels.all()) expect(await panel.isVisible(), path).toBe(true);
    }
  });
});

async function heightsOf(page: Page): Promise<number[]> {
  const heights = [];
  for (const width of [1440, 390]) {
    // Not `atWidths`, which waits for the fonts.
    await page.setViewportSize({ width, height: 844 });
    heights.push(
      await page.evaluate(() => {
        delete document.documentElement.dataset["firstView"];
        return document.documentElement.scrollHeight;
      }),
    );
  }
  return heights;
}

/** Runs in the page. */
function areFontsLoaded(): boolean {
  return document.fonts.status === "loaded" && document.fonts.check('700 40px "Bricolage Display"');
}

/** Runs in the page: no pointer comes near, which would prefetch. */
function click(link: Element): void {
  if (link instanceof HTMLElement) link.click();
}

/** Scripts of a page that none of the visited ones has. */
async function ownScripts(path: string, visited: readonly string[]): Promise<string[]> {
  const scriptsOf = async (one: string) => {
    const html = await (await fetch(`${site}${one}`)).text();
    return html.match(/\/assets\/[\w-]+\.js/g) ?? [];
  };
  const known = new Set((await Promise.all(visited.map(scriptsOf))).flat());
  const own = [...new Set(await scriptsOf(path))].filter((url) => !known.has(url));
  expect(own).not.toEqual([]);
  return own;
}

describe("movement", () => {
  test("scrolling brings the tide in by transforms alone, shifts nothing and ends at rest; nothing moves under reduced motion", async ({
    visit,
  }) => {
    const page = await visit({ viewport: DESKTOP, reducedMotion: "no-preference" });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, "value") as number);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(site);
    const moved = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ timeline }) => timeline !== document.timeline)
          .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? [effect] : []))
          .map((effect) => ({
            properties: effect.getKeyframes().flatMap((frame) => Object.keys(frame)),
            isAtRest: ["none", "matrix(1, 0, 0, 1, 0, 0)"].includes(
              getComputedStyle(effect.target as Element).transform,
            ),
          })),
      );
    const before = await moved();
    expect(before.length).toBeGreaterThan(12);
    expect(before.some(({ isAtRest }) => !isAtRest)).toBe(true);
    const properties = new Set(before.flatMap((one) => one.properties));
    for (const part of ["offset", "easing", "composite", "computedOffset"]) properties.delete(part);
    expect([...properties]).toEqual(["transform"]);

    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let y = 0; y <= height; y += 450) {
      await page.evaluate(async (top) => {
        window.scrollTo({ top, behavior: "instant" });
        await new Promise(requestAnimationFrame);
      }, y);
    }
    await eventually("everything is at rest", async () =>
      (await moved()).every(({ isAtRest }) => isAtRest),
    );
    const shifts = await page.evaluate(() => Reflect.get(window, "shifts") as number[]);
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.001);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    expect(await moved()).toEqual([]);
  });

  test("the tile of a trade becomes the first picture of its case, by Enter and by a click", async ({
    visit,
  }) => {
    const page = await visit({ viewport: DESKTOP, reducedMotion: "no-preference" });
    await page.goto(site);
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const transition = start(update);
        void (async () => {
          await transition.ready;
          const names = document
            .getAnimations()
            .map(({ effect }) => (effect as KeyframeEffect).pseudoElement);
          document.documentElement.dataset["parts"] = names.join(" ");
        })();
        return transition;
      };
    });
    const expectTransition = async (path: string) => {
      await page.waitForURL(`${site}${path}`);
      const parts = await eventually("the transition is ready", () =>
        page.evaluate(() => document.documentElement.dataset["parts"] ?? false),
      );
      expect(parts, path).toContain("::view-transition-old(case)");
      expect(parts, path).toContain("::view-transition-new(case)");
    };
    await page.getByRole("link", { name: "Food" }).first().press("Enter");
    await expectTransition("/portfolio#food");
    expect(await page.locator(".case:visible").innerText()).toContain("Sam poured");
    await page.goBack();
    const nightlife = page.getByRole("link", { name: "Nightlife and hospitality" }).first();
    await nightlife.waitFor();
    await page.evaluate(() => delete document.documentElement.dataset["parts"]);
    await nightlife.click();
    await expectTransition("/nightlife");
  });
});

describe("shell", () => {
  test("unknown URL: 404 with a link onwards", async () => {
    const response = await fetch(`${site}${NOT_BUILT}`);
    expect(response.status).toBe(404);
    expect(await response.text()).toMatch(/<main[\s\S]*<a [^>]*href="\//);
  });

  test("link: prefetched on hover, changes the page without loading a document, at its top with the focus on the heading; the transition respects reduced motion", async ({
    visit,
  }) => {
    const page = await visit({ viewport: DESKTOP, reducedMotion: "no-preference" });
    await page.goto(site);
    await page.waitForLoadState("networkidle");
    let loads = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.evaluate(() => {
      const startTransition = document.startViewTransition.bind(document);
      let started = 0;
      document.startViewTransition = (update) => {
        started += 1;
        document.documentElement.dataset["transitions"] = String(started);
        return startTransition(update);
      };
      window.scrollTo(0, document.body.scrollHeight);
    });
    const link = page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).first();
    const prefetched = (await ownScripts("/contact", ["/"])).map((url) =>
      page.waitForResponse(`${site}${url}`),
    );
    await Promise.all([...prefetched, link.hover()]);
    await link.click();
    await page.waitForURL(`${site}/contact`);
    expect(await page.locator("html[data-transitions='1']").count()).toBe(1);
    await eventually("the focus is on the heading", () =>
      page.evaluate(() => document.activeElement?.tagName === "H1"),
    );
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.getByRole("banner").getByRole("link", { name: "Services" }).first().click();
    await page.waitForURL(`${site}/services`);
    expect(await page.locator("html[data-transitions='1']").count()).toBe(1);
    expect(loads).toBe(0);
  });

  test("second link clicked before the transition starts: ends on the last page chosen", async ({
    visit,
  }) => {
    const page = await visit({ viewport: DESKTOP, reducedMotion: "no-preference" });
    await page.goto(site);
    await page.waitForLoadState("networkidle");
    const banner = page.getByRole("banner");
    for (const [name, path, visited] of [
      ["Our Work", "/portfolio", ["/"]],
      ["Services", "/services", ["/", "/portfolio"]],
    ] as const) {
      const prefetched = (await ownScripts(path, visited)).map((url) =>
        page.waitForResponse(`${site}${url}`),
      );
      await Promise.all([...prefetched, banner.getByRole("link", { name }).first().hover()]);
    }
    await page.evaluate(() => {
      const startTransition = document.startViewTransition.bind(document);
      let started = 0;
      let ended = 0;
      document.startViewTransition = (update) => {
        const transition = startTransition(update);
        started += 1;
        // `finished` also resolves for a skipped transition; only `ready` rejects.
        void transition.finished.finally(() => {
          ended += 1;
          document.documentElement.dataset["ended"] = String(ended);
        });
        if (started === 1)
          document.querySelector<HTMLElement>('header a[href="/services"]')?.click();
        return transition;
      };
    });
    await banner.getByRole("link", { name: "Our Work" }).first().click();
    await page.locator('html[data-ended="2"]').waitFor();
    expect(page.url()).toBe(`${site}/services`);
  });

  test("by keyboard: the first press of Tab offers to skip to the content, and tabs work, each with its own URL", async ({
    visit,
  }) => {
    const page = await visit();
    await page.goto(`${site}/portfolio`);
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").innerText()).toMatch(/skip/i);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    const landed = await page.evaluate(
      () =>
        document.activeElement?.closest("header") === null &&
        document.activeElement !== document.body,
    );
    expect(landed).toBe(true);

    const tabs = page.getByRole("tab");
    const ids = await tabs.evaluateAll((all) =>
      all.map((tab) => tab.getAttribute("aria-controls")),
    );
    expect(ids).toHaveLength(8);
    const visiblePanels = () =>
      page
        .getByRole("tabpanel", { includeHidden: true })
        .evaluateAll((all) =>
          all.filter((panel) => !panel.hasAttribute("hidden")).map((panel) => panel.id),
        );
    expect(await visiblePanels()).toEqual([ids[0]]);
    await tabs.first().focus();
    const steps: [string, number][] = [
      ["ArrowRight", 1],
      ["End", 7],
      ["ArrowRight", 0],
      ["ArrowLeft", 7],
      ["Home", 0],
      ["End", 7],
    ];
    for (const [key, index] of steps) {
      await page.keyboard.press(key);
      await eventually(
        `${key} shows its panel`,
        async () => (await visiblePanels())[0] === ids[index],
      );
      expect(new URL(page.url()).hash).toBe(`#${ids[index]}`);
      expect(await page.locator(":focus").getAttribute("aria-controls")).toBe(ids[index]);
    }
    await page.reload();
    await eventually(
      "the URL leads to its panel",
      async () => (await visiblePanels())[0] === ids[7],
    );
    expect(await tabs.nth(7).getAttribute("aria-selected")).toBe("true");
  });

  test("link on a slow line: a bar until the page is there; after a deployment: loads the page once, also when its chunk stays away", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(/status of 404/);
    const page = await visit();
    await page.goto(`${site}/contact`);
    const [own] = await ownScripts("/pricing", ["/contact"]);
    const held = Promise.withResolvers<void>();
    await page.route(`**${own}`, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.locator('header a[href="/pricing"]').first().evaluate(click);
    await page.locator("html[data-pending]").waitFor();
    held.resolve();
    await page.waitForURL(`${site}/pricing`);
    await page.locator("html:not([data-pending])").waitFor();

    const [gone] = await ownScripts("/services", ["/contact", "/pricing"]);
    await page.route(`**${gone}`, (route) => route.fulfill({ status: 404 }));
    const documents: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents.push(request.url());
    });
    await page.locator('header a[href="/services"]').first().evaluate(click);
    await page.locator('html[data-pending="failed"]').waitFor();
    // The link's document, and its one reload.
    expect(documents).toEqual([`${site}/services`, `${site}/services`]);
    expect(await page.locator("h1").isVisible()).toBe(true);
  });

  test("link while offline: our own words, a way back, and another try", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(/net::ERR_INTERNET_DISCONNECTED|did not load/);
    const page = await visit();
    await page.goto(`${site}/contact`);
    await page.getByLabel("Message", { exact: true }).fill("Half a message");
    await page.context().setOffline(true);
    const link = page.locator('header a[href="/pricing"]').first();
    await link.evaluate(click);
    await page.getByRole("alert").getByText("You seem to be offline.").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    expect(page.url()).toBe(`${site}/pricing`);
    await page.goBack();
    const message = page.getByLabel("Message", { exact: true });
    await expect.poll(() => message.inputValue()).toBe("Half a message");
    await link.evaluate(click);
    await page.getByRole("alert").getByText("You seem to be offline.").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });
    expect(await page.locator("h1").innerText()).not.toContain("did not load");
  });

  test("link to the last section: scrolls to its heading despite lazy layout above", async ({
    visit,
  }) => {
    const page = await visit();
    const section = page.locator("#faq");
    const link = page.locator('footer a[href="/#faq"]');
    const topOf = () =>
      section.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    await page.goto(`${site}/#faq`);
    expect(page.url()).toBe(`${site}/#faq`);
    const direct = await eventually("the browser is there", async () => {
      const top = await topOf();
      return top < 200 && top;
    });
    const contact = page.locator('footer a[href="/contact"]').first();
    await contact.evaluate(click);
    await page.waitForURL(`${site}/contact`);
    await link.evaluate(click);
    await page.waitForURL(`${site}/#faq`);
    await eventually("a link leads there", async () => (await topOf()) === direct);
    await page.goto(site);
    await link.evaluate(click);
    await eventually("a click leads there", async () => (await topOf()) === direct);
  });

  test("mobile menu: opens, traps the focus, navigates and closes; the way to sign in is there at every width, in a header of one line", async ({
    visit,
  }) => {
    const page = await visit({ viewport: { width: 390, height: 844 } });
    await page.goto(site);
    await page.getByRole("button", { name: "Menu" }).click();
    const menu = page.getByRole("navigation", { name: "Mobile" });
    await menu.getByRole("link", { name: "Contact" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    expect(await page.locator(":focus").innerText()).toMatch(/menu/i);
    await page.keyboard.press("Enter");
    await menu.getByRole("link", { name: "Contact" }).click();
    await page.waitForURL(`${site}/contact`);
    await menu.waitFor({ state: "hidden" });

    const header = page.getByRole("banner");
    const signIn = header.getByRole("link", { name: "Sign In" }).filter({ visible: true });
    await atWidths(page, [320, 390, 576, 768, 1024, 1440], async (width) => {
      expect((await header.boundingBox())?.height, `${width} px`).toBe(73);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      if (width < 576) await page.getByRole("button", { name: "Menu" }).click();
      await signIn.click({ trial: true });
      if (width < 576) await page.keyboard.press("Escape");
    });
    await page.setViewportSize(DESKTOP);
    await signIn.click();
    await page.waitForURL(`${site}/login`);
    for (const path of [...Object.keys(LANDING_LINKS), paths.home, paths.dashboardDemo]) {
      for (const name of [COMPANY.name, "Harbour Social"]) {
        await page.goto(`${site}${path}`);
        const shown = header.getByText(COMPANY.name, { exact: true });
        await shown.evaluate((word, given) => (word.textContent = given), name);
        await atWidths(page, [360, 390, 576, 1024], async (width) => {
          const place = `${name} at ${path}, ${width} px`;
          expect((await header.boundingBox())?.height, place).toBe(73);
          expect(await page.evaluate(() => document.documentElement.scrollWidth), place).toBe(
            width,
          );
        });
      }
    }
  });

  test("responses: CSP without inline script, immutable caching of hashed files", async () => {
    const home = await fetch(site);
    const policy = String(home.headers.get("content-security-policy"));
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain("unsafe-inline");
    expect(policy).not.toContain("unsafe-eval");
    expect(
      Number(/max-age=(\d+)/.exec(String(home.headers.get("strict-transport-security")))?.[1]),
    ).toBeGreaterThanOrEqual(31_536_000);
    const [, script] = /<script[^>]+src="([^"]+)"/.exec(await home.text()) ?? [];
    const asset = await fetch(new URL(String(script), site));
    expect(asset.headers.get("cache-control")).toContain("immutable");
  });
});
