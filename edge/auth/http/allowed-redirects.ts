import type { Context } from "hono";
import type { AuthSettings } from "../../settings/auth-settings.ts";

type RedirectSettings = Pick<AuthSettings, "URI_ALLOW_LIST"> & { SITE_URL: string };

const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** Schemes that execute or display content. */
const FORBIDDEN_SCHEMES = new Set([
  "javascript:",
  "data:",
  "vbscript:",
  "blob:",
  "file:",
  "about:",
]);

/** @param candidates in order of preference; missing, malformed and disallowed ones are skipped */
export function chooseRedirect(
  candidates: readonly (string | undefined)[],
  settings: RedirectSettings,
): string {
  for (const target of candidates) {
    if (target !== undefined && isAllowedRedirect(target, settings)) return new URL(target).href;
  }
  return settings.SITE_URL;
}

export function redirectTarget(c: Context, settings: RedirectSettings): string {
  return chooseRedirect(
    [c.req.query("redirect_to"), c.req.header("redirect_to"), c.req.header("referer")],
    settings,
  );
}

/** Compares URLs as a browser parses them, so that no spelling means two hosts. */
export function isAllowedRedirect(target: string, settings: RedirectSettings): boolean {
  if (!URL.canParse(target)) return false;
  const url = new URL(target);
  if (FORBIDDEN_SCHEMES.has(url.protocol) || url.username !== "" || url.password !== "") {
    return false;
  }
  // A page that redirects to the path alone would reach another host.
  if (url.pathname.startsWith("//")) return false;
  const site = new URL(settings.SITE_URL);
  if (isSameOrigin(url, site)) return true;
  url.hash = "";
  const spellings =
    url.pathname === "/" && url.search === "" ? withAndWithoutSlash(url.href) : [url.href];
  return settings.URI_ALLOW_LIST.some((pattern) => {
    const expression = toExpression(pattern);
    return spellings.some((href) => expression.test(href));
  });
}

function isSameOrigin(url: URL, site: URL): boolean {
  if (url.protocol !== site.protocol) return false;
  if (url.host === site.host) return true;
  // A local site runs on any free port.
  return isLoopback(site) && isLoopback(url);
}

export function isLoopback(url: URL): boolean {
  return LOOPBACK_HOSTS.has(url.hostname);
}

function withAndWithoutSlash(href: string): string[] {
  return [href, href.replace(/\/$/, "")];
}

/** `*` and `?` stay within one segment of host or path, `**` does not. */
function toExpression(pattern: string): RegExp {
  const source = pattern.replaceAll(/\*\*|[*?]|[\\^$.|+()[\]{}]/g, (part) => {
    if (part === "**") return ".*";
    if (part === "*") return "[^./]*";
    return part === "?" ? "[^./]" : `\\${part}`;
  });
  return new RegExp(`^${source}$`);
}
