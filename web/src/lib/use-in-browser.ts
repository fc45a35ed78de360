import { useSyncExternalStore } from "react";

/**
 * What the browser knows. Prerendering and hydrating, a page has the value `before`.
 *
 * @param read gives the same value each time, so no new object
 */
export function useInBrowser<T>(read: () => T, before: T): T {
  return useSyncExternalStore(neverChanges, read, () => before);
}

function neverChanges(): () => void {
  return () => undefined;
}
