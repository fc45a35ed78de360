import { useSyncExternalStore } from "react";

// Wouter dispatches events named after the history methods.
const EVENTS = ["hashchange", "popstate", "pushState", "replaceState"] as const;

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
