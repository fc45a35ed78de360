import { expect, test } from "vitest";
import type { Page } from "../src/page.ts";
import { composePage, previewSubject, trimStylesheet, usedRules } from "./html.ts";

const page: Page = {
  title: "Ads & more",
  description: 'Says "hello" for $& and £1',
  Body: () => null,
};

function compose(
  path: string | null,
  structuredData: string | null = null,
  more: Partial<Page> = {},
  body = "<h1>Ads</h1>",
): string {
  return composePage({
    template: "<head><!--head--></head><body><!--body--></body>",
    page: { ...page, ...more },
    body,
    path,
    preload: ["/assets/ads.js"],
    preview: { src: "/assets/preview.png", width: 1200, height: 630, alt: "Ads" },
    structuredData,
    firstView: more.stylesheet === undefined ? null : ".a{top:0}",
  });
}

test("head: has title, description, canonical and Open Graph tags", () => {
  const html = compose("/ads");
  expect(html).toContain("<title>Ads &amp; more | Tidepost</title>");
  expect(html).toContain('content="Says &quot;hello&quot; for $&amp; and £1"');
  expect(html).toContain('<link rel="canonical" href="__TIDEPOST_SITE_URL__/ads">');
  expect(html).toContain('property="og:title" content="Ads &amp; more"');
  expect(html).toContain('property="og:image" content="__TIDEPOST_SITE_URL__/assets/preview.png"');
  expect(html).toContain("<body><h1>Ads</h1></body>");
});

test("not-found page: has no canonical and no og:url", () => {
  expect(compose(null)).not.toContain("canonical");
  expect(compose(null)).not.toContain("og:url");
});

test("page with a canonical: links to the other page", () => {
  expect(compose("/auth", null, { canonical: "/login" })).toContain(
    '<link rel="canonical" href="__TIDEPOST_SITE_URL__/login">',
  );
});

test("page that shows what the API answers: opens the connection to it first", () => {
  const link = '<link rel="preconnect" crossorigin href="__TIDEPOST_API_URL__">';
  expect(compose("/review")).toContain(`${link}<title>`);
  expect(compose("/ads")).not.toContain("preconnect");
});

test("page with a stylesheet: paints with what it uses of it, and links it at the end", () => {
  const link = '<link rel="stylesheet"';
  const html = compose("/login", null, { stylesheet: "/assets/app.css" });
  expect(html).toContain("<style>.a{top:0}</style></head>");
  expect(html).toContain(`<h1>Ads</h1>${link} href="/assets/app.css" id="/assets/app.css"></body>`);
  expect(compose("/ads")).not.toContain(link);
});

test.each([
  ["a class of the page", ".used{top:0}", true],
  ["one with an escaped name", ".\\[\\&\\>p\\]\\:m-0\\.5{top:0}", true],
  ["a class that no element has", ".other{top:0}", false],
  ["a used and an unused class", ".used.other{top:0}", false],
  ["one of a list", ".other,.used{top:0}", true],
  ["one inside :is()", ":is(.other,.used)>p{top:0}", true],
  ["an unused one inside :is()", ":is(.other)>p{top:0}", false],
  ["without an unused class", ".used:not(.other){top:0}", true],
  ["an attribute", "[hidden]{top:0}", true],
  ["inside a media query", "@media print{.used{top:0}}", true],
  ["nothing inside nested queries", "@media print{@supports (top:0){.other{top:0}}}", false],
])("rule for %s", (_, rule, kept) => {
  const body = '<p class="used [&amp;&gt;p]:m-0.5">Text</p>';
  expect(usedRules(rule, body) !== "").toBe(kept);
});

test("hero picture: preloaded ahead of the scripts; other pictures are not", () => {
  const picture = (name: string, rest: string) =>
    `<picture><source type="image/avif" srcSet="/assets/${name}-320.avif 320w" sizes="40vw"/><img src="/assets/${name}-640.webp" ${rest}/></picture>`;
  const html = compose(
    "/ads",
    null,
    {},
    picture("late", 'loading="lazy"') + picture("hero", 'height="9" fetchPriority="high"'),
  );
  expect(html).toContain(
    '<link rel="preload" as="image" type="image/avif" imagesrcset="/assets/hero-320.avif 320w" imagesizes="40vw" fetchpriority="high"><link rel="modulepreload"',
  );
  expect(html).not.toContain('imagesrcset="/assets/late');
});

test("structured data: in an ld+json block, not an executable script", () => {
  expect(compose("/ads", "{}")).toContain('<script type="application/ld+json">{}</script>');
  expect(compose("/ads")).not.toContain("<script");
});

test("previewSubject: returns the words of the h1 and each picture once", () => {
  const body = `<h1 tabindex="-1">We&#x27;re <span class="x">here</span> <!-- -->&amp; now</h1>
    <source srcset="/assets/1a2b-320.avif 320w"><img src="/assets/1a2b-640.webp">
    <image href="/assets/9c8d-320.avif"></image><img src="/assets/1a2b-640.webp">`;
  expect(previewSubject(body)).toEqual({
    headline: "We're here & now",
    pictures: ["1a2b", "9c8d"],
  });
  expect(() => previewSubject("<h2>No</h2>")).toThrow("h1");
});

test("trimStylesheet: removes duplicates and unused Tailwind variables, and no visible style", () => {
  const css = `/*! tool */@layer properties{@supports (x){*{--tw-leading:initial}}}.a{--tw-font-weight:var(--bold);font-weight:var(--bold)}.b{line-height:var(--tw-leading,var(--b-leading))}.c{-webkit-text-decoration:none;-webkit-text-decoration:none;text-decoration:none}.d>*{--tw-divide-y-reverse:0;border-bottom-style:var(--tw-border-style);border-top-width:calc(1px * var(--tw-divide-y-reverse));border-bottom-width:calc(1px * calc(1 - var(--tw-divide-y-reverse)))}.e{margin:max(1px, 2px)}@property --tw-tracking{syntax:"*"}@property --tw-other{syntax:"*"}/*$tool$:1*/`;
  expect(trimStylesheet(css)).toBe(
    `.a{font-weight:var(--bold)}.b{line-height:var(--b-leading)}.c{-webkit-text-decoration:none;text-decoration:none}.d>*{border-bottom-width:1px}.e{margin:max(1px,2px)}@property --tw-other{syntax:"*"}`,
  );
});
