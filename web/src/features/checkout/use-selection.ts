import { useSyncExternalStore } from "react";
import { checkoutUrl, type CheckoutSelection, parseSelection } from "./selection.ts";

// The router announces its own changes of the address under the names of the history methods.
const EVENTS = ["popstate", "pushState", "replaceState"] as const;

/**
 * What is chosen, and how to choose otherwise. It stands in the address, so that it outlives a reload, the payment page
 * and signing in. Prerendered pages have nothing chosen.
 */
export function useSelection(): readonly [
  CheckoutSelection,
  (selection: CheckoutSelection) => void,
] {
  const search = useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => "",
  );
  return [parseSelection(search), setSelection];
}

function setSelection(selection: CheckoutSelection): void {
  // Not by the router, which would go to the top of the page.
  window.history.replaceState(null, "", checkoutUrl(selection));
}

function subscribe(listener: () => void): () => void {
  for (const event of EVENTS) window.addEventListener(event, listener);
  return () => {
    for (const event of EVENTS) window.removeEventListener(event, listener);
  };
}
