import { useSyncExternalStore } from "react";

/**
 * False in the prerendered page and true from then on. The security policy allows no style attributes in the
 * page that is sent, so samples that need one wait for this.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
