import { afterEach, expect, test, vi } from "vitest";
import type { BillingDetails } from "#contracts/api/billing-details.ts";
import { ADDONS, PLANS } from "#contracts/catalogue.ts";
import type * as Company from "#contracts/company.ts";
import { renderPages } from "../../tests/support/render-pages.ts";

afterEach(() => {
  vi.doUnmock("#contracts/company.ts");
  vi.resetModules();
});

const DETAILS = {
  name: "Engines Ltd",
  line1: "1 Test Street",
  line2: "",
  city: "London",
  postalCode: "SW1A 1AA",
  country: "GB",
  vatNumber: "",
  invoiceEmail: "",
} satisfies BillingDetails;

/** The whole site as crawlers get it, and the form for what invoices say. */
async function renderSite(vatNumber: string | null): Promise<Map<string, string>> {
  vi.resetModules();
  vi.doMock("#contracts/company.ts", async (importActual) => {
    const actual = await importActual<typeof Company>();
    return { ...actual, COMPANY: { ...actual.COMPANY, vatNumber } };
  });
  const rendered = await renderPages();
  const { structuredData } = await import("./structured-data.ts");
  const { llmsFile } = await import("./crawlers.ts");
  const pages = [...rendered].map(([path, { page, html }]) => {
    const text = [page.title, page.description, structuredData(page, path), html].join("\n");
    return [path, text, page] as const;
  });
  // Imported after the reset, so that page and test share one SWR.
  const { createElement } = await import("react");
  const { renderToString } = await import("react-dom/server");
  const { SWRConfig, unstable_serialize: keyOf } = await import("swr");
  const { DetailsPanel } = await import("../src/features/billing/components/details-panel.tsx");
  const fallback = { [keyOf(["billing_details", "user"])]: DETAILS };
  const panel = createElement(DetailsPanel, { userId: "user" });
  const details = renderToString(createElement(SWRConfig, { value: { fallback } }, panel));
  const indexed = pages.map(([path, , page]) => ({ path, page }));
  return new Map([
    ...pages.map(([path, text]) => [path, text] as const),
    ["llms.txt", llmsFile(indexed)],
    ["billing details", details],
  ]);
}

const namingVat = (site: Map<string, string>) =>
  [...site].flatMap(([path, text]) => (/\bVAT\b|valueAddedTax/.test(text) ? path : []));

test("site of a company that is not registered for VAT: no page names VAT", async () => {
  const site = await renderSite(null);
  expect(site.size).toBeGreaterThan(30);
  expect(site.get("billing details")).toContain("Engines Ltd");
  expect(namingVat(site)).toEqual([]);
});

test("site of a registered company: every footer has the VAT number, and every plan's price includes VAT", async () => {
  const site = await renderSite("GB123456789");
  const withFooter = [...site.values()].filter((text) => text.includes("trading as Tidepost. "));
  expect(withFooter.length).toBeGreaterThan(20);
  for (const text of withFooter) expect(text).toContain("VAT number GB123456789.");
  expect(site.get("/pricing")?.match(/a month, incl\. VAT/g)).toHaveLength(
    PLANS.length + ADDONS.length,
  );
  expect(site.get("billing details")).toContain("VAT number");
  expect(site.get("llms.txt")).toContain("£175.00 a month, incl. VAT");
});
