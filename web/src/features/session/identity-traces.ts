/**
 * Whether an entry of the browser's storage was left by the hosting identity service or by the CMS that signs in
 * with it.
 *
 * @param key name of the entry
 */
export function isSessionStorageEntry(key: string): boolean {
  return /netlify|gotrue/i.test(key) || /^(?:decap-)?cms-user$/i.test(key);
}

/** Whether a cookie's name relates to the hosting identity service. */
export function isSessionCookie(name: string): boolean {
  return /^nf_/i.test(name) || /netlify|gotrue/i.test(name);
}

/**
 * What to write to `document.cookie`, one after the other, so that the identity service's cookies are gone.
 *
 * @param cookies the document's cookies, as `document.cookie` reads
 * @param hostname of the page; a cookie may have been set for it, for a domain above it, or for none
 */
export function expiredCookies(cookies: string, hostname: string): readonly string[] {
  const names = cookies
    .split(";")
    .map((pair) => pair.split("=", 1).join("").trim())
    .filter(isSessionCookie);
  const labels = hostname.split(".");
  const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
  return names.flatMap((name) => [
    `${name}=; Path=/; Max-Age=0`,
    ...domains.map((domain) => `${name}=; Path=/; Domain=${domain}; Max-Age=0`),
  ]);
}
