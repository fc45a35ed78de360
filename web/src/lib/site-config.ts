import type { SiteConfig } from "../../stamp.ts";

/** What any page may need. What selling needs besides is read in `payment-config.ts`. */
type PageConfig = Omit<SiteConfig, "stripeKey">;

const NAMES = {
  siteUrl: "tidepost:site-url",
  apiUrl: "tidepost:api-url",
  anonKey: "tidepost:anon-key",
  pixelId: "tidepost:pixel-id",
} as const satisfies Record<keyof PageConfig, string>;

/** An unstamped build still carries its placeholders, which is as good as no value. */
const PLACEHOLDER = /^__[A-Z_]+__$/;

/**
 * Reads the environment's values from the page's `<meta>` elements.
 *
 * @returns empty strings for what is not configured
 */
export function readSiteConfig(page: ParentNode = document): PageConfig {
  const read = (name: keyof PageConfig) => {
    const content =
      page.querySelector<HTMLMetaElement>(`meta[name="${NAMES[name]}"]`)?.content ?? "";
    return PLACEHOLDER.test(content) ? "" : content;
  };
  return {
    siteUrl: read("siteUrl"),
    apiUrl: read("apiUrl"),
    anonKey: read("anonKey"),
    pixelId: read("pixelId"),
  };
}

/** Whether there is a backend to talk to. */
export function isBackendConfigured(config: Pick<SiteConfig, "apiUrl" | "anonKey">): boolean {
  return config.apiUrl !== "" && config.anonKey !== "";
}
