/** @returns null for a URL of any other site */
export function toSiteUrl(text: string, siteUrl: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const site = new URL(siteUrl);
  const isOwn =
    // The origin of a blob: URL is its creator's.
    url.protocol === site.protocol &&
    url.origin === site.origin &&
    url.username === "" &&
    url.password === "" &&
    !url.pathname.startsWith("//");
  return isOwn ? url.href : null;
}
