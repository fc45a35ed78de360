import { useSyncExternalStore } from "react";
import { isPaymentConfigured } from "./payment-config.ts";
import { isBackendConfigured, readSiteConfig } from "./site-config.ts";

/** True while prerendering and hydrating: the values are the environment's, not the build's. */
export function useBackendConfigured(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => isBackendConfigured(readSiteConfig()),
    () => true,
  );
}

export function usePaymentConfigured(): boolean {
  return useSyncExternalStore(neverChanges, isPaymentConfigured, () => true);
}

function neverChanges(): () => void {
  return () => undefined;
}
