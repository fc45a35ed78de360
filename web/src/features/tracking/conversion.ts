import { PIXEL_COOKIE } from "#contracts/advertising.ts";
import type { Conversion, PurchaseConversion } from "#contracts/api/conversion.ts";
import { readSiteConfig } from "../../lib/site-config.ts";
import { readConsent } from "../consent/consent.ts";
import type { ConsentRecord } from "../consent/consent-record.ts";

/**
 * What goes to the server with an act of a visitor who consented, so that it can tell the advertiser as well.
 *
 * @returns null without consent, and where no pixel is configured
 */
export function newConversion(): Conversion | null {
  if (readSiteConfig().pixelId === "") return null;
  return describeConversion({
    consent: readConsent(),
    eventId: crypto.randomUUID(),
    pageUrl: window.location.origin + window.location.pathname,
    cookies: document.cookie,
  });
}

/** The same as the part of a checkout's request. Both sides make a purchase's event id of its order, later. */
export function conversionPart(): { conversion: PurchaseConversion } | null {
  const conversion = newConversion();
  if (conversion === null) return null;
  const { event_id: _, ...rest } = conversion;
  return { conversion: rest };
}

/** The same, from what it is made of. */
export function describeConversion(from: {
  consent: ConsentRecord | null;
  eventId: string;
  /** Without its query, which may hold anything. */
  pageUrl: string;
  /** As `document.cookie` lists them. */
  cookies: string;
}): Conversion | null {
  const { consent, eventId, pageUrl, cookies } = from;
  if (consent?.choice !== "accepted") return null;
  const fbp = pixelCookie(cookies, "_fbp");
  const fbc = pixelCookie(cookies, "_fbc");
  return {
    event_id: eventId,
    consent_version: consent.policyVersion,
    consented_at: consent.decidedAt,
    page_url: pageUrl,
    ...(fbp !== null && { fbp }),
    ...(fbc !== null && { fbc }),
  };
}

/** A cookie of the pixel's, or null: one that the server would refuse must not hold up an enquiry. */
function pixelCookie(cookies: string, name: string): string | null {
  const found = cookies.split("; ").find((cookie) => cookie.startsWith(`${name}=`));
  const value = found?.slice(name.length + 1) ?? "";
  return PIXEL_COOKIE.test(value) ? value : null;
}
