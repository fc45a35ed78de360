import { useSyncExternalStore } from "react";

// The router announces its own changes of the address under the names of the history methods.
const EVENTS = ["hashchange", "popstate", "pushState", "replaceState"] as const;

/** The address's fragment without its sign; empty in prerendered pages. */
export function useHash(): string {
  return useSyncExternalStore(
    subscribe,
    () => decodeURIComponent(window.location.hash.slice(1)),
    () => "",
  );
}

function subscribe(listener: () => void): () => void {
  for (const event of EVENTS) window.addEventListener(event, listener);
  return () => {
    for (const event of EVENTS) window.removeEventListener(event, listener);
  };
}
