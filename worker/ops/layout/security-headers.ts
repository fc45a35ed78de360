import type { OpsMiddleware } from "../env.ts";
import { paths } from "../paths.ts";

const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Files of customers and photos of operators come from the API. */
const mediaPolicy = (apiUrl: string) => {
  const { origin } = new URL(apiUrl);
  return PAGE_POLICY.replace("img-src data:", `img-src data: ${origin}; media-src ${origin}`);
};

/** The email's frame inherits this policy: inline styles, photos of operators, nothing else external, no links. */
const mailPolicy = (apiUrl: string) =>
  mediaPolicy(apiUrl).replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

const BOARD_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
].join("; ");

export function securityHeaders(secure: boolean, apiUrl: string): OpsMiddleware {
  return async function securityHeaders(c, next) {
    await next();
    const board = c.req.path === paths.queues || c.req.path.startsWith(`${paths.queues}/`);
    const mail = c.req.path.startsWith(`${paths.customers}/`) && c.req.path.includes("/mails/");
    const media = [paths.content, paths.team].some((path) => c.req.path.startsWith(path));
    const still = media ? mediaPolicy(apiUrl) : PAGE_POLICY;
    const policy =
      c.get("hasScript") === true
        ? // The script draws the first frame of a video that is not sent yet.
          `${still.replace("media-src", "media-src blob:")}; script-src 'self'; connect-src 'self'`
        : still;
    c.header("Content-Security-Policy", board ? BOARD_POLICY : mail ? mailPolicy(apiUrl) : policy);
    // Faces hold nothing of anybody.
    const isFont = c.req.path.startsWith(paths.fonts);
    c.header("Cache-Control", isFont ? "private, max-age=86400" : "no-store");
    c.header("X-Content-Type-Options", "nosniff");
    c.header("X-Frame-Options", "DENY");
    // Not `no-referrer`: browsers would send `Origin: null` with our own forms.
    c.header("Referrer-Policy", "same-origin");
    c.header("Cross-Origin-Opener-Policy", "same-origin");
    c.header("Cross-Origin-Resource-Policy", "same-origin");
    c.header("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
    c.header("X-Robots-Tag", "noindex, nofollow");
    if (secure) c.header("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  };
}
