import { isPaymentConfigured } from "./payment-config.ts";
import { isBackendConfigured, readSiteConfig } from "./site-config.ts";
import { useInBrowser } from "./use-in-browser.ts";

/** True while prerendering and hydrating: the values are the environment's, not the build's. */
export function useBackendConfigured(): boolean {
  return useInBrowser(() => isBackendConfigured(readSiteConfig()), true);
}

export function usePaymentConfigured(): boolean {
  return useInBrowser(isPaymentConfigured, true);
}
