import { createHash } from "node:crypto";
import { BOOKING } from "../src/content/booking.ts";

/**
 * The `_headers` file of the site.
 *
 * @param inlinedStyles the style elements that stand in every page; nothing else inline is allowed
 */
export function headersFile(inlinedStyles: readonly string[]): string {
  const styleHashes = inlinedStyles
    .map((css) => `'sha256-${createHash("sha256").update(css).digest("base64")}'`)
    .join(" ");
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' ${styleHashes}`,
    "connect-src 'self' __TIDEPOST_API_URL__",
    `frame-src ${BOOKING.origin}`,
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

/** The `_redirects` file: names that people try and that a page already has under another one. */
export function redirectsFile(): string {
  return `/checkout-cancelled /checkout-cancel 301
/our-work /portfolio 301
/privacy /privacy-policy 301
/terms /terms-of-service 301
`;
}
