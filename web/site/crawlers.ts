import { ADDONS, AD_PLANS, AD_SETUP_FEE_PENCE, PLANS } from "#contracts/catalogue.ts";
import { COMPANY } from "#contracts/company.ts";
import { DAY_MS } from "#contracts/durations.ts";
import { formatGbp } from "#contracts/money.ts";
import { withVat } from "../src/content/promises.ts";
import type { Page } from "../src/page.ts";
import { paths } from "../src/paths.ts";

const SITE_URL = "__TIDEPOST_SITE_URL__";

/** Sitemap of the indexed pages, without `lastmod`: the build does not know when a page changed. */
export function sitemapFile(indexed: readonly string[]): string {
  const urls = indexed.map((path) => `  <url><loc>${SITE_URL}${path}</loc></url>`).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}
</urlset>
`;
}

/** Allows every page: a crawler must fetch a page to see its `noindex`. */
export function robotsFile(): string {
  return `User-agent: *
Allow: /

Sitemap: ${SITE_URL}/sitemap.xml
`;
}

const EXPIRES_AFTER_DAYS = 360;

/** Says where to report a weakness, for less than a year (RFC 9116). The doctor warns a month before it expires. */
export function securityFile(now: Date): string {
  const expires = new Date(now.getTime() + EXPIRES_AFTER_DAYS * DAY_MS);
  return `Contact: mailto:${COMPANY.email}
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${SITE_URL}/.well-known/security.txt
Policy: ${SITE_URL}${paths.privacyPolicy}#security
`;
}

export function llmsFile(indexed: readonly { path: string; page: Page }[]): string {
  const monthly = ({ name, pricePence }: { name: string; pricePence: number }) =>
    `- ${name}: ${withVat(`${formatGbp(pricePence)} a month`)}`;
  return `# ${COMPANY.name}

> Social media for small businesses in the United Kingdom on a monthly subscription, without a contract.

## Pages

${indexed.map(({ path, page }) => `- [${page.title}](${SITE_URL}${path}): ${page.description}`).join("\n")}

## Plans

${PLANS.map(monthly).join("\n")}

## Add-ons

${ADDONS.map(monthly).join("\n")}

## Meta Ads management

${AD_PLANS.map(monthly).join("\n")}
- Set-up, once with any of these: ${withVat(formatGbp(AD_SETUP_FEE_PENCE))}
`;
}
