import { createHash } from "node:crypto";
import { BOOKING } from "../src/content/booking.ts";
import { INLINE_SCRIPT } from "./html.ts";

export function headersFile(inlinedStyles: readonly string[]): string {
  const styleHashes = inlinedStyles.map(hashSource).join(" ");
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${hashSource(INLINE_SCRIPT)} __TIDEPOST_PIXEL_SCRIPTS____TIDEPOST_CAPTCHA_ORIGIN__`,
    `style-src 'self' ${styleHashes}`,
    "img-src 'self' __TIDEPOST_API_URL__ __TIDEPOST_PIXEL_REPORTS__",
    "media-src 'self' blob: __TIDEPOST_API_URL__",
    `connect-src 'self' __TIDEPOST_API_URL__ ${BOOKING.origin} __TIDEPOST_PIXEL_SCRIPTS__ __TIDEPOST_PIXEL_REPORTS__`,
    `frame-src ${BOOKING.origin}__TIDEPOST_CAPTCHA_ORIGIN__`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
  return `/*
  Content-Security-Policy: ${policy}
  Strict-Transport-Security: max-age=63072000; includeSubDomains; preload
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Permissions-Policy: camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()
  Cross-Origin-Opener-Policy: same-origin

/assets/*
  Cache-Control: public, max-age=31536000, immutable
`;
}

function hashSource(inlined: string): string {
  return `'sha256-${createHash("sha256").update(inlined).digest("base64")}'`;
}

export function redirectsFile(): string {
  return `/account /account/security 301
/checkout-cancelled /checkout-cancel 301
/our-work /portfolio 301
/privacy /privacy-policy 301
/terms /terms-of-service 301
`;
}
