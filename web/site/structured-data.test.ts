import { expect, test } from "vitest";
import { AD_PLANS, ADDONS, PLANS } from "#contracts/catalogue.ts";
import { FAQ } from "../src/content/faq.ts";
import type { Page } from "../src/lib/page.ts";
import { paths } from "../src/paths.ts";
import { structuredData } from "./structured-data.ts";

type Node = { "@type": string } & Record<string, unknown>;

const page: Page = { title: "Some page | Tidepost", description: "…", Body: () => null };

function graphOf(path: string): Node[] {
  const text = structuredData(page, path);
  return (JSON.parse(text ?? "{}") as { "@graph": Node[] })["@graph"];
}

function typesOf(path: string): string[] {
  return graphOf(path).map((node) => node["@type"]);
}

test("every page says who we are, and every inner page where it stands", () => {
  expect(typesOf(paths.contact)).toEqual(["Organization", "WebSite", "BreadcrumbList"]);
  expect(typesOf(paths.home)).not.toContain("BreadcrumbList");
  expect(JSON.stringify(graphOf(paths.contact))).toContain('"name":"Some page"');
});

test("what is for sale is offered at the catalogue's price, in pounds with VAT", () => {
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

test("no plan for ads is offered without its set-up fee", () => {
  const offers = graphOf(paths.paidAds).find((node) => node["@type"] === "Service")?.[
    "offers"
  ] as Node[];
  expect(offers).toHaveLength(AD_PLANS.length);
  for (const offer of offers)
    expect(offer["priceSpecification"]).toContainEqual(
      expect.objectContaining({ name: "One-time set-up fee", price: "199.00" }),
    );
});

test("the home page answers the questions that it shows", () => {
  const faq = graphOf(paths.home).find((node) => node["@type"] === "FAQPage");
  expect(faq?.["mainEntity"]).toHaveLength(FAQ.length);
});

test("no page rates itself", () => {
  for (const path of Object.values(paths))
    expect(structuredData(page, path) ?? "").not.toMatch(/aggregateRating|"Review"/);
});

test("a page that is not to be found says nothing, and nothing can end the block early", () => {
  expect(structuredData({ ...page, noindex: true }, paths.contact)).toBeNull();
  expect(structuredData(page, null)).toBeNull();
  const hostile = structuredData({ ...page, title: "</script><script>" }, paths.contact);
  expect(hostile).not.toContain("<");
});
