import { useSyncExternalStore } from "react";

export type Session = { readonly state: "visitor" } | { readonly state: "signed-in" };

const VISITOR: Session = { state: "visitor" };

let current: Session = VISITOR;
const listeners = new Set<() => void>();

/** Tells every part of the page who is here. */
export function setSession(session: Session): void {
  current = session;
  for (const listener of listeners) listener();
}

/**
 * Who is here. Prerendered pages and the first client render say "visitor", so hydration always matches.
 */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => VISITOR,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
