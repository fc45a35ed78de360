import { AD_PLANS, AD_SETUP_FEE_PENCE, ADDONS, PLANS } from "#contracts/catalogue.ts";
import { COMPANY } from "#contracts/company.ts";
import { FAQ } from "../src/content/faq.ts";
import { SOCIAL_LINKS } from "../src/content/navigation.ts";
import { SERVICES } from "../src/content/services.ts";
import type { Page } from "../src/page.ts";
import { paths } from "../src/paths.ts";
import { LOGO_FILE } from "./app-icons.ts";

const SITE_URL = "__TIDEPOST_SITE_URL__";
const ORGANISATION = { "@id": `${SITE_URL}/#organisation` };

type Node = Readonly<Record<string, unknown>>;

/**
 * Describes the company only on the home page and where a page offers something of it, because the
 * first response of each page has to stay small. No rating: search engines forbid self-serving ones.
 *
 * @returns null for a page that is not indexed
 */
export function structuredData(page: Page, path: string | null): string | null {
  if (path === null || page.noindex === true) return null;
  const subjects = SUBJECTS[path]?.() ?? [];
  const graph = [
    ...(subjects.length === 0 ? [] : [organisation()]),
    path === paths.home ? website() : breadcrumbs(page, path),
    ...subjects,
  ];
  // A "<" could end the script block.
  return JSON.stringify({ "@context": "https://schema.org", "@graph": graph }).replaceAll(
    "<",
    "\\u003c",
  );
}

const SUBJECTS: Readonly<Record<string, () => readonly Node[]>> = {
  [paths.home]: () => [faq()],
  [paths.pricing]: () => [subscription()],
  [paths.services]: () => SERVICES.map(({ name, summary }) => service(name, summary)),
  [paths.paidAds]: () => [adManagement()],
};

function organisation(): Node {
  return {
    "@type": "Organization",
    ...ORGANISATION,
    name: COMPANY.name,
    legalName: COMPANY.legalName,
    url: `${SITE_URL}/`,
    logo: `${SITE_URL}/${LOGO_FILE}`,
    email: COMPANY.email,
    sameAs: SOCIAL_LINKS.map((link) => link.href),
  };
}

function website(): Node {
  return {
    "@type": "WebSite",
    "@id": `${SITE_URL}/#website`,
    name: COMPANY.name,
    url: `${SITE_URL}/`,
    inLanguage: "en-GB",
    publisher: ORGANISATION,
  };
}

function breadcrumbs(page: Page, path: string): Node {
  const crumb = (position: number, name: string, address: string) => ({
    "@type": "ListItem",
    position,
    name,
    item: `${SITE_URL}${address}`,
  });
  return {
    "@type": "BreadcrumbList",
    itemListElement: [crumb(1, "Home", paths.home), crumb(2, page.title, path)],
  };
}

function faq(): Node {
  return {
    "@type": "FAQPage",
    mainEntity: FAQ.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

function subscription(): Node {
  return {
    ...service("Social media management", "Posts and reels made for your business every month."),
    offers: [...PLANS, ...ADDONS].map((item) =>
      monthlyOffer(item.name, item.pricePence, paths.pricing),
    ),
  };
}

function adManagement(): Node {
  const setUp = { ...price(AD_SETUP_FEE_PENCE), name: "One-time set-up fee" };
  return {
    ...service("Meta Ads management", "Facebook and Instagram campaigns, run every month."),
    offers: AD_PLANS.map((plan) => ({
      ...monthlyOffer(`Meta Ads ${plan.name}`, plan.pricePence, paths.paidAds),
      priceSpecification: [monthlyPrice(plan.pricePence), setUp],
    })),
  };
}

function service(name: string, description: string): Node {
  return {
    "@type": "Service",
    name,
    description,
    provider: ORGANISATION,
    areaServed: { "@type": "Country", name: "United Kingdom" },
  };
}

function monthlyOffer(name: string, pricePence: number, path: string): Node {
  return {
    "@type": "Offer",
    name,
    url: `${SITE_URL}${path}`,
    price: pounds(pricePence),
    priceCurrency: "GBP",
    priceSpecification: monthlyPrice(pricePence),
  };
}

function monthlyPrice(pricePence: number): Node {
  return {
    ...price(pricePence),
    referenceQuantity: { "@type": "QuantitativeValue", value: 1, unitCode: "MON" },
  };
}

function price(pricePence: number): Node {
  return {
    "@type": "UnitPriceSpecification",
    price: pounds(pricePence),
    priceCurrency: "GBP",
    ...(COMPANY.vatNumber !== null && { valueAddedTaxIncluded: true }),
  };
}

function pounds(pence: number): string {
  return (pence / 100).toFixed(2);
}
