import { expect, test } from "vitest";
import { AD_PLANS, ADDONS, PLANS } from "#contracts/catalogue.ts";
import { FAQ } from "../src/content/faq.ts";
import type { Page } from "../src/page.ts";
import { paths } from "../src/paths.ts";
import { structuredData } from "./structured-data.ts";

type Node = { "@type": string } & Record<string, unknown>;

const page: Page = { title: "Some page", description: "…", Body: () => null };

function graphOf(path: string): Node[] {
  const text = structuredData(page, path);
  return (JSON.parse(text ?? "{}") as { "@graph": Node[] })["@graph"];
}

function typesOf(path: string): string[] {
  return graphOf(path).map((node) => node["@type"]);
}

test("inner pages have their breadcrumb, and pages that offer something describe the company", () => {
  expect(typesOf(paths.contact)).toEqual(["BreadcrumbList"]);
  expect(typesOf(paths.pricing)).toEqual(["Organization", "BreadcrumbList", "Service"]);
  expect(typesOf(paths.home)).toEqual(["Organization", "WebSite", "FAQPage"]);
  expect(JSON.stringify(graphOf(paths.contact))).toContain('"name":"Some page"');
});

test("offers: have the catalogue's price in pounds including VAT", () => {
  const offers = graphOf(paths.pricing).find((node) => node["@type"] === "Service")?.["offers"];
  expect(offers).toHaveLength(PLANS.length + ADDONS.length);
  expect(offers).toContainEqual(
    expect.objectContaining({
      name: "Plus Package",
      price: "175.00",
      priceCurrency: "GBP",
      priceSpecification: expect.objectContaining({ valueAddedTaxIncluded: true }),
    }),
  );
});

test("ad plans: always offered with their set-up fee", () => {
  const offers = graphOf(paths.paidAds).find((node) => node["@type"] === "Service")?.[
    "offers"
  ] as Node[];
  expect(offers).toHaveLength(AD_PLANS.length);
  for (const offer of offers)
    expect(offer["priceSpecification"]).toContainEqual(
      expect.objectContaining({ name: "One-time set-up fee", price: "199.00" }),
    );
});

test("home page: marks up the questions that it shows", () => {
  const faq = graphOf(paths.home).find((node) => node["@type"] === "FAQPage");
  expect(faq?.["mainEntity"]).toHaveLength(FAQ.length);
});

test("no page rates itself", () => {
  for (const path of Object.values(paths))
    expect(structuredData(page, path) ?? "").not.toMatch(/aggregateRating|"Review"/);
});

test(`noindex page: has no structured data; "<" cannot end the block`, () => {
  expect(structuredData({ ...page, noindex: true }, paths.contact)).toBeNull();
  expect(structuredData(page, null)).toBeNull();
  const hostile = structuredData({ ...page, title: "</script><script>" }, paths.contact);
  expect(hostile).not.toContain("<");
});
