import { useInBrowser } from "./use-in-browser.ts";

/**
 * False while prerendering and hydrating. The security policy forbids style attributes in HTML,
 * so samples with one wait.
 */
export function useHydrated(): boolean {
  return useInBrowser(() => true, false);
}
