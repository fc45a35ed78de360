import { useLocationProperty } from "wouter/use-browser-location";
import { type CheckoutSelection, checkoutUrl, parseSelection } from "../selection.ts";

/** Survives a reload, Stripe Checkout and sign-in. Empty in prerendered pages. */
export function useSelection(): readonly [
  CheckoutSelection,
  (selection: CheckoutSelection) => void,
] {
  // Wouter's useSearch reads the address during hydration, when the prerendered page has no selection.
  const search = useLocationProperty(
    () => window.location.search,
    () => "",
  );
  return [parseSelection(search), setSelection];
}

function setSelection(selection: CheckoutSelection): void {
  // Wouter's navigate would scroll to the top.
  window.history.replaceState(null, "", checkoutUrl(selection));
}
