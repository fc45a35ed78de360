/** Holds the built site to its budgets. Reads `web/dist`; run `node web/build.ts` first. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { describe, expect, test } from "vitest";

const DIST = join(import.meta.dirname, "dist");
const pages = readdirSync(DIST, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".html"),
);

const KB = 1_000;

describe.each(pages)("%s", (file) => {
  const html = readFileSync(join(DIST, file), "utf8");

  test("fits one flight of packets: at most 14 kB with its stylesheet", () => {
    expect(brotliBytes(html)).toBeLessThanOrEqual(14 * KB);
  });

  test("loads at most 80 kB of script", () => {
    const scripts = new Set(
      [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? ""),
    );
    const bytes = [...scripts].map((src) => brotliBytes(readFileSync(join(DIST, src))));
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(80 * KB);
  });

  test("names no other origin to load from", () => {
    expect(html).not.toMatch(
      /<(?:script|link rel="(?:stylesheet|preload|modulepreload)"|img|iframe)[^>]+(?:src|href)="(?:https?:)?\/\//,
    );
  });

  test("has one h1, a title, a description and no inline script or style attribute", () => {
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html.match(/<title>[^<]{10,}<\/title>/g)).toHaveLength(1);
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/);
    expect(html).not.toMatch(/<script(?![^>]*(?:src=|application\/ld\+json))[^>]*>/);
    expect(html).not.toMatch(/ style="/);
  });
});

describe("the site", () => {
  const assets = readdirSync(join(DIST, "assets"));

  test("has at most one font, of at most 30 kB", () => {
    const fonts = assets.filter((file) => file.endsWith(".woff2"));
    expect(fonts).toHaveLength(1);
    expect(statSync(join(DIST, "assets", fonts[0] ?? "")).size).toBeLessThanOrEqual(30 * KB);
  });

  test("has at most 60 kB of stylesheet before compression", () => {
    const css = /<style>([\s\S]*?)<\/style>/.exec(
      readFileSync(join(DIST, "index.html"), "utf8"),
    )?.[1];
    expect(css?.length).toBeLessThanOrEqual(60 * KB);
  });

  test("keeps every page's own code under 10 kB", () => {
    const manifest = JSON.parse(readFileSync(join(DIST, ".vite/manifest.json"), "utf8")) as Record<
      string,
      { file: string }
    >;
    const tooLarge = Object.entries(manifest)
      .filter(([source]) => source.startsWith("src/pages/"))
      .filter(([, chunk]) => brotliBytes(readFileSync(join(DIST, chunk.file))) > 10 * KB)
      .map(([source]) => source);
    expect(tooLarge).toEqual([]);
  });
});

function brotliBytes(content: string | Uint8Array): number {
  return brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  }).length;
}
