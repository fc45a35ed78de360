import { localStorageOrNull, sessionStorageOrNull } from "../../lib/browser-storage.ts";

export function isNetlifyEntry(key: string): boolean {
  return /netlify|gotrue/i.test(key) || /^(?:decap-)?cms-user$/i.test(key);
}

export function isNetlifyCookie(name: string): boolean {
  return /^nf_/i.test(name) || /netlify|gotrue/i.test(name);
}

/**
 * Assignments to `document.cookie` that expire the cookies host-only, for the host and for each
 * parent domain.
 */
export function expiredCookies(cookies: string, hostname: string): readonly string[] {
  const names = cookies
    .split(";")
    .map((pair) => pair.split("=", 1).join("").trim())
    .filter(isNetlifyCookie);
  const labels = hostname.split(".");
  const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
  return names.flatMap((name) => [
    `${name}=; Path=/; Max-Age=0`,
    ...domains.map((domain) => `${name}=; Path=/; Domain=${domain}; Max-Age=0`),
  ]);
}

export function clearNetlifyIdentity(): void {
  for (const storage of [localStorageOrNull(), sessionStorageOrNull()]) {
    if (storage === null) continue;
    for (const key of Object.keys(storage).filter(isNetlifyEntry)) storage.removeItem(key);
  }
  for (const cookie of expiredCookies(document.cookie, window.location.hostname)) {
    // oxlint-disable-next-line unicorn/no-document-cookie -- It has expired.
    document.cookie = cookie;
  }
}
