import type { MiddlewareHandler } from "hono";
import { paths } from "./paths.ts";

/** Pages of ours: no script at all, and nothing from elsewhere. */
const DESK_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * The page that shows a mail as it looks, in a frame that inherits this. Mails are styled on each element; what they would
 * load is not loaded, and a link in them leads nowhere.
 */
const MAIL_POLICY = DESK_POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

/** The dashboard is a script of its own, sets its base address, and styles what it draws. */
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

/**
 * The headers of every answer of the desk, whatever the answer is.
 *
 * @param secure whether the desk is reached over https
 */
export function securityHeaders(secure: boolean): MiddlewareHandler {
  return async function securityHeaders(c, next) {
    await next();
    const board = c.req.path === paths.queues || c.req.path.startsWith(`${paths.queues}/`);
    const mail = c.req.path.startsWith(`${paths.people}/`) && c.req.path.includes("/mails/");
    c.header("Content-Security-Policy", board ? BOARD_POLICY : mail ? MAIL_POLICY : DESK_POLICY);
    c.header("Cache-Control", "no-store");
    c.header("X-Content-Type-Options", "nosniff");
    c.header("X-Frame-Options", "DENY");
    // Not `no-referrer`: browsers then send `Origin: null` with our own forms.
    c.header("Referrer-Policy", "same-origin");
    c.header("Cross-Origin-Opener-Policy", "same-origin");
    c.header("Cross-Origin-Resource-Policy", "same-origin");
    c.header("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
    c.header("X-Robots-Tag", "noindex, nofollow");
    if (secure) c.header("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  };
}
