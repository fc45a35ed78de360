/** Size budgets of the built site. Needs `web/dist`: run `node web/build.ts` first. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { isPrivatePath } from "./src/paths.ts";

const DIST = join(import.meta.dirname, "dist");
const pages = readdirSync(DIST, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".html"),
);

const KB = 1_000;
const QUICK_QUALITY = 9;

const manifest = JSON.parse(readFileSync(join(DIST, ".vite/manifest.json"), "utf8")) as Record<
  string,
  { file: string; imports?: string[] }
>;
const assets = readdirSync(join(DIST, "assets"));
const authClient = assets.filter((file) => /^auth-client-.*\.js$/.test(file));

const authClientBytes = sum(
  authClient.map((file) => brotliBytes(readFileSync(join(DIST, "assets", file)))),
);

/** Pages behind a sign-in also fetch the auth client by `import()`. */
const PRIVATE_MAX = 113 * KB - authClientBytes;
const PUBLIC_MAX = 90 * KB;

describe.each(pages)("%s", (file) => {
  const html = readFileSync(join(DIST, file), "utf8");

  // Each picture of a post is named in two formats and three widths, and the demo is drawn in its HTML.
  const packets =
    { "index.html": 12, "portfolio.html": 12, "post-examples.html": 12, "dashboard-demo.html": 11 }[
      file
    ] ?? 10;
  test(`takes ${packets} packets of 1,460 bytes, including its stylesheet`, () => {
    const max = packets * 1_460;
    // A lower quality takes a twentieth of the time, and mostly fits already.
    const isSmall = brotliBytes(html, QUICK_QUALITY) <= max;
    expect(isSmall ? 0 : brotliBytes(html)).toBeLessThanOrEqual(max);
  });

  const scriptMax = isPrivatePath(`/${file.replace(".html", "")}`) ? PRIVATE_MAX : PUBLIC_MAX;
  test(`loads at most ${scriptMax / KB} kB of script`, () => {
    expect(sum(scriptsOf(html).map(brotliBytesOf))).toBeLessThanOrEqual(scriptMax);
  });

  test("shows no picture twice", () => {
    const shown = [...html.matchAll(/<ima?ge?\b[^>]*?"\/assets\/([\da-f]+)-\d+\./g)];
    const names = shown.map(([, name]) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  test("loads nothing from other origins", () => {
    expect(html).not.toMatch(
      /<(?:script|link rel="(?:stylesheet|preload|modulepreload)"|img|iframe)[^>]+(?:src|href)="(?:https?:)?\/\//,
    );
  });

  test("has a link preview of 1200 by 630 pixels and at most 100 kB", async () => {
    const [, preview = ""] = /property="og:image" content="[^"/]*([^"]+)"/.exec(html) ?? [];
    const content = readFileSync(join(DIST, preview));
    const { width, height } = await sharp(content).metadata();
    expect([width, height]).toEqual([1200, 630]);
    expect(content.length).toBeLessThanOrEqual(100 * KB);
  });

  test("has one h1, title, description and inline script, and no style attribute", () => {
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html.match(/<title>[^<]{10,}<\/title>/g)).toHaveLength(1);
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/);
    expect(html.match(/<script(?![^>]*(?:src=|application\/ld\+json))[^>]*>/g)).toHaveLength(1);
    expect(html).not.toMatch(/ style="/);
  });
});

describe("built site", () => {
  test("has three fonts of at most 45 kB, the text face at most 25 kB", () => {
    const sizes = assets
      .filter((file) => file.endsWith(".woff2"))
      .map((file) => statSync(join(DIST, "assets", file)).size);
    expect(sizes).toHaveLength(3);
    expect(sum(sizes)).toBeLessThanOrEqual(45 * KB);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(25 * KB);
  });

  test("has no picture over 40 kB", () => {
    const tooLarge = readdirSync(DIST, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(?:png|svg|avif|webp|jpe?g|ico)$/.test(file))
      // For wide frames only; `site/pictures.ts` limits each width.
      .filter((file) => !file.endsWith("-1080.avif"))
      // Pictures of link previews, which no visitor loads.
      .filter((file) => !file.endsWith(".jpg"))
      .filter((file) => statSync(join(DIST, file)).size > 40 * KB);
    expect(tooLarge).toEqual([]);
  });

  test("home page: at most 222 kB in total before scrolling", () => {
    const html = readFileSync(join(DIST, "index.html"), "utf8").replace(
      /<picture.*?<\/picture>/g,
      "",
    );
    const pictures = new Set(html.match(/\/assets\/[\w-]+\.(?:svg|avif|webp)/g));
    const fonts = new Set(html.match(/\/assets\/[\w-]+\.woff2/g));
    expect(
      brotliBytes(html) +
        sum([...scriptsOf(html), ...pictures].map(brotliBytesOf)) +
        sum([...fonts].map((font) => statSync(join(DIST, font)).size)),
    ).toBeLessThanOrEqual(222 * KB);
  });

  test("has at most 60 kB of CSS before compression", () => {
    const css = /<style>([\s\S]*?)<\/style>/.exec(
      readFileSync(join(DIST, "index.html"), "utf8"),
    )?.[1];
    expect(css?.length).toBeLessThanOrEqual(60 * KB);
  });

  test("loads what writes and draws a visitor’s month on intent: at most 30 kB, with gzip", () => {
    const home = scriptsOf(readFileSync(join(DIST, "index.html"), "utf8"));
    const onIntent = withImports("src/features/month/load-month.ts").filter(
      (script) => !home.includes(script),
    );
    expect(onIntent.length).toBeGreaterThan(0);
    const sizes = onIntent.map((script) => gzipSync(readFileSync(join(DIST, script))).length);
    expect(sum(sizes)).toBeLessThanOrEqual(30 * KB);
  });

  test("code of each page: under 10 kB", () => {
    const tooLarge = Object.entries(manifest)
      .filter(([source]) => source.startsWith("src/pages/"))
      .filter(([, chunk]) => brotliBytesOf(`/${chunk.file}`) > 10 * KB)
      .map(([source]) => source);
    expect(tooLarge).toEqual([]);
  });
});

function withImports(source: string): readonly string[] {
  const scripts = new Set<string>();
  const queue = [source];
  for (const name of queue) {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`${name} is no script of its own.`);
    if (scripts.has(`/${chunk.file}`)) continue;
    scripts.add(`/${chunk.file}`);
    queue.push(...(chunk.imports ?? []));
  }
  return [...scripts];
}

function scriptsOf(html: string): readonly string[] {
  const named = html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g);
  return [...new Set([...named].map((match) => match[1] ?? ""))];
}

// Cached: most pages share their scripts, and Brotli at its highest quality is slow.
const known = new Map<string, number>();

function brotliBytesOf(address: string): number {
  const bytes = known.get(address) ?? brotliBytes(readFileSync(join(DIST, address)));
  known.set(address, bytes);
  return bytes;
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

function brotliBytes(
  content: string | Uint8Array,
  quality: number = constants.BROTLI_MAX_QUALITY,
): number {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
    .length;
}
