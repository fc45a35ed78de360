import { useSyncExternalStore } from "react";
import { isPaymentConfigured } from "./payment-config.ts";
import { isBackendConfigured, readSiteConfig } from "./site-config.ts";

/**
 * Whether there is a backend. The values are the environment's and not the build's, so prerendered pages and
 * the first client render say yes, and a page without a backend corrects itself after hydration.
 */
export function useBackendConfigured(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => isBackendConfigured(readSiteConfig()),
    () => true,
  );
}

/** Whether anything can be bought: there is a backend and a payment key. Corrects itself like the above. */
export function usePaymentConfigured(): boolean {
  return useSyncExternalStore(neverChanges, isPaymentConfigured, () => true);
}

function neverChanges(): () => void {
  return () => undefined;
}
