import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { formatGbp } from "#contracts/money.ts";
import { BUSINESSES } from "#contracts/sample-month/businesses.ts";
import { type Element, parse } from "../../tests/support/parse-html.ts";
import { renderPages } from "../../tests/support/render-pages.ts";
import { CAMPAIGNS } from "../src/content/campaigns.ts";
import { CASE_STUDIES } from "../src/content/case-studies.ts";
import { CASE_STUDY_POSTS } from "../src/content/case-study-posts.ts";
import { type Claim, CLAIMS } from "../src/content/claims.ts";
import { EXHIBITS } from "../src/content/exhibits.ts";
import { NIGHTLIFE_REELS } from "../src/content/nightlife.ts";
import { TESTIMONIALS } from "../src/content/testimonials.ts";
import { isPrivatePath, paths } from "../src/paths.ts";

afterAll(() => {
  vi.doUnmock("../src/content/show-without-evidence.ts");
  vi.resetModules();
});

const PUBLIC = join(import.meta.dirname, "../public");

type Site = ReadonlyMap<string, { readonly head: string; readonly root: Element }>;

/** By the switch: to import and render all pages takes seconds. */
const sites = new Map<boolean, Site>();

async function renderSite(showWithoutEvidence: boolean): Promise<Site> {
  const known = sites.get(showWithoutEvidence);
  if (known !== undefined) return known;
  vi.resetModules();
  vi.doMock("../src/content/show-without-evidence.ts", () => ({
    SHOW_WITHOUT_EVIDENCE: showWithoutEvidence,
  }));
  const pages = await renderPages();
  const site: Site = new Map(
    [...pages].map(([path, { page, html }]) => [
      path,
      { head: `${page.title} ${page.description}`, root: parse(html) },
    ]),
  );
  sites.set(showWithoutEvidence, site);
  return site;
}

const UNPROVED: readonly { readonly words: string; readonly note: string }[] = [
  ...Object.values<Claim>(CLAIMS).map(({ label, note }) => ({ words: label, note })),
  ...TESTIMONIALS.map(({ text }) => ({ words: text, note: EXHIBITS.testimonials.note })),
  ...CASE_STUDIES.flatMap(({ highlights, metrics }) =>
    [...highlights, ...metrics.map(({ value }) => value)].map((words) => ({
      words,
      note: EXHIBITS.caseStudies.note,
    })),
  ),
  ...CAMPAIGNS.map(({ spentPence }) => ({
    words: formatGbp(spentPence),
    note: EXHIBITS.campaignTable.note,
  })),
].flatMap(({ words, note }) => (note === null ? [] : [{ words, note }]));

const HANDLES = [
  ...Object.values(BUSINESSES),
  ...NIGHTLIFE_REELS.map(({ business }) => business),
  ...CASE_STUDY_POSTS.map(({ business }) => business),
].map(({ handle }) => handle);

/** Headings, lists and the like without content, and references that lead nowhere. */
function faultsOf(path: string, root: Element, site: Site): readonly string[] {
  const faults: string[] = [];
  const ids = root.all(({ attributes }) => attributes.has("id")).map(idOf);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push(`two #${id}`);
  for (const element of root.all(() => true)) {
    for (const name of ["aria-labelledby", "aria-describedby", "aria-controls", "for"])
      for (const id of element.attributes.get(name)?.split(" ") ?? [])
        if (!ids.includes(id)) faults.push(`${name} names ${id}`);
    if (isEmpty(element)) faults.push(`<${element.tag}> is empty`);
    const [heading] = element.tag === "section" ? element.all(isHeading) : [];
    if (heading !== undefined && element.text.trim() === heading.text.trim() && !hasMore(element))
      faults.push(`"${heading.text.trim()}" has no content`);
    const href = element.attributes.get("href") ?? "";
    if (element.tag === "a" && /^[/#]/.test(href)) {
      const [to = "", id] = href.replace(/\?[^#]*/, "").split("#");
      const target = site.get(to === "" ? path : to)?.root;
      if (target === undefined && !existsSync(join(PUBLIC, to))) faults.push(`leads to ${href}`);
      else if (
        target !== undefined &&
        id !== undefined &&
        // Behind a sign-in, the page has its parts from the API.
        !isPrivatePath(to) &&
        !target.all((each) => idOf(each) === id).length
      )
        faults.push(`leads to ${href}`);
    }
  }
  return faults.map((fault) => `${path}: ${fault}`);
}

const idOf = ({ attributes }: Element): string | undefined => attributes.get("id");
const isHeading = ({ tag }: Element): boolean => /^h[1-6]$/.test(tag);
const hasMore = (element: Element): boolean =>
  element.all(({ tag }) => ["svg", "img", "input", "iframe", "progress"].includes(tag)).length > 0;

const CONTAINERS =
  /^(?:h[1-6]|p|ul|ol|li|dl|dt|dd|table|tbody|tr|section|article|aside|nav|figure|figcaption|blockquote|button|a)$/;

function isEmpty(element: Element): boolean {
  const isDrawn = element.closest(({ attributes }) => attributes.get("aria-hidden") === "true");
  return (
    CONTAINERS.test(element.tag) &&
    element.text.trim() === "" &&
    !hasMore(element) &&
    isDrawn === null
  );
}

describe.each([
  ["on", true],
  ["off", false],
])("switch for claims without proof: %s", (_, isOn) => {
  let site: Site;
  beforeAll(async () => {
    site = await renderSite(isOn);
  });

  test("every page is whole", () => {
    expect(site.size).toBeGreaterThan(30);
    expect([...site].flatMap(([path, { root }]) => faultsOf(path, root, site))).toEqual([]);
  });

  test("samples of invented businesses stand below a note that says so", () => {
    const bare = [...site].flatMap(([path, { root }]) => {
      const first = Math.min(
        ...HANDLES.map((handle) => root.text.indexOf(handle)).filter((at) => at >= 0),
      );
      const note = /businesses in these samples are invented|[Ss]ample accounts/;
      return first < Infinity && !note.test(root.text.slice(0, first)) ? [path] : [];
    });
    expect(bare).toEqual([]);
  });
});

test("switch off: no page shows a claim, review, account or campaign without proof", async () => {
  const site = await renderSite(false);
  const shown = [...site].flatMap(([path, { head, root }]) =>
    UNPROVED.filter(({ words }) => `${head} ${root.text}`.includes(words)).map(
      ({ words }) => `${path}: ${words}`,
    ),
  );
  expect(shown).toEqual([]);
  // Finds figures that the register of claims lacks, beyond those of the invented customer of the demo. The three allowed ones are two discounts and the number of
  // pictures for an advertisement.
  const percentages = [...site].flatMap(([path, { head, root }]) =>
    path === paths.dashboardDemo
      ? []
      : (`${head} ${root.text}`.match(/(?<!\w)[\d.,]+(?: ?%|[MK]\b|\+)/g) ?? []),
  );
  expect(new Set(percentages)).toEqual(new Set(["20%", "30%", "20+"]));
});

test("switch on: each of them stands in a section with its note", async () => {
  const site = await renderSite(true);
  const bare: string[] = [];
  const found = new Set<string>();
  for (const [path, { root }] of site) {
    for (const { words, note } of UNPROVED) {
      const places = root.all(({ children }) =>
        children.some((child) => typeof child === "string" && child.includes(words)),
      );
      for (const place of places) {
        found.add(words);
        const section = place.closest(
          ({ tag, attributes }) =>
            tag === "main" || (tag === "section" && attributes.has("aria-labelledby")),
        );
        if (section?.text.includes(note) !== true) bare.push(`${path}: ${words}`);
      }
    }
  }
  expect(bare).toEqual([]);
  expect(UNPROVED.filter(({ words }) => !found.has(words))).toEqual([]);
});
