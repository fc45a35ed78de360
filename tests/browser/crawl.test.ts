import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { COMPANY } from "#contracts/company.ts";
import { isPrivatePath, paths } from "../../web/src/paths.ts";
import { EVERY_LOOK, misfits, ownBrowser, test, waitForFirstView } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { thisStack } from "../support/this-stack.ts";
import { boxesWithoutEdge } from "./forced-colours.ts";

const { site, api } = thisStack();
const UNKNOWN = "/no-such-page";

const MOVE_ON: ReadonlySet<string> = new Set([
  paths.logout,
  paths.dashboard,
  paths.brief,
  paths.calendar,
  paths.reports,
  paths.changePlan,
  paths.cancelSubscription,
  paths.retentionOffer,
  paths.accountSecurity,
  paths.accountBilling,
  paths.pay,
]);

/** Between them they have each frame and part of which one width shows more than another. */
const DIFFER_BY_WIDTH: ReadonlySet<string> = new Set([
  paths.home,
  paths.pricing,
  paths.paidAds,
  paths.privacyPolicy,
  paths.dashboardDemo,
  paths.login,
  paths.checkout,
]);

/** Pages with all kinds of boxes. */
const WITH_BOXES: ReadonlySet<string> = new Set([
  paths.home,
  paths.pricing,
  paths.paidAds,
  paths.results,
  paths.scheduleDemo,
]);

const STAND_BACK: Readonly<Record<string, string>> = {
  [paths.auth]: paths.login,
  [paths.postExamples]: paths.portfolio,
};

const compress = promisify(brotliCompress);

/** Limit for the scripts of a public page's first visit, compressed with brotli; `web/budgets.test.ts` has that of private pages. */
const SCRIPT_MAX_BYTES = 90_000;

type CrawledPage = {
  path: string;
  status: number;
  title: string;
  description: string;
  canonical: string | undefined;
  robots: string;
  previewImage: string;
  headings: number;
  lang: string;
  ids: string[];
  links: string[];
  /** The links of header and footer, and all that the latter says. */
  shell: { links: string[]; foot: string };
  consoleLines: string[];
  thirdPartyRequests: string[];
  scripts: string[];
  misfits: Record<string, string[]>;
  smallText: string[];
  smallControls: string[];
  boxesWithoutEdge: string[];
  wrongHints: string[];
  /** Where the footer ends in a window of {@link HIGH} pixels. */
  end: number;
};

/** Higher than a short page. */
const HIGH = 1200;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: HIGH };

const crawled = new Map<string, CrawledPage>();

beforeAll(async () => {
  const browser = await ownBrowser();
  const page = await browser.newPage({
    locale: "en-GB",
    viewport: DESKTOP,
    reducedMotion: "reduce",
  });
  const mustCrawl = (path: string) => !MOVE_ON.has(path) && !path.endsWith(".txt");
  const queue = [...Object.values(paths).filter(mustCrawl), UNKNOWN];
  for (const path of queue) {
    if (crawled.has(path)) continue;
    const crawledPage = await crawlPage(page, path);
    crawled.set(path, crawledPage);
    queue.push(...crawledPage.links.map(pathOf).filter(mustCrawl));
  }
  await page.context().close();
}, 600_000);

async function crawlPage(page: Page, path: string): Promise<CrawledPage> {
  const consoleLines: string[] = [];
  const thirdPartyRequests: string[] = [];
  const scripts = new Set<string>();
  page.on("console", (message) => consoleLines.push(message.text()));
  page.on("pageerror", (error) => consoleLines.push(String(error)));
  page.on("request", (request) => {
    if (![site, api].includes(new URL(request.url()).origin))
      thirdPartyRequests.push(request.url());
    if (request.resourceType() === "script") scripts.add(request.url());
  });
  const response = await page.goto(`${site}${path}`);
  await eventually(`${path} is hydrated`, () =>
    page.evaluate(() =>
      Object.keys(document.querySelector("h1") ?? {}).some((key) => key.startsWith("__react")),
    ),
  );
  // Pages prefetch when the browser is idle.
  await page.evaluate(async () => {
    const idle = () =>
      new Promise((resolve) => void requestIdleCallback(resolve, { timeout: 1_000 }));
    await idle();
    await idle();
  });
  const facts = await page.evaluate(() => {
    const content = (selector: string) =>
      document.querySelector(selector)?.getAttribute("content") ?? "";
    return {
      title: document.title,
      description: content('meta[name="description"]'),
      canonical: document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href,
      robots: content('meta[name="robots"]'),
      previewImage: content('meta[property="og:image"]'),
      headings: document.querySelectorAll("h1").length,
      lang: document.documentElement.lang,
      ids: [...document.querySelectorAll("[id]")].map((element) => element.id),
      links: [...document.querySelectorAll("a")].map((link) => link.href),
      shell: {
        links: [...document.querySelectorAll("header a, footer a")]
          .filter((link) => link.closest("main") === null && link.checkVisibility())
          .map((link) => link.textContent)
          .filter((text) => text !== ""),
        foot: [...document.querySelectorAll("footer")].map((foot) => foot.textContent).join(" "),
      },
    };
  });
  page.removeAllListeners();
  const looks = await lookAt(page, path);
  const inside = facts.links.filter((link) => link.startsWith(`${site}/`));
  return {
    path,
    status: response?.status() ?? 0,
    consoleLines,
    thirdPartyRequests,
    scripts: [...scripts],
    ...facts,
    ...looks,
    links: inside,
  };
}

async function lookAt(page: Page, path: string) {
  await waitForFirstView(page);
  const ends = await page
    .locator("footer")
    .evaluateAll((all) => all.map((footer) => footer.getBoundingClientRect().bottom));
  const boxes = WITH_BOXES.has(path) ? await boxesWithoutEdge(page) : [];
  const wrongHints = await page.evaluate(listWrongHints);
  await page.setViewportSize(PHONE);
  const smallText = await page.evaluate(listSmallText);
  const smallControls = await page.evaluate(listSmallControls);
  wrongHints.push(...(await page.evaluate(listWrongHints)));
  await page.setViewportSize(DESKTOP);
  return {
    misfits: await misfits(page, DIFFER_BY_WIDTH.has(path) ? EVERY_LOOK : undefined),
    smallText,
    smallControls,
    boxesWithoutEdge: boxes,
    wrongHints,
    end: Math.max(...ends),
  };
}

/** Runs in the page: running text and fields below 16 px, but for imitated screens and the registration line. */
function listSmallText(): string[] {
  const found = document.querySelectorAll("p, li, dd, dt, td, label, input, select, textarea");
  return [...found]
    .filter((element) => element.closest("figure, footer, [aria-hidden], [hidden]") === null)
    .filter((element) => element.matches("input, select, textarea") || isSentence(element))
    .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 16)
    .map((element) => element.outerHTML.slice(0, 120));

  function isSentence(element: Element): boolean {
    return [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && String(node.textContent).length > 20,
    );
  }
}

/** Runs in the page: controls of less than 44 pixels, except links in a sentence. */
function listSmallControls(): string[] {
  const found = document.querySelectorAll("a, button, summary, input, select, textarea");
  return [...found]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => element.closest('[aria-hidden="true"]') === null)
    .filter((element) => getComputedStyle(element).display !== "inline" && isSmall(element))
    .map((element) => `${element.tagName} ${element.textContent}`);

  function isSmall(element: Element): boolean {
    const target = element.matches('[type="radio"], [type="checkbox"]')
      ? (element.closest("label") ?? element)
      : element;
    const { width, height } = target.getBoundingClientRect();
    return width > 1 && Math.round(Math.min(width, height)) < 44;
  }
}

/** Runs in the page: tables that say that they scroll and do not, or the reverse. */
function listWrongHints(): string[] {
  return [...document.querySelectorAll("p")]
    .filter(({ textContent }) => textContent === "Scroll sideways for all columns.")
    .flatMap((hint) => {
      const table = hint.nextElementSibling;
      const isWider = table !== null && table.scrollWidth > table.clientWidth;
      return hint.checkVisibility() === isWider ? [] : [`${table?.ariaLabel}`];
    });
}

async function brotliBytes(url: string): Promise<number> {
  const content = await (await fetch(url)).arrayBuffer();
  return (await compress(new Uint8Array(content))).length;
}

function pathOf(link: string): string {
  return new URL(link).pathname;
}

function faults(findFault: (page: CrawledPage) => string | false | undefined): string[] {
  return [...crawled.values()].flatMap((page) => {
    const fault = findFault(page);
    return fault === false || fault === undefined ? [] : [`${page.path}: ${fault}`];
  });
}

describe("crawl from the home page", () => {
  test("no broken links", () => {
    const dead = [...crawled.values()].filter(
      ({ path, status }) => status !== (path === UNKNOWN ? 404 : 200),
    );
    const linkedFrom = ({ path }: CrawledPage) =>
      [...crawled.values()].filter(({ links }) => links.map(pathOf).includes(path));
    expect(
      dead.map((page) => ({ path: page.path, on: linkedFrom(page).map(({ path }) => path) })),
    ).toEqual([]);
  });

  test("no link to a missing section", () => {
    const broken = [...crawled.values()].flatMap((page) =>
      page.links
        .map((link) => new URL(link))
        .filter(({ hash, pathname }) => {
          const target = crawled.get(pathname);
          return hash !== "" && target !== undefined && !target.ids.includes(hash.slice(1));
        })
        .map(({ hash, pathname }) => `${page.path}: ${pathname}${hash}`),
    );
    expect(broken).toEqual([]);
  });

  test("no duplicate ids on a page", () => {
    const duplicates = ({ ids }: CrawledPage) =>
      ids.filter((id, index) => ids.indexOf(id) !== index);
    expect(faults((page) => duplicates(page).join(" ") || undefined)).toEqual([]);
  });

  test("no console output and no hydration mismatch", () => {
    const isExpected = (path: string, line: string) =>
      path === UNKNOWN && line.includes("status of 404");
    expect(
      faults(({ path, consoleLines }) => consoleLines.find((line) => !isExpected(path, line))),
    ).toEqual([]);
  });

  test("no third-party request before consent", () => {
    expect(faults(({ thirdPartyRequests }) => thirdPartyRequests[0])).toEqual([]);
  });
});

describe("all pages", () => {
  test("have a unique title and description of a displayable length", () => {
    expect(faults(({ title }) => (title.length < 15 || title.length > 70) && title)).toEqual([]);
    expect(
      faults(
        ({ description }) => (description.length < 25 || description.length > 175) && description,
      ),
    ).toEqual([]);
    for (const name of ["title", "description"] as const) {
      const texts = [...crawled.values()].map((page) => page[name]);
      expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
    }
  });

  test("have the right canonical URL; the not-found page has none", () => {
    const expected = (path: string) =>
      path === UNKNOWN ? undefined : `${site}${STAND_BACK[path] ?? path}`;
    expect(
      faults(({ path, canonical }) => canonical !== expected(path) && `is ${canonical}`),
    ).toEqual([]);
  });

  test(`load at most ${SCRIPT_MAX_BYTES / 1_000} kB of script before interaction, unless private`, async () => {
    const scripts = new Set([...crawled.values()].flatMap((page) => page.scripts));
    const sizes = new Map(
      await Promise.all([...scripts].map(async (url) => [url, await brotliBytes(url)] as const)),
    );
    const sizeOf = (page: CrawledPage) =>
      page.scripts.reduce((total, url) => total + (sizes.get(url) ?? 0), 0);
    expect(sizes.size).toBeGreaterThan(crawled.size);
    expect(
      faults((page) => {
        const size = isPrivatePath(page.path) ? 0 : sizeOf(page);
        return size > SCRIPT_MAX_BYTES && `${size} bytes`;
      }),
    ).toEqual([]);
  });

  test("do not load auth-js before interaction", () => {
    expect(faults(({ scripts }) => scripts.find((url) => url.includes("/auth-client-")))).toEqual(
      [],
    );
  });

  test("have one h1 and lang en-GB", () => {
    expect(faults(({ headings }) => headings !== 1 && `${headings} h1`)).toEqual([]);
    expect(faults(({ lang }) => lang !== "en-GB" && lang)).toEqual([]);
  });

  test("have their own link preview image, which exists", async () => {
    const images = await Promise.all(
      [...crawled.values()].map(async ({ path, previewImage }) => {
        const response = await fetch(previewImage);
        return { path, type: response.ok && response.headers.get("content-type") };
      }),
    );
    expect(images.filter(({ type }) => type !== "image/jpeg")).toEqual([]);
    expect(new Set([...crawled.values()].map((page) => page.previewImage)).size).toBe(crawled.size);
  });

  test("are in the sitemap and llms.txt, or are noindex or a second address", async () => {
    const listed = async (file: string, address: RegExp) => {
      const text = await (await fetch(`${site}/${file}`)).text();
      return [...text.matchAll(address)].map((match) => pathOf(String(match[1]))).toSorted();
    };
    const indexed = [...crawled.values()]
      .filter(({ path, robots }) => !robots.includes("noindex") && STAND_BACK[path] === undefined)
      .map(({ path }) => path)
      .toSorted();
    expect(await listed("sitemap.xml", /<loc>([^<]+)<\/loc>/g)).toEqual(indexed);
    expect(await listed("llms.txt", /\]\(([^)]+)\)/g)).toEqual(indexed);
  });
});

test.for([paths.checkout, paths.checkoutCancel, paths.checkoutSuccess])(
  "%s: header and footer have help, the guarantee and the law, and lead nowhere else",
  (path) => {
    const shell = crawled.get(path)?.shell;
    expect(shell?.foot).toContain("14-day money-back guarantee");
    expect(shell?.links).toEqual([
      "Tidepost",
      "Help on WhatsApp (opens in a new tab)",
      "hello@tidepost.example",
      "Privacy",
      "Terms",
      "Cookies",
    ]);
  },
);

describe("all pages, looked at", () => {
  test("fit every width, and no axe violations, light and dark", () => {
    expect(
      faults((page) => {
        const widths = Object.entries(page.misfits);
        return widths.map(([width, found]) => `${width}: ${found.join(", ")}`)[0];
      }),
    ).toEqual([]);
  });

  test("have text and controls for a phone", () => {
    expect(faults(({ smallText }) => smallText[0])).toEqual([]);
    expect(faults(({ smallControls }) => smallControls[0])).toEqual([]);
  });

  test("keep an edge of buttons and panels in forced colours", () => {
    expect(faults(({ boxesWithoutEdge: found }) => found[0])).toEqual([]);
  });

  test("say of a table that it scrolls, where it is wider than the window", () => {
    expect(faults(({ wrongHints }) => wrongHints[0])).toEqual([]);
  });

  test("reach to the foot of the window", () => {
    expect(faults(({ end }) => end < HIGH && `ends at ${end} px`)).toEqual([]);
  });
});

describe("other files", () => {
  test.for([
    ["/robots.txt", "text/plain"],
    ["/llms.txt", "text/plain"],
    ["/.well-known/security.txt", "text/plain"],
    ["/legal/terms-of-service-2025-01.txt", "text/plain"],
    ["/sitemap.xml", "application/xml"],
    ["/site.webmanifest", "application/manifest+json"],
    ["/favicon.ico", "image/"],
    ["/favicon.svg", "image/svg+xml"],
    ["/apple-touch-icon.png", "image/png"],
  ] as const)("%s: served with its media type", async ([path, type]) => {
    const response = await fetch(`${site}${path}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain(type);
    expect(await response.text()).not.toContain("__TIDEPOST");
  });

  test("security.txt: names this site, and expires within a year; the API leads to it", async () => {
    const response = await fetch(`${api}/.well-known/security.txt`);
    expect(response.url).toBe(`${site}/.well-known/security.txt`);
    const fields = new Map(
      (await response.text())
        .trim()
        .split("\n")
        .map((line) => line.split(/: (.*)/) as [string, string]),
    );
    expect(fields.get("Contact")).toBe(`mailto:${COMPANY.email}`);
    expect(fields.get("Canonical")).toBe(response.url);
    const policy = new URL(fields.get("Policy") ?? "");
    expect(crawled.get(policy.pathname)?.ids).toContain(policy.hash.slice(1));
    const days = (Date.parse(fields.get("Expires") ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });

  test("manifest: every icon has the size that it names", async () => {
    const manifest = (await (await fetch(`${site}/site.webmanifest`)).json()) as {
      icons: { src: string; sizes: string }[];
    };
    for (const { src, sizes } of manifest.icons) {
      const png = Buffer.from(await (await fetch(`${site}${src}`)).arrayBuffer());
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
    }
  });

  test("structured data: valid on every page", async () => {
    for (const { path, robots } of crawled.values()) {
      const html = await (await fetch(`${site}${path}`)).text();
      const block = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1];
      if (robots.includes("noindex")) expect(block, path).toBeUndefined();
      else expect(JSON.parse(block ?? ""), path).toHaveProperty("@graph");
    }
  });
});
