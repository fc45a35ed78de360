import { MARK_DECIDED_SCRIPT } from "../src/features/consent/consent-record.ts";
import { FIRST_VIEW_SCRIPT } from "../src/lib/first-view.ts";
import type { Page } from "../src/lib/page.ts";

const SITE_URL = "__TIDEPOST_SITE_URL__";
const BRAND = "Tidepost";

/** Script sends every form. Before React is there, the browser itself would send it to a static page. */
const HOLD_FORMS_SCRIPT = ";onsubmit=()=>!1";

/** What has to run before the first paint, or before React. */
export const INLINE_SCRIPT = `${MARK_DECIDED_SCRIPT}${FIRST_VIEW_SCRIPT}${HOLD_FORMS_SCRIPT}`;

/**
 * Without script nothing could bring a hidden tab panel back, so all are shown; what needs script is not. What is important
 * in the first layer wins over the reset, whose `[hidden]` is important in a later one.
 */
export const NO_SCRIPT_CSS =
  '@layer theme{[role="tabpanel"][hidden]{display:block!important}}.needs-script{display:none!important}';

/** The template that Vite has written, taken apart once for all pages. */
export type Template = {
  /** `index.html` of the client build, its stylesheet link replaced by the stylesheet itself. */
  readonly html: string;
};

/** The picture that stands for a page where somebody shares a link to it. */
export type Preview = {
  /** Its address on the site, with a slash in front. */
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
};

/**
 * Writes the HTML file of one page.
 *
 * @param options.path address for the canonical link, or null for the page of unknown addresses
 * @param options.preload addresses of the scripts that the page needs beside the entry
 * @param options.ownStyles content of the page's own stylesheet, or null for a page without
 * @param options.structuredData JSON-LD, or null for a page without
 */
export function composePage(options: {
  template: Template;
  page: Page;
  body: string;
  path: string | null;
  preload: readonly string[];
  preview: Preview;
  ownStyles: string | null;
  structuredData: string | null;
}): string {
  const { template, page, body, path, preload, preview, ownStyles, structuredData } = options;
  const unnamed = preload.filter((href) => !template.html.includes(`src="${href}"`));
  const head = [
    `<title>${escapeHtml(page.title)}</title>`,
    meta("name", "description", page.description),
    meta("name", "robots", page.noindex === true ? "noindex" : "index, follow"),
    ...(path === null
      ? []
      : [
          `<link rel="canonical" href="${SITE_URL}${page.canonical ?? path}" />`,
          meta("property", "og:url", `${SITE_URL}${path}`),
        ]),
    meta("property", "og:title", bareTitle(page.title)),
    meta("property", "og:description", page.description),
    meta("property", "og:type", "website"),
    meta("property", "og:locale", "en_GB"),
    meta("property", "og:site_name", BRAND),
    meta("property", "og:image", SITE_URL + preview.src),
    meta("property", "og:image:width", String(preview.width)),
    meta("property", "og:image:height", String(preview.height)),
    meta("property", "og:image:alt", preview.alt),
    meta("name", "twitter:card", "summary_large_image"),
    ...(page.stylesheet === undefined || ownStyles === null
      ? []
      : [`<style id="${page.stylesheet}">${ownStyles}</style>`]),
    ...unnamed.map((href) => `<link rel="modulepreload" crossorigin href="${href}" />`),
    ...(structuredData === null
      ? []
      : [`<script type="application/ld+json">${structuredData}</script>`]),
  ].join("\n");
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
  const first = `<script>${INLINE_SCRIPT}</script><style>${css}</style>`;
  const styles = `${first}<noscript><style>${NO_SCRIPT_CSS}</style></noscript>`;
  return { html: html.replace(link, () => styles) };
}

/**
 * Takes out comments, what is said twice, Tailwind's stand-ins for browsers without `@property`, which is older than
 * anything we build for, and the variables by which its utilities for weight, leading and tracking tell each other what they already
 * say in the property itself. Every page carries the stylesheet, so every byte counts.
 */
export function trimStylesheet(css: string): string {
  return css
    .replace(/\/\*[^*]*\*\//g, "")
    .replace(/@layer properties\{@supports[^{]*\{[^{}]*\{[^{}]*\}\}\}/, "")
    .replace(/@property --tw-(?:leading|font-weight|tracking)\{[^}]*\}/g, "")
    .replace(/--tw-(?:leading|font-weight|tracking):[^;}]*;/g, "")
    .replace(/(-webkit-[^;{}]+;)\1+/g, "$1")
    .replace(/var\(--tw-(?:leading|tracking),\s*(var\([^)]*\))\)/g, "$1")
    .trim();
}

/** A page's title without the name that stands in all of them. */
export function bareTitle(title: string): string {
  return title
    .split(" | ")
    .filter((part) => part !== BRAND)
    .join(" | ");
}

/**
 * What a page's own link preview shows: the words of its heading, and the pictures that it uses, in their order.
 *
 * @throws when the page has no heading
 */
export function previewSubject(body: string): { headline: string; scenes: readonly string[] } {
  const heading = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(body)?.[1];
  if (heading === undefined) throw new Error("A page has no h1 to stand on its link preview.");
  const scenes = [...body.matchAll(/\/scenes-[^"#]+\.svg#([a-z-]+)"/g)].map(
    (match) => match[1] ?? "",
  );
  const text = heading.replace(/<!--.*?-->/g, "").replace(/<[^>]+>/g, " ");
  return { headline: unescapeHtml(text).replace(/\s+/g, " ").trim(), scenes: [...new Set(scenes)] };
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

/** The entities that React writes. */
function unescapeHtml(html: string): string {
  return html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}
