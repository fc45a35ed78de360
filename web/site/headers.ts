import { createHash } from "node:crypto";
import { BOOKING } from "../src/content/booking.ts";

/**
 * The `_headers` file of the site.
 *
 * @param inlinedCss the stylesheet that stands in every page; its hash is the only inline code allowed
 */
export function headersFile(inlinedCss: string): string {
  const styleHash = createHash("sha256").update(inlinedCss).digest("base64");
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${styleHash}'`,
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
