import type { User } from "@supabase/auth-js";
import { useSyncExternalStore } from "react";

/** Where the browser keeps its tokens. */
export const SESSION_KEY = "tidepost-session";

/**
 * Who is here.
 *
 * `unknown` stands in prerendered pages. `returning` has tokens that nobody has looked at yet. `awaiting-code` has
 * given the password and owes the second factor, so most doors stay shut.
 */
export type Session =
  | { readonly state: "unknown" | "returning" | "visitor" }
  | { readonly state: "awaiting-code" | "signed-in"; readonly user: User };

const UNKNOWN: Session = { state: "unknown" };

let current: Session = UNKNOWN;
const listeners = new Set<() => void>();

/** Tells every part of the page who is here. */
export function setSession(session: Session): void {
  current = session;
  for (const listener of listeners) listener();
}

/** Who is here, for whoever does not render. */
export function readSession(): Session {
  return current;
}

/** Who is here. Prerendered pages and the first client render do not know, so hydration always matches. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSession, () => UNKNOWN);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
