import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { PIXEL } from "./src/content/pixel.ts";

/**
 * What differs between environments. One build is promoted through all of them; only these values change.
 * An empty `apiUrl` or `anonKey` means that the backend is not configured; without a valid `stripeKey` nothing can be
 * bought.
 */
export type SiteConfig = {
  /** Origin of the site without a slash at the end, for example `https://tidepost.example`. */
  readonly siteUrl: string;
  /** Origin of the API without a slash at the end. */
  readonly apiUrl: string;
  /** The public anonymous key. Not a secret: every visitor receives it. */
  readonly anonKey: string;
  /**
   * The publishable key of the payment provider's account. Nothing in the browser calls the provider; the key says that
   * this environment can take payments.
   */
  readonly stripeKey: string;
  /** The advertiser's number for this site, digits only; empty: its pixel never loads. */
  readonly pixelId: string;
};

const PLACEHOLDERS: Readonly<Record<keyof SiteConfig, string>> = {
  siteUrl: "__TIDEPOST_SITE_URL__",
  apiUrl: "__TIDEPOST_API_URL__",
  anonKey: "__TIDEPOST_ANON_KEY__",
  stripeKey: "__TIDEPOST_STRIPE_KEY__",
  pixelId: "__TIDEPOST_PIXEL_ID__",
};

/** What the security policy allows besides, only where a pixel is configured. */
const PIXEL_ORIGINS = {
  __TIDEPOST_PIXEL_SCRIPTS__: PIXEL.scripts,
  __TIDEPOST_PIXEL_REPORTS__: PIXEL.reports,
} as const;

/** Files that may carry a placeholder. Hashed assets never do, so they stay identical everywhere. */
const STAMPED_EXTENSIONS = new Set([".html", ".xml", ".txt", ".webmanifest"]);
const STAMPED_NAMES = new Set(["_headers", "_redirects"]);

// None of these characters belongs in an origin or a key; all of them could break out of an attribute or a header.
const UNSAFE = /["'<>&;,\s]/;

/**
 * Fills the placeholders of one text.
 *
 * @throws when a value holds a character that could end an attribute or a header
 */
export function fillPlaceholders(text: string, config: SiteConfig): string {
  let filled = text;
  for (const name of ["siteUrl", "apiUrl", "anonKey", "stripeKey", "pixelId"] as const) {
    const value = config[name];
    if (UNSAFE.test(value))
      throw new Error(`The site's ${name} holds a character that is not allowed there.`);
    filled = filled.replaceAll(PLACEHOLDERS[name], value);
  }
  for (const [placeholder, origin] of Object.entries(PIXEL_ORIGINS)) {
    filled = filled.replaceAll(placeholder, config.pixelId === "" ? "" : origin);
  }
  return filled;
}

/**
 * Copies a build and fills its placeholders, which makes it the site of one environment.
 *
 * @param options.from folder of the build (`web/dist`), left as it is
 * @param options.to folder to write; files there are overwritten
 */
export async function stampSite(options: {
  from: string;
  to: string;
  config: SiteConfig;
}): Promise<void> {
  const { from, to, config } = options;
  await cp(from, to, { recursive: true });
  const files = await readdir(to, { recursive: true, withFileTypes: true });
  await Promise.all(
    files
      .filter((file) => file.isFile() && isStamped(file.name))
      .map(async (file) => {
        const path = join(file.parentPath, file.name);
        await writeFile(path, fillPlaceholders(await readFile(path, "utf8"), config));
      }),
  );
}

function isStamped(name: string): boolean {
  return STAMPED_EXTENSIONS.has(extname(name)) || STAMPED_NAMES.has(basename(name));
}
