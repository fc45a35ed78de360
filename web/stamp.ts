import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { CAPTCHA } from "./src/content/captcha-provider.ts";
import { PIXEL } from "./src/content/pixel-provider.ts";
import type { SiteConfig } from "./src/lib/site-config.ts";

const PLACEHOLDERS: Readonly<Record<Exclude<keyof SiteConfig, "turnstileSiteKey">, string>> = {
  siteUrl: "__TIDEPOST_SITE_URL__",
  apiUrl: "__TIDEPOST_API_URL__",
  anonKey: "__TIDEPOST_ANON_KEY__",
  stripeKey: "__TIDEPOST_STRIPE_KEY__",
  pixelId: "__TIDEPOST_PIXEL_ID__",
};

const PIXEL_ORIGINS = {
  __TIDEPOST_PIXEL_SCRIPTS__: PIXEL.scripts,
  __TIDEPOST_PIXEL_REPORTS__: PIXEL.reports,
} as const;

/** Becomes a space and the origin, or nothing. */
const CAPTCHA_ORIGIN = "__TIDEPOST_CAPTCHA_ORIGIN__";

/** Files with placeholders. Hashed assets have none, so that they are identical everywhere. */
const STAMPED_EXTENSIONS = new Set([".html", ".xml", ".txt", ".webmanifest"]);
const STAMPED_NAMES = new Set(["_headers", "_redirects"]);

const UNSAFE = /["'<>&;,\s]/;

/** @throws when a value contains an unsafe character */
export function fillPlaceholders(text: string, config: SiteConfig): string {
  let filled = text;
  for (const [name, value] of Object.entries(config)) {
    if (UNSAFE.test(value))
      throw new Error(`The site's ${name} holds a character that is not allowed there.`);
  }
  for (const name of ["siteUrl", "apiUrl", "anonKey", "stripeKey", "pixelId"] as const) {
    filled = filled.replaceAll(PLACEHOLDERS[name], config[name]);
  }
  for (const [placeholder, origin] of Object.entries(PIXEL_ORIGINS)) {
    filled = filled.replaceAll(placeholder, config.pixelId === "" ? "" : origin);
  }
  const { turnstileSiteKey: key } = config;
  if (key === "") return filled.replaceAll(CAPTCHA_ORIGIN, "");
  return filled
    .replaceAll(CAPTCHA_ORIGIN, ` ${CAPTCHA.origin}`)
    .replace("</head>", `<meta name="tidepost:turnstile-site-key" content="${key}"></head>`);
}

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
