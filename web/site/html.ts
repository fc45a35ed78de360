import { type Selector, transform } from "lightningcss";
import { COMPANY } from "#contracts/company.ts";
import { MARK_DECIDED_SCRIPT } from "../src/features/consent/consent-record.ts";
import { FIRST_VIEW_SCRIPT } from "../src/lib/first-view.ts";
import { documentTitle, type Page } from "../src/page.ts";
import { isPrivatePath } from "../src/paths.ts";
import { escapeMarkup, unescapeMarkup } from "./escape.ts";

const SITE_URL = "__TIDEPOST_SITE_URL__";
const API_URL = "__TIDEPOST_API_URL__";

/**
 * Before hydration, the browser itself would submit a form to a static page: the form is held, and
 * `lib/pending.ts` sends it. A script that does not load is told to `.script-note`.
 */
const HOLD_FORMS_SCRIPT =
  `;{let d=document.documentElement.dataset;` +
  `onsubmit=e=>(e.defaultPrevented||(heldForm=e.target,d.pending??=""),!1);` +
  `addEventListener("error",e=>{e.target.type==="module"&&(d.pending="failed")},!0)}`;

/** Runs before the first paint, or before React. */
export const INLINE_SCRIPT = `${MARK_DECIDED_SCRIPT}${FIRST_VIEW_SCRIPT}${HOLD_FORMS_SCRIPT}`;

/** `@layer theme`: an important rule of an earlier layer beats the reset's important `[hidden]`. */
export const NO_SCRIPT_CSS =
  '@layer theme{[role="tabpanel"][hidden]{display:block!important}}.needs-script{display:none!important}.script-note{display:block!important}';

export type Preview = {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
};

export function composePage(options: {
  /** The built page, with its stylesheet inlined. */
  template: string;
  page: Page;
  body: string;
  path: string | null;
  preload: readonly string[];
  preview: Preview;
  structuredData: string | null;
  /** What the body uses of the page's own stylesheet. */
  firstView: string | null;
}): string {
  const { template, page, body, path, preload, preview, structuredData, firstView } = options;
  const unnamed = preload.filter((href) => !template.includes(`src="${href}"`));
  const head = [
    // These pages show what the API answers, so the browser connects to it while the scripts load.
    ...(path !== null && isPrivatePath(path)
      ? [`<link rel="preconnect" crossorigin href="${API_URL}">`]
      : []),
    `<title>${escapeMarkup(documentTitle(page))}</title>`,
    meta("name", "description", page.description),
    meta("name", "robots", page.noindex === true ? "noindex" : "index, follow"),
    ...(path === null
      ? []
      : [
          `<link rel="canonical" href="${SITE_URL}${page.canonical ?? path}">`,
          meta("property", "og:url", `${SITE_URL}${path}`),
        ]),
    meta("property", "og:title", page.title),
    meta("property", "og:description", page.description),
    meta("property", "og:type", "website"),
    meta("property", "og:locale", "en_GB"),
    meta("property", "og:site_name", COMPANY.name),
    meta("property", "og:image", SITE_URL + preview.src),
    meta("property", "og:image:width", String(preview.width)),
    meta("property", "og:image:height", String(preview.height)),
    meta("property", "og:image:alt", preview.alt),
    meta("name", "twitter:card", "summary_large_image"),
    preloadHero(body),
    ...unnamed.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
    ...(structuredData === null
      ? []
      : [`<script type="application/ld+json">${structuredData}</script>`]),
  ].join("");
  // Without waiting for its stylesheet, the page paints; module scripts wait for a stylesheet anywhere in the page.
  const link = `<link rel="stylesheet" href="${page.stylesheet}" id="${page.stylesheet}">`;
  // They are functions, because "$" is a pattern in a replacement string.
  return template
    .replace("<!--head-->", () => head)
    .replace("</head>", (end) => (firstView === null ? end : `<style>${firstView}</style>${end}`))
    .replace("<!--body-->", () => body)
    .replace("</body>", (end) => (page.stylesheet === undefined ? end : link + end));
}

/**
 * Saves one round trip before the first paint.
 * @throws unless the built page links exactly one stylesheet
 */
export function inlineStylesheet(html: string, css: string): string {
  const template = html.replace(/\s*\/?>\s*/g, ">").replace(/\s+/g, " ");
  const links = template.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  const [link] = links;
  if (link === undefined || links.length > 1) {
    throw new Error(`The built page links ${links.length} stylesheets instead of one.`);
  }
  const first = `<script>${INLINE_SCRIPT}</script><style>${css}</style>`;
  const styles = `${first}<noscript><style>${NO_SCRIPT_CSS}</style></noscript>`;
  return template.replace(link, () => styles);
}

/**
 * Shortens the stylesheet, because every page carries it: it loses its comments, Tailwind's fallbacks for browsers
 * without `@property`, redundant variables, and the style of borders, which the reset makes solid.
 */
export function trimStylesheet(css: string): string {
  return css
    .replace(/\/\*[^*]*\*\//g, "")
    .replace(/@layer properties\{@supports[^{]*\{[^{}]*\{[^{}]*\}\}\}/, "")
    .replace(
      /(?:@property )?--tw-(?:border-style|divide-y-reverse|font-weight|leading|tracking)(?:\{[^}]*\}|:[^;}]*;)/g,
      "",
    )
    .replace(/border[\w-]*-style:var\(--tw-border-style\);/g, "")
    .replace(/border-top-width:calc\([\w.]+ \* var\(--tw-divide-y-reverse\)\);/g, "")
    .replace(/calc\(([\w.]+) \* calc\(1 - var\(--tw-divide-y-reverse\)\)\)/g, "$1")
    .replaceAll(", ", ",")
    .replace(/(-webkit-[^;{}]+;)\1+/g, "$1")
    .replace(/var\(--tw-(?:leading|tracking),\s*(var\([^)]*\))\)/g, "$1")
    .trim();
}

/** The rules of a stylesheet that the elements of a page can match. */
export function usedRules(css: string, body: string): string {
  const used = new Set(
    [...body.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) =>
      unescapeMarkup(names).split(" "),
    ),
  );
  const matches = (selector: Selector): boolean =>
    selector.every((part) => {
      if (part.type === "class") return used.has(part.name);
      if (part.type === "pseudo-class" && (part.kind === "is" || part.kind === "where"))
        return part.selectors.some(matches);
      return true;
    });
  const { code } = transform({
    filename: "used.css",
    code: Buffer.from(css),
    minify: true,
    visitor: { Rule: { style: ({ value }) => (value.selectors.some(matches) ? undefined : []) } },
  });
  let rest = code.toString();
  // A media query may hold nothing but empty ones.
  for (let before = ""; before !== rest;) {
    before = rest;
    rest = rest.replace(/@(?:media|supports|container|starting-style)[^{};]*\{\}/g, "");
  }
  return rest;
}

/** @throws when the page has no h1 */
export function previewSubject(body: string): {
  headline: string;
  /** Names of picture files, without width and format. */
  pictures: readonly string[];
} {
  const heading = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(body)?.[1];
  if (heading === undefined) throw new Error("A page has no h1 for its link preview.");
  const pictures = [...body.matchAll(/(?:src|href)="\/assets\/(\w+)-\d+\.(?:webp|avif)"/g)].map(
    (match) => match[1] ?? "",
  );
  const text = heading.replace(/<!--.*?-->/g, "").replace(/<[^>]+>/g, " ");
  return {
    headline: unescapeMarkup(text).replace(/\s+/g, " ").trim(),
    pictures: [...new Set(pictures)],
  };
}

/** The first hero picture, ahead of the scripts: browsers find it in the body only after them. */
function preloadHero(body: string): string {
  const [, candidates, sizes] =
    /<source type="image\/avif" srcSet="([^"]*)" sizes="([^"]*)"\/><img[^>]* fetchPriority="high"/.exec(
      body,
    ) ?? [];
  if (candidates === undefined) return "";
  return `<link rel="preload" as="image" type="image/avif" imagesrcset="${candidates}" imagesizes="${sizes}" fetchpriority="high">`;
}

function meta(kind: "name" | "property", name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeMarkup(content)}">`;
}
