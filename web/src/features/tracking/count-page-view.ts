import type { PageView } from "#contracts/api/page-views.ts";
import { isBackendConfigured, readSiteConfig } from "../../lib/site-config.ts";

/**
 * Counts a page view without an identifier: nothing is read from the browser's storage or written to it, so no consent is
 * needed. Browsers that ask not to be tracked send nothing.
 */
export function countPageView(path: PageView["path"], isFirst: boolean): void {
  const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean };
  const config = readSiteConfig();
  if (globalPrivacyControl || navigator.doNotTrack === "1" || !isBackendConfigured(config)) return;
  const isVisit = isFirst && !document.referrer.startsWith(`${window.location.origin}/`);
  fetch(`${config.apiUrl}/functions/v1/page-views`, {
    method: "POST",
    // The visitor may have left the page already.
    keepalive: true,
    priority: "low",
    headers: { apikey: config.anonKey, "content-type": "application/json" },
    body: JSON.stringify({ path, isVisit } satisfies PageView),
  }).catch(() => undefined);
}
