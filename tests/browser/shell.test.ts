import { describe, expect } from "vitest";
import { isPrivatePath, paths } from "../../web/src/paths.ts";
import { accessibilityViolations, atWidths, test } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { thisStack } from "../support/this-stack.ts";

const { site } = thisStack();
const NOT_BUILT = "/no-such-page";
const DESKTOP = { width: 1440, height: 900 };
const FORMS = ["/contact", "/free-trial", "/login", "/signup", "/forgot-password", "/checkout"];
const FORMS_WITHOUT_JAVASCRIPT: ReadonlySet<string> = new Set([
  paths.contact,
  paths.freeTrial,
  paths.login,
  paths.signup,
  paths.auth,
  paths.forgotPassword,
]);
const NEED_JAVASCRIPT: ReadonlySet<string> = new Set([
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
]);

test("tokens in the address of a page: gone before any other script can read them", async ({
  visit,
}) => {
  const page = await visit();
  await page.goto(`${site}${paths.pricing}?plan=x#access_token=a&refresh_token=b&provider_token=c`);
  await eventually("the address is clean", () =>
    Promise.resolve(page.url() === `${site}${paths.pricing}?plan=x`),
  );
  await page.goto(`${site}${paths.home}#faq`);
  expect(page.url()).toBe(`${site}${paths.home}#faq`);
});

describe("all pages", () => {
  test("a table wider than a phone says that it scrolls", async ({ visit }) => {
    const page = await visit();
    await page.goto(`${site}/paid-ads`);
    const hint = page.getByText("Scroll sideways for all columns.");
    await atWidths(page, [390, 1440], async (width) => {
      const overflow = await page
        .getByRole("region", { name: "Table of campaign results" })
        .evaluate((region) => region.scrollWidth > region.clientWidth);
      expect(await hint.isVisible(), `${width} px`).toBe(overflow);
      expect(overflow).toBe(width === 390);
    });
  });

  test("/account leads to the account", async () => {
    const response = await fetch(`${site}/account`, { redirect: "manual" });
    expect(response.headers.get("location")).toBe("/account/security");
  });

  test("a phone shows text as large as any other screen", async ({ visit }) => {
    const widths: number[] = [];
    for (const isMobile of [false, true]) {
      const page = await visit({ viewport: { width: 390, height: 844 }, isMobile });
      await page.goto(`${site}/contact`);
      const label = page.getByText("First name");
      const width = await label.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().width;
      });
      widths.push(width);
    }
    // The fallback of the text face may be shown once, and is as wide but for half a per cent.
    expect(Number(widths[1]) / Number(widths[0])).toBeCloseTo(1, 1);
  });

  // A picture is there a request later than the page, which is more than a second on a slow line.
  test("selling pages on a phone: the largest element of the first view is text", async ({
    visit,
  }) => {
    const page = await visit({
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      isMobile: true,
    });
    const pictures: Record<string, string> = {};
    for (const path of ["/", "/pricing", "/services", "/nightlife", "/contact", "/checkout"]) {
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
  });

  test("headings take the same lines before and after their font has loaded", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(/Failed to load resource/);
    const heights: Record<string, number>[] = [];
    for (const missing of ["**/*.woff2", "**/figtree-*.woff2"]) {
      const page = await visit({ viewport: { width: 390, height: 844 } });
      await page.route(missing, (route) => route.abort());
      const found: Record<string, number> = {};
      for (const path of ["/", "/portfolio", "/pricing", "/checkout-success-demo"]) {
        await page.goto(`${site}${path}`);
        await atWidths(page, [390, 1440], async (width) => {
          found[`${path}, ${width} px`] = await page.evaluate(async () => {
            delete document.documentElement.dataset["firstView"];
            await document.fonts.ready;
            return document.documentElement.scrollHeight;
          });
        });
      }
      heights.push(found);
    }
    expect(heights[0]).toEqual(heights[1]);
  });

  test("forms are not sent by the browser before their script is there", async ({ visit }) => {
    const page = await visit();
    await page.route("**/assets/*.js", () => undefined);
    for (const path of FORMS) {
      await page.goto(`${site}${path}`, { waitUntil: "commit" });
      const isHeld = await page
        .locator("form")
        .first()
        .evaluate(
          (form: HTMLFormElement) =>
            new Promise<boolean>((resolve) => {
              window.addEventListener("submit", (event) => resolve(event.defaultPrevented));
              form.noValidate = true;
              form.requestSubmit();
            }),
        );
      expect(isHeld, path).toBe(true);
    }
  });

  test("without JavaScript: readable, no form and no spinner but what to do, and no third-party request", async ({
    visit,
  }) => {
    const page = await visit({ javaScriptEnabled: false });
    const thirdPartyRequests = new Set<string>();
    page.on("request", (request) => {
      const { origin } = new URL(request.url());
      if (origin !== site && !request.url().startsWith("data:"))
        thirdPartyRequests.add(request.url());
    });
    for (const path of Object.values(paths)) {
      await page.goto(`${site}${path}`);
      expect(await page.locator("h1").first().innerText(), path).not.toBe("");
      const text = await page.locator("main").innerText();
      const forms = page.locator("main form").filter({ visible: true });
      if (NEED_JAVASCRIPT.has(path)) {
        expect(text, path).toContain("This page needs JavaScript.");
        expect(await page.locator(".spinner:visible, .skeleton:visible").count(), path).toBe(0);
      }
      if (FORMS_WITHOUT_JAVASCRIPT.has(path)) {
        expect(text, path).toContain("This form needs JavaScript.");
        expect(await forms.count(), path).toBe(0);
      }
      if (isPrivatePath(path)) continue;
      const panels = page.getByRole("tabpanel", { includeHidden: true });
      for (const panel of await panels.all()) expect(await panel.isVisible(), path).toBe(true);
    }
    expect([...thirdPartyRequests]).toEqual([]);
  });
});

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
            isAtRest:
              getComputedStyle(effect.target as Element).transform === "matrix(1, 0, 0, 1, 0, 0)",
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
    for (const [name, how, path, caption] of [
      ["Food", "Enter", "/portfolio#food", "Sam poured"],
      ["Nightlife and hospitality", "a click", "/nightlife", null],
    ] as const) {
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
      const tile = page.getByRole("link", { name }).first();
      await (how === "Enter" ? tile.press("Enter") : tile.click());
      await page.waitForURL(`${site}${path}`);
      const parts = await eventually("the transition is ready", () =>
        page.evaluate(() => document.documentElement.dataset["parts"] ?? false),
      );
      expect(parts, name).toContain("::view-transition-old(case)");
      expect(parts, name).toContain("::view-transition-new(case)");
      if (caption !== null)
        expect(await page.locator(".case:visible").innerText()).toContain(caption);
    }
  });
});

describe("shell", () => {
  test("unknown URL: 404 with a link onwards", async () => {
    const response = await fetch(`${site}${NOT_BUILT}`);
    expect(response.status).toBe(404);
    expect(await response.text()).toMatch(/<main[\s\S]*<a [^>]*href="\//);
  });

  test("link: changes the page, scrolls to the top and focuses the heading", async ({ visit }) => {
    const page = await visit({ viewport: DESKTOP });
    await page.goto(site);
    await page.waitForLoadState("networkidle");
    let loads = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).first().click();
    await page.waitForURL(`${site}/contact`);
    await eventually("the focus is on the heading", () =>
      page.evaluate(() => document.activeElement?.tagName === "H1"),
    );
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect(loads).toBe(0);
  });

  test("link: prefetched on hover; the transition respects reduced motion", async ({ visit }) => {
    const page = await visit({ viewport: DESKTOP, reducedMotion: "no-preference" });
    await page.goto(site);
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => {
      const startTransition = document.startViewTransition.bind(document);
      let started = 0;
      document.startViewTransition = (update) => {
        started += 1;
        document.documentElement.dataset["transitions"] = String(started);
        return startTransition(update);
      };
    });
    const banner = page.getByRole("banner");
    const link = banner.getByRole("link", { name: "Our Work" }).first();
    const prefetched = (await ownScripts("/portfolio", ["/"])).map((url) =>
      page.waitForResponse(`${site}${url}`),
    );
    await Promise.all([...prefetched, link.hover()]);
    await link.click();
    await page.waitForURL(`${site}/portfolio`);
    expect(await page.locator("html[data-transitions='1']").count()).toBe(1);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await banner.getByRole("link", { name: "Services" }).first().click();
    await page.waitForURL(`${site}/services`);
    expect(await page.locator("html[data-transitions='1']").count()).toBe(1);
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

  test("tabs: work by keyboard, each with its own URL", async ({ visit }) => {
    const page = await visit();
    await page.goto(`${site}/portfolio`);
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
    await page.goto(`${site}/contact`);
    await page.goto(`${site}/portfolio#${ids[4]}`);
    await eventually(
      "a link leads to its panel",
      async () => (await visiblePanels())[0] === ids[4],
    );
    expect(await tabs.nth(4).getAttribute("aria-selected")).toBe("true");
  });

  test("link on a slow line: a bar until the page is there", async ({ visit }) => {
    const page = await visit();
    await page.goto(`${site}/contact`);
    const [own] = await ownScripts("/pricing", ["/contact"]);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**${own}`, async (route) => {
      await held;
      await route.continue();
    });
    await page.locator('header a[href="/pricing"]').first().evaluate(click);
    await page.locator("html[data-pending]").waitFor();
    release();
    await page.waitForURL(`${site}/pricing`);
    await page.locator("html:not([data-pending])").waitFor();
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

  test("link after a deployment: loads the page once, also when its chunk stays away", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(/status of 404/);
    const page = await visit();
    await page.goto(`${site}/contact`);
    const [own] = await ownScripts("/pricing", ["/contact"]);
    await page.route(`**${own}`, (route) => route.fulfill({ status: 404 }));
    const documents: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents.push(request.url());
    });
    await page.locator('header a[href="/pricing"]').first().evaluate(click);
    await page.locator('html[data-pending="failed"]').waitFor();
    // The link's document, and its one reload.
    expect(documents).toEqual([`${site}/pricing`, `${site}/pricing`]);
    expect(await page.locator("h1").isVisible()).toBe(true);
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
    const direct = await eventually("the browser is there", async () => {
      const top = await topOf();
      return top < 200 && top;
    });
    await page.goto(site);
    await link.evaluate(click);
    await eventually("a click leads there", async () => (await topOf()) === direct);
    await page.goto(`${site}/contact`);
    await link.evaluate(click);
    await page.waitForURL(`${site}/#faq`);
    await eventually("a link leads there", async () => (await topOf()) === direct);
  });

  test("first press of Tab: offers to skip to the content", async ({ visit }) => {
    const page = await visit();
    await page.goto(`${site}/contact`);
    await page.keyboard.press("Tab");
    const skip = page.locator(":focus");
    expect(await skip.innerText()).toMatch(/skip/i);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    const landed = await page.evaluate(
      () =>
        document.activeElement?.closest("header") === null &&
        document.activeElement !== document.body,
    );
    expect(landed).toBe(true);
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
