import { useSyncExternalStore } from "react";
import { addressOf, type Picks, readPicks } from "./picks.ts";

// The router announces its own changes of the address under the names of the history methods.
const EVENTS = ["popstate", "pushState", "replaceState"] as const;

/**
 * What is chosen, and how to choose otherwise. It stands in the address, so that it outlives a reload, the payment page
 * and signing in. Prerendered pages have nothing chosen.
 */
export function usePicks(): readonly [Picks, (picks: Picks) => void] {
  const search = useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => "",
  );
  return [readPicks(search), setPicks];
}

function setPicks(picks: Picks): void {
  // Not by the router, which would go to the top of the page.
  window.history.replaceState(null, "", addressOf(picks));
}

function subscribe(listener: () => void): () => void {
  for (const event of EVENTS) window.addEventListener(event, listener);
  return () => {
    for (const event of EVENTS) window.removeEventListener(event, listener);
  };
}
