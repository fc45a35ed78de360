import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { paths } from "../../web/src/paths.ts";
import { closeBrowser, launchBrowser, test } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { thisStack } from "../support/this-stack.ts";

const { site, api } = thisStack();
const UNKNOWN = "/no-such-page";

/** They go somewhere else by themselves when nobody is signed in, so there is no looking at them. */
const MOVE_ON: ReadonlySet<string> = new Set([
  paths.logout,
  paths.dashboard,
  paths.changePlan,
  paths.cancelSubscription,
  paths.retentionOffer,
  paths.accountSecurity,
]);

/** Pages that name another as the one to be found. */
const STAND_BACK: Readonly<Record<string, string>> = { [paths.auth]: paths.login };

const compress = promisify(brotliCompress);

/** Of a first visit; compressed as hosts do, once and well. */
const SCRIPT_MAX_BYTES = 80_000;

/** What one page of the site turned out to be. */
type Seen = {
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
  /** Everything on the console, and exceptions that nobody caught. */
  said: string[];
  /** Requests to anybody else. */
  strangers: string[];
  /** Addresses of the scripts that were loaded before anybody touched the page. */
  scripts: string[];
};

/** Every page by its path: those that links lead to from the home page, and those that nobody links to. */
const seen = new Map<string, Seen>();

beforeAll(async () => {
  const browser = await launchBrowser();
  const page = await browser.newPage({ locale: "en-GB", viewport: { width: 1440, height: 900 } });
  const isSeen = (path: string) => !MOVE_ON.has(path);
  const waiting = [...Object.values(paths).filter(isSeen), UNKNOWN];
  for (const path of waiting) {
    if (seen.has(path)) continue;
    const found = await look(page, path);
    seen.set(path, found);
    waiting.push(...found.links.map(pathOf).filter(isSeen));
  }
  await browser.close();
});

afterAll(closeBrowser);

/** Opens a page, waits until React has taken it over, and writes down what it is. */
async function look(page: Page, path: string): Promise<Seen> {
  const said: string[] = [];
  const strangers: string[] = [];
  const scripts = new Set<string>();
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("request", (request) => {
    if (![site, api].includes(new URL(request.url()).origin)) strangers.push(request.url());
    if (request.resourceType() === "script") scripts.add(request.url());
  });
  const response = await page.goto(`${site}${path}`);
  await eventually(`${path} is hydrated`, () =>
    page.evaluate(() =>
      Object.keys(document.querySelector("h1") ?? {}).some((key) => key.startsWith("__react")),
    ),
  );
  // What a page fetches once it works, it asks for when React has nothing left to do.
  await page.evaluate(async () => {
    const idle = () => new Promise((resolve) => void requestIdleCallback(resolve));
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
    };
  });
  page.removeAllListeners();
  const inside = facts.links.filter((link) => link.startsWith(`${site}/`));
  return {
    path,
    status: response?.status() ?? 0,
    said,
    strangers,
    scripts: [...scripts],
    ...facts,
    links: inside,
  };
}

/** Size of a file of the site as it is sent. */
async function brotliBytes(url: string): Promise<number> {
  const content = await (await fetch(url)).arrayBuffer();
  return (await compress(new Uint8Array(content))).length;
}

function pathOf(link: string): string {
  return new URL(link).pathname;
}

/** What is wrong with which pages, so that one run tells all of it. */
function faults(cancellationErrorMessage: (page: Seen) => string | false | undefined): string[] {
  return [...seen.values()].flatMap((page) => {
    const fault = cancellationErrorMessage(page);
    return fault === false || fault === undefined ? [] : [`${page.path}: ${fault}`];
  });
}

describe("from the home page on", () => {
  test("no link is dead", () => {
    const dead = [...seen.values()].filter(
      ({ path, status }) => status !== (path === UNKNOWN ? 404 : 200),
    );
    const linkedFrom = ({ path }: Seen) =>
      [...seen.values()].filter(({ links }) => links.map(pathOf).includes(path));
    expect(
      dead.map((page) => ({ path: page.path, on: linkedFrom(page).map(({ path }) => path) })),
    ).toEqual([]);
  });

  test("no link leads to a section that its page lacks", () => {
    const lost = [...seen.values()].flatMap((page) =>
      page.links
        .map((link) => new URL(link))
        .filter(({ hash, pathname }) => {
          const target = seen.get(pathname);
          return hash !== "" && target !== undefined && !target.ids.includes(hash.slice(1));
        })
        .map(({ hash, pathname }) => `${page.path}: ${pathname}${hash}`),
    );
    expect(lost).toEqual([]);
  });

  test("no page uses an id twice", () => {
    const twice = ({ ids }: Seen) => ids.filter((id, index) => ids.indexOf(id) !== index);
    expect(faults((page) => twice(page).join(" ") || undefined)).toEqual([]);
  });

  test("no page says anything on the console, and none hydrates to something else", () => {
    const isExpected = (path: string, line: string) =>
      path === UNKNOWN && line.includes("status of 404");
    expect(faults(({ path, said }) => said.find((line) => !isExpected(path, line)))).toEqual([]);
  });

  test("no page asks anybody else for anything before it may", () => {
    expect(faults(({ strangers }) => strangers[0])).toEqual([]);
  });
});

describe("every page", () => {
  test("has a title and a description of its own, of a length that is shown whole", () => {
    expect(faults(({ title }) => (title.length < 15 || title.length > 70) && title)).toEqual([]);
    expect(
      faults(
        ({ description }) => (description.length < 25 || description.length > 175) && description,
      ),
    ).toEqual([]);
    for (const name of ["title", "description"] as const) {
      const texts = [...seen.values()].map((page) => page[name]);
      expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
    }
  });

  test("names its own address or the one that it stands back for; that of unknown ones none", () => {
    const expected = (path: string) =>
      path === UNKNOWN ? undefined : `${site}${STAND_BACK[path] ?? path}`;
    expect(
      faults(({ path, canonical }) => canonical !== expected(path) && `is ${canonical}`),
    ).toEqual([]);
  });

  test("loads at most 80 kB of script until somebody touches it", async () => {
    const scripts = new Set([...seen.values()].flatMap((page) => page.scripts));
    const sizes = new Map(
      await Promise.all([...scripts].map(async (url) => [url, await brotliBytes(url)] as const)),
    );
    const sizeOf = (page: Seen) =>
      page.scripts.reduce((total, url) => total + (sizes.get(url) ?? 0), 0);
    expect(sizes.size).toBeGreaterThan(seen.size);
    expect(
      faults((page) => {
        const size = sizeOf(page);
        return page.path !== paths.styleguide && size > SCRIPT_MAX_BYTES && `${size} bytes`;
      }),
    ).toEqual([]);
  });

  test("has one h1 and says that it is in British English", () => {
    expect(faults(({ headings }) => headings !== 1 && `${headings} h1`)).toEqual([]);
    expect(faults(({ lang }) => lang !== "en-GB" && lang)).toEqual([]);
  });

  test("has a link preview of its own that is there", async () => {
    const images = await Promise.all(
      [...seen.values()].map(async ({ path, previewImage }) => {
        const response = await fetch(previewImage);
        return { path, type: response.ok && response.headers.get("content-type") };
      }),
    );
    expect(images.filter(({ type }) => type !== "image/png")).toEqual([]);
    expect(new Set([...seen.values()].map((page) => page.previewImage)).size).toBe(seen.size);
  });

  test("is in the sitemap and in llms.txt, or says that it is not to be found", async () => {
    const listed = async (file: string, address: RegExp) => {
      const text = await (await fetch(`${site}/${file}`)).text();
      return [...text.matchAll(address)].map((match) => pathOf(String(match[1]))).toSorted();
    };
    const indexed = [...seen.values()]
      .filter(({ robots }) => !robots.includes("noindex"))
      .map(({ path }) => path)
      .toSorted();
    expect(await listed("sitemap.xml", /<loc>([^<]+)<\/loc>/g)).toEqual(indexed);
    expect(await listed("llms.txt", /\]\(([^)]+)\)/g)).toEqual(indexed);
  });
});

describe("beside the pages", () => {
  test.for([
    ["/robots.txt", "text/plain"],
    ["/llms.txt", "text/plain"],
    ["/sitemap.xml", "application/xml"],
    ["/site.webmanifest", "application/manifest+json"],
    ["/favicon.ico", "image/"],
    ["/favicon.svg", "image/svg+xml"],
    ["/apple-touch-icon.png", "image/png"],
  ] as const)("%s is what it says", async ([path, type]) => {
    const response = await fetch(`${site}${path}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain(type);
    expect(await response.text()).not.toContain("__TIDEPOST");
  });

  test("every icon of the manifest is a picture of the size that it names", async () => {
    const manifest = (await (await fetch(`${site}/site.webmanifest`)).json()) as {
      icons: { src: string; sizes: string }[];
    };
    for (const { src, sizes } of manifest.icons) {
      const png = Buffer.from(await (await fetch(`${site}${src}`)).arrayBuffer());
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
    }
  });

  test("the structured data of every page can be read", async () => {
    for (const { path, robots } of seen.values()) {
      const html = await (await fetch(`${site}${path}`)).text();
      const block = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1];
      if (robots.includes("noindex")) expect(block, path).toBeUndefined();
      else expect(JSON.parse(block ?? ""), path).toHaveProperty("@graph");
    }
  });
});
