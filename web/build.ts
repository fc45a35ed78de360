import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { build, type Manifest } from "vite";
import { iconFiles, manifestFile } from "./site/app-icons.ts";
import { CARD, drawCard } from "./site/card.ts";
import { llmsFile, robotsFile, securityFile, sitemapFile } from "./site/crawlers.ts";
import { headersFile, redirectsFile } from "./site/headers.ts";
import {
  composePage,
  inlineStylesheet,
  NO_SCRIPT_CSS,
  type Preview,
  previewSubject,
  trimStylesheet,
  usedRules,
} from "./site/html.ts";
import { readPalette } from "./site/palette.ts";
import { readPosts } from "./site/pictures.ts";
import { createRasteriser } from "./site/raster.ts";
import { structuredData } from "./site/structured-data.ts";
import { claimsInDoubt } from "./src/content/claims-register.ts";
import type { Page } from "./src/page.ts";
import type * as Prerender from "./src/prerender.tsx";

const WEB = import.meta.dirname;
const DIST = join(WEB, "dist");
// Inside node_modules, so that the bundle resolves React and stays out of git.
const SERVER_BUNDLE = join(WEB, "../node_modules/.cache/tidepost-prerender");
const PICTURES = join(WEB, "../node_modules/.cache/tidepost-pictures");
const CONFIG = { configFile: join(WEB, "vite.config.ts"), logLevel: "warn" } as const;

// The browser's room knows no helper of commands.
if (process.argv.length > 2) {
  console.error("npm run build:web takes no options.");
  process.exit(1);
}
const startedAt = performance.now();

// Vitest sets this to "test", which would bundle React's development build.
process.env["NODE_ENV"] = "production";
await build(CONFIG);
const prerender = await loadPrerender();

const manifest = JSON.parse(await readFile(join(DIST, ".vite/manifest.json"), "utf8")) as Manifest;
const mainStylesheet = stylesheetOf(manifest, "style.css");
const css = trimStylesheet(await readFile(join(DIST, mainStylesheet), "utf8"));
const appStylesheet = stylesheetOf(manifest, "/styles/app.css");
const appCss = trimStylesheet(await readFile(join(DIST, appStylesheet), "utf8"));
await write(appStylesheet, appCss);
const template = inlineStylesheet(await readFile(join(DIST, "index.html"), "utf8"), css);

const palette = readPalette();
const posts = await readPosts(join(WEB, "pictures"), CARD.post);
const rasteriser = await createRasteriser(PICTURES);
const inlined = new Set([css, NO_SCRIPT_CSS]);
const indexed: { path: string; page: Page }[] = [];
for (const route of [...prerender.routes, prerender.notFoundRoute]) {
  const { page, html } = await prerender.renderPage(route.path ?? "/404");
  const file =
    route.path === null ? "404.html" : route.path === "/" ? "index.html" : `${route.path}.html`;
  const firstView = page.stylesheet === undefined ? null : usedRules(appCss, html);
  if (firstView !== null) inlined.add(firstView);
  const preload = scriptsOf(manifest, `src/pages/${route.file}.tsx`);
  await write(
    file,
    composePage({
      template,
      page,
      body: html,
      path: route.path,
      preload,
      preview: await writePreview(route.file, html),
      structuredData: structuredData(page, route.path),
      firstView,
    }),
  );
  if (route.path !== null && page.noindex !== true && page.canonical === undefined)
    indexed.push({ path: route.path, page });
}

await write("_headers", headersFile([...inlined]));
await write("_redirects", redirectsFile());
await write("sitemap.xml", sitemapFile(indexed.map(({ path }) => path)));
await write("robots.txt", robotsFile());
await write(".well-known/security.txt", securityFile(new Date()));
await write("llms.txt", llmsFile(indexed));
await write("site.webmanifest", manifestFile(palette));
for (const [file, content] of await iconFiles(rasteriser, palette)) await write(file, content);
await rasteriser.prune();
await rm(join(DIST, mainStylesheet));
await rm(SERVER_BUNDLE, { recursive: true });

for (const { name, why } of claimsInDoubt(new Date())) console.warn(`claim "${name}": ${why}`);
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
console.log(`Built ${prerender.routes.length + 1} pages into web/dist in ${seconds} s.`);

/** Uses the client's Vite configuration, so that both have the same asset names. */
async function loadPrerender(): Promise<typeof Prerender> {
  await build({
    ...CONFIG,
    publicDir: false,
    build: {
      ssr: join(WEB, "src/prerender.tsx"),
      outDir: SERVER_BUNDLE,
      emptyOutDir: true,
      manifest: false,
      rolldownOptions: { output: { entryFileNames: "prerender.mjs" } },
    },
  });
  const bundle = pathToFileURL(join(SERVER_BUNDLE, "prerender.mjs"));
  return (await import(bundle.href)) as typeof Prerender;
}

function stylesheetOf(chunks: Manifest, name: string): string {
  // One that is imported by its address has an absolute key.
  const [, sheet] = Object.entries(chunks).find(([key]) => key.endsWith(name)) ?? [];
  if (sheet === undefined) throw new Error(`The client build has no ${name}.`);
  return sheet.file;
}

function scriptsOf(chunks: Manifest, source: string): readonly string[] {
  const found = new Set<string>();
  const visit = (key: string) => {
    const chunk = chunks[key];
    if (chunk === undefined) throw new Error(`The client build has no chunk for ${key}.`);
    if (chunk.isEntry === true || found.has(`/${chunk.file}`)) return;
    found.add(`/${chunk.file}`);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit(source);
  return [...found];
}

/** The file name has a content hash, because social networks cache previews for long. */
async function writePreview(name: string, body: string): Promise<Preview> {
  const { headline, pictures } = previewSubject(body);
  const own = pictures.filter((picture) => posts.has(picture));
  const shown = [...new Set([...own, ...posts.keys()])].slice(0, CARD.postsMax);
  const card = { headline, pictures: shown.flatMap((picture) => posts.get(picture) ?? []) };
  const jpeg = await rasteriser.toJpeg(drawCard(card, palette), CARD.width);
  const hash = createHash("sha256").update(jpeg).digest("hex").slice(0, 8);
  const file = `assets/preview-${name}-${hash}.jpg`;
  await write(file, jpeg);
  return { src: `/${file}`, width: CARD.width, height: CARD.height, alt: headline };
}

async function write(file: string, content: string | Uint8Array): Promise<void> {
  const path = join(DIST, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
