const SITE_URL = "__TIDEPOST_SITE_URL__";

/** The sitemap of the addresses that may be indexed. */
export function sitemapFile(indexed: readonly string[]): string {
  const urls = indexed.map((path) => `  <url><loc>${SITE_URL}${path}</loc></url>`).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}
</urlset>
`;
}

/** Pages that must not be indexed say so themselves, so crawlers have to be able to read them. */
export function robotsFile(): string {
  return `User-agent: *
Allow: /

Sitemap: ${SITE_URL}/sitemap.xml
`;
}
