/**
 * Reads an address that a browser names as one of our own pages.
 *
 * @param siteUrl the site's origin
 * @returns the address as a browser reads it, or null for any other site's
 */
export function toSiteUrl(text: string, siteUrl: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isOwn =
    url.origin === new URL(siteUrl).origin &&
    url.username === "" &&
    url.password === "" &&
    !url.pathname.startsWith("//");
  return isOwn ? url.href : null;
}
