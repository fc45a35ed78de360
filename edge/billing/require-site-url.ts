import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";

/**
 * @param field the request's field that holds the URL
 * @throws {AppError} `url_not_allowed` for a URL of any other site
 */
export function requireSiteUrl(text: string, siteUrl: string, field: string): string {
  const url = toSiteUrl(text, siteUrl);
  if (url !== null) return url;
  throw new AppError("url_not_allowed", BILLING_MESSAGES.checkout.foreignUrl, { details: field });
}

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
