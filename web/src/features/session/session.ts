import type { User } from "@supabase/auth-js";
import { useSyncExternalStore } from "react";

export const SESSION_KEY = "tidepost-session";

/**
 * `unknown`: prerendered. `returning`: tokens not yet checked. `awaiting-code`: password
 * accepted, AAL2 still due.
 */
export type Session =
  | { readonly state: "unknown" | "returning" | "visitor" }
  | { readonly state: "awaiting-code" | "signed-in"; readonly user: User };

const UNKNOWN: Session = { state: "unknown" };

let current: Session = UNKNOWN;
const listeners = new Set<() => void>();

export function setSession(session: Session): void {
  current = session;
  for (const listener of listeners) listener();
}

export function readSession(): Session {
  return current;
}

/** Session state; `unknown` during prerendering and hydration, so that both match. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSession, () => UNKNOWN);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
