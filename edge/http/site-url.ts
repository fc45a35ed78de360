/** @returns null for a URL of any other site */
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
