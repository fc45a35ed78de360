/** Empty means not configured. */
export type SiteConfig = {
  /** It has no trailing slash. */
  readonly siteUrl: string;
  /** It has no trailing slash. */
  readonly apiUrl: string;
  readonly anonKey: string;
  /** Stripe's. The browser never calls Stripe; the key says that payments are configured. */
  readonly stripeKey: string;
  /** Digits; empty disables the pixel. */
  readonly pixelId: string;
  /** The captcha's. Pages without the captcha are the same to the byte. */
  readonly turnstileSiteKey: string;
};

/** The keys of payment and captcha are read where they are used. */
type PageConfig = Omit<SiteConfig, "stripeKey" | "turnstileSiteKey">;

/** Placeholder of an unstamped build; counts as empty. */
const PLACEHOLDER = /^__[A-Z_]+__$/;

export function readSiteConfig(page: ParentNode = document): PageConfig {
  const read = (name: string) => {
    const meta = page.querySelector<HTMLMetaElement>(`meta[name="tidepost:${name}"]`);
    const content = meta?.content ?? "";
    return PLACEHOLDER.test(content) ? "" : content;
  };
  return {
    siteUrl: read("site-url"),
    apiUrl: read("api-url"),
    anonKey: read("anon-key"),
    pixelId: read("pixel-id"),
  };
}

export function isBackendConfigured(config: Pick<SiteConfig, "apiUrl" | "anonKey">): boolean {
  return config.apiUrl !== "" && config.anonKey !== "";
}
