import type { Conversion, PurchaseConversion } from "#contracts/api/conversion.ts";
import { PIXEL_COOKIE } from "#contracts/pixel-cookie.ts";
import { readSiteConfig } from "../../lib/site-config.ts";
import type { ConsentRecord } from "../consent/consent-record.ts";
import { readConsent } from "../consent/consent.ts";

/**
 * The server reports the same event to Meta.
 * @returns null without consent or without a pixel
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

/** Has no event id: browser and server derive it from the order. */
export function conversionPart(): { conversion: PurchaseConversion } | null {
  const conversion = newConversion();
  if (conversion === null) return null;
  const { event_id: _, ...rest } = conversion;
  return { conversion: rest };
}

export function describeConversion(from: {
  consent: ConsentRecord | null;
  eventId: string;
  /** The query is cut off: it may hold personal data. */
  pageUrl: string;
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

/** Null when missing or malformed: the server would reject the whole enquiry. */
function pixelCookie(cookies: string, name: string): string | null {
  const found = cookies.split("; ").find((cookie) => cookie.startsWith(`${name}=`));
  const value = found?.slice(name.length + 1) ?? "";
  return PIXEL_COOKIE.test(value) ? value : null;
}
