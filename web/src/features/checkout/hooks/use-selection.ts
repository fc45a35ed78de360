import { useSyncExternalStore } from "react";
import { type CheckoutSelection, checkoutUrl, parseSelection } from "../selection.ts";

// Wouter's useSearch reads the address during hydration, when the prerendered page has no selection. Wouter dispatches
// events named after the history methods.
const EVENTS = ["popstate", "pushState", "replaceState"] as const;

/** Survives a reload, Stripe Checkout and sign-in. Empty in prerendered pages. */
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
  // Wouter's navigate would scroll to the top.
  window.history.replaceState(null, "", checkoutUrl(selection));
}

function subscribe(listener: () => void): () => void {
  for (const event of EVENTS) window.addEventListener(event, listener);
  return () => {
    for (const event of EVENTS) window.removeEventListener(event, listener);
  };
}
