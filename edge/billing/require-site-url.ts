import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { toSiteUrl } from "../http/site-url.ts";

/**
 * @param field the request's field that holds the URL
 * @throws {AppError} `url_not_allowed` for a URL of any other site
 */
export function requireSiteUrl(text: string, siteUrl: string, field: string): string {
  const url = toSiteUrl(text, siteUrl);
  if (url !== null) return url;
  throw new AppError("url_not_allowed", BILLING_MESSAGES.checkout.foreignUrl, { details: field });
}
