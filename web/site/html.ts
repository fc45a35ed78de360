import type { Page } from "../src/lib/page.ts";

const SITE_URL = "__TIDEPOST_SITE_URL__";

/** The template that Vite has written, taken apart once for all pages. */
export type Template = {
  /** `index.html` of the client build, its stylesheet link replaced by the stylesheet itself. */
  readonly html: string;
};

/**
 * Writes the HTML file of one page.
 *
 * @param options.path address for the canonical link, or null for the page of unknown addresses
 * @param options.preload addresses of the scripts that the page needs beside the entry
 */
export function composePage(options: {
  template: Template;
  page: Page;
  body: string;
  path: string | null;
  preload: readonly string[];
}): string {
  const { template, page, body, path, preload } = options;
  const head = [
    `<title>${escapeHtml(page.title)}</title>`,
    meta("name", "description", page.description),
    meta("name", "robots", page.noindex === true ? "noindex" : "index, follow"),
    ...(path === null
      ? []
      : [
          `<link rel="canonical" href="${SITE_URL}${path}" />`,
          meta("property", "og:url", `${SITE_URL}${path}`),
        ]),
    meta("property", "og:title", page.title),
    meta("property", "og:description", page.description),
    meta("property", "og:type", "website"),
    meta("property", "og:locale", "en_GB"),
    meta("property", "og:site_name", "Tidepost"),
    ...preload.map((href) => `<link rel="modulepreload" crossorigin href="${href}" />`),
  ].join("\n    ");
  // Functions, because a replacement text would read "$" in the copy as a pattern.
  return template.html.replace("<!--head-->", () => head).replace("<!--body-->", () => body);
}

/**
 * Puts the stylesheet into the page, which saves the visitor one round trip before the first paint.
 *
 * @throws when the built page links no stylesheet, or more than one
 */
export function inlineStylesheet(html: string, css: string): Template {
  const links = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  const [link] = links;
  if (link === undefined || links.length > 1) {
    throw new Error(`The built page links ${links.length} stylesheets instead of one.`);
  }
  return { html: html.replace(link, () => `<style>${css}</style>`) };
}

/**
 * Takes out Tailwind's stand-ins for browsers without `@property`, which is older than anything we build for.
 */
export function withoutPropertyFallback(css: string): string {
  return css.replace(/@layer properties\{@supports[^{]*\{[^{}]*\{[^{}]*\}\}\}/, "");
}

function meta(kind: "name" | "property", name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
