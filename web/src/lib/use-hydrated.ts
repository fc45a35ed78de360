import { useSyncExternalStore } from "react";

/**
 * False while prerendering and hydrating. The security policy forbids style attributes in HTML,
 * so samples with one wait.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
