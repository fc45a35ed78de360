import { MINUTE_MS } from "#contracts/durations.ts";
import type { AuthSettings } from "../../settings/auth-settings.ts";
import { isAllowedRedirect, isLoopback } from "../http/allowed-redirects.ts";
import type { SignInMessage } from "./message.ts";

/** The message may be replayed for this long. */
const FRESH_MS = 10 * MINUTE_MS;

/** @returns null for a recent message to this service */
export function messageErrorOf(
  { domain, uri, issuedAtMs, notBeforeMs, expiresAtMs }: SignInMessage,
  settings: Pick<AuthSettings, "URI_ALLOW_LIST"> & { SITE_URL: string },
  now: Date,
): string | null {
  const nowMs = now.getTime();
  if (uri.protocol !== "https:" && !(isLoopback(uri) && uri.protocol === "http:")) {
    return "Signed message is using a URI that does not use HTTPS";
  }
  if (!isAllowedRedirect(uri.href, settings)) {
    return "Signed message is using a URI which is not allowed on this server, message was signed for another app";
  }
  if (uri.host !== domain.toLowerCase()) {
    return "Signed message is using a URI that does not match the domain of the message";
  }
  if (notBeforeMs !== null && nowMs < notBeforeMs) {
    return "Signed message becomes valid in the future";
  }
  if (expiresAtMs !== null && nowMs >= expiresAtMs) return "Signed message is expired";
  if (Math.abs(nowMs - issuedAtMs) > FRESH_MS) {
    return nowMs > issuedAtMs
      ? "Signed message was issued too long ago"
      : "Signed message was issued too far in the future";
  }
  return null;
}
