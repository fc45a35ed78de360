import { isPublishableKey } from "./publishable-key.ts";
import { isBackendConfigured, readSiteConfig } from "./site-config.ts";

export function isPaymentConfigured(): boolean {
  const key = document.querySelector<HTMLMetaElement>('meta[name="tidepost:stripe-key"]')?.content;
  return isBackendConfigured(readSiteConfig()) && isPublishableKey(key ?? "");
}
