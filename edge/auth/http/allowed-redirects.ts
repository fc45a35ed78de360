import type { AuthSettings } from "../auth-settings.ts";

type RedirectSettings = Pick<AuthSettings, "URI_ALLOW_LIST"> & { SITE_URL: string };

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** Schemes that run or show what they carry instead of leading anywhere. */
const NEVER = new Set(["javascript:", "data:", "vbscript:", "blob:", "file:", "about:"]);

/**
 * Decides where a person may be led.
 *
 * @param wanted targets in the order of preference; those that are absent, unreadable or not allowed are passed over
 * @returns the first allowed target, else the site
 */
export function chooseRedirect(
  wanted: readonly (string | undefined)[],
  settings: RedirectSettings,
): string {
  for (const target of wanted) {
    if (target !== undefined && isAllowedRedirect(target, settings)) return new URL(target).href;
  }
  return settings.SITE_URL;
}

/**
 * Whether a target is the site itself or matches a pattern of the allow-list. What is compared is the address as a
 * browser would read it, so that no way of writing it can mean one host here and another there.
 */
export function isAllowedRedirect(target: string, settings: RedirectSettings): boolean {
  if (!URL.canParse(target)) return false;
  const url = new URL(target);
  if (NEVER.has(url.protocol) || url.username !== "" || url.password !== "") return false;
  // A page that goes on by its path alone would go to another host.
  if (url.pathname.startsWith("//")) return false;
  const site = new URL(settings.SITE_URL);
  if (isSameOrigin(url, site)) return true;
  url.hash = "";
  const written =
    url.pathname === "/" && url.search === "" ? withAndWithoutSlash(url.href) : [url.href];
  return settings.URI_ALLOW_LIST.some((pattern) => {
    const expression = toExpression(pattern);
    return written.some((href) => expression.test(href));
  });
}

function isSameOrigin(url: URL, site: URL): boolean {
  if (url.protocol !== site.protocol) return false;
  if (url.host === site.host) return true;
  // A site on the own machine is served from whatever port was free.
  return LOOPBACK.has(site.hostname) && LOOPBACK.has(url.hostname);
}

function withAndWithoutSlash(href: string): string[] {
  return [href, href.replace(/\/$/, "")];
}

/** `*` and `?` stay within one part of a host or path, `**` does not. */
function toExpression(pattern: string): RegExp {
  const source = pattern.replaceAll(/\*\*|[*?]|[\\^$.|+()[\]{}]/g, (part) => {
    if (part === "**") return ".*";
    if (part === "*") return "[^./]*";
    return part === "?" ? "[^./]" : `\\${part}`;
  });
  return new RegExp(`^${source}$`);
}
