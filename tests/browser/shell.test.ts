import { afterAll, describe, expect, inject } from "vitest";
import { accessibilityFaults, closeBrowser, test } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";

afterAll(closeBrowser);

const { site } = inject("stack");
const NOT_BUILT = "/no-such-page";
/** Pages that search engines are asked to leave out, and that the sitemap therefore does not name. */
const UNLISTED = [
  "/trial-welcome",
  "/thank-you",
  "/checkout-success",
  "/checkout-success-demo",
  "/dashboard-demo",
  "/login",
  "/signup",
  "/auth",
  "/forgot-password",
  "/confirm",
];

/** The pages that the site says it has, so that a new one is tested without being named here. */
async function publicPages(): Promise<string[]> {
  const sitemap = await (await fetch(`${site}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url]) => new URL(String(url)).pathname,
  );
}

describe("every page", () => {
  const SHAPES = [
    { width: 390, height: 844, colorScheme: "light" },
    { width: 390, height: 844, colorScheme: "dark" },
    { width: 1440, height: 900, colorScheme: "light" },
    { width: 1440, height: 900, colorScheme: "dark" },
  ] as const;

  test.for(SHAPES)(
    "has no accessibility fault at $width px in $colorScheme",
    // A dozen pages, each read by axe.
    { timeout: 180_000 },
    async (shape, { visit, expectComplaint }) => {
      expectComplaint(/status of 404/);
      const page = await visit({
        viewport: { width: shape.width, height: shape.height },
        colorScheme: shape.colorScheme,
        reducedMotion: "reduce",
      });
      const faults: Record<string, string[]> = {};
      for (const path of [...(await publicPages()), ...UNLISTED, NOT_BUILT]) {
        await page.goto(`${site}${path}`);
        const found = await accessibilityFaults(page);
        if (found.length > 0) faults[path] = found;
      }
      expect(faults).toEqual({});
    },
  );

  test("fits 320 px without scrolling sideways", async ({ visit }) => {
    const page = await visit({ viewport: { width: 320, height: 640 } });
    const overflowing: string[] = [];
    for (const path of [...(await publicPages()), ...UNLISTED]) {
      await page.goto(`${site}${path}`);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (overflow > 0) overflowing.push(`${path} by ${overflow} px`);
    }
    expect(overflowing).toEqual([]);
  });

  test("reads without JavaScript and asks nobody else for anything", async ({ visit }) => {
    const page = await visit({ javaScriptEnabled: false });
    const strangers = new Set<string>();
    page.on("request", (request) => {
      const { origin } = new URL(request.url());
      if (origin !== site && !request.url().startsWith("data:")) strangers.add(request.url());
    });
    for (const path of [...(await publicPages()), ...UNLISTED]) {
      await page.goto(`${site}${path}`);
      expect(await page.locator("h1").innerText(), path).not.toBe("");
    }
    expect([...strangers]).toEqual([]);
  });
});

describe("the shell", () => {
  test("an unknown address is a page with status 404 and a way on", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(/status of 404/);
    const page = await visit();
    const response = await page.goto(`${site}${NOT_BUILT}`);
    expect(response?.status()).toBe(404);
    await page.locator("main").getByRole("link").first().waitFor();
  });

  test("a click on a link changes the page, scrolls to the top and moves the focus to its heading", async ({
    visit,
  }) => {
    const page = await visit({ viewport: { width: 1440, height: 900 } });
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

  test("a link to a section ends at its head, however much the page has yet to lay out above it", async ({
    visit,
  }) => {
    const page = await visit({ reducedMotion: "reduce" });
    const topOf = (id: string) =>
      page.locator(`#${id}`).evaluate((section) => Math.round(section.getBoundingClientRect().top));
    for (const id of ["pricing", "testimonials", "faq"]) {
      await page.goto(`${site}/#${id}`);
      const direct = await eventually("the browser is there", async () => {
        const top = await topOf(id);
        return top < 200 && top;
      });
      await page.goto(site);
      await page.locator(`footer a[href="/#${id}"]`).evaluate((link: HTMLElement) => link.click());
      await eventually(`a click leads to #${id}`, async () => (await topOf(id)) === direct);
      await page.goto(`${site}/contact`);
      await page.locator(`footer a[href="/#${id}"]`).evaluate((link: HTMLElement) => link.click());
      await page.waitForURL(`${site}/#${id}`);
      await eventually(`a link leads to #${id}`, async () => (await topOf(id)) === direct);
    }
  });

  test("the first Tab offers to skip to the content", async ({ visit }) => {
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

  test("the mobile menu opens, keeps the focus, leads on and closes", async ({ visit }) => {
    const page = await visit({ viewport: { width: 390, height: 844 } });
    await page.goto(site);
    await page.getByRole("button", { name: "Menu" }).click();
    const menu = page.getByRole("navigation", { name: "Mobile" });
    await menu.getByRole("link", { name: "Contact" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    expect(await page.locator(":focus").innerText()).toMatch(/menu/i);
    await page.keyboard.press("Enter");
    await menu.getByRole("link", { name: "Contact" }).click();
    await page.waitForURL(`${site}/contact`);
    await menu.waitFor({ state: "hidden" });
  });

  test("the answers carry a policy without inline script and cache what never changes", async () => {
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
