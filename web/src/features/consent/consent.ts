import { useSyncExternalStore } from "react";
import { localStorageOrNull } from "../../lib/browser-storage.ts";
import {
  type Choice,
  CONSENT_KEY,
  type ConsentRecord,
  parseConsent,
  POLICY_VERSION,
} from "./consent-record.ts";

/** The choice of a visitor whose browser forbids storage, for as long as the page lives. */
let unstored: string | null = null;
let parsed: { text: string | null; record: ConsentRecord | null } = { text: null, record: null };
const listeners = new Set<() => void>();

/** What the visitor has decided, or null while they have not. */
export function readConsent(): ConsentRecord | null {
  const text = unstored ?? localStorageOrNull()?.getItem(CONSENT_KEY) ?? null;
  // One object for one text, by which React sees that nothing has changed.
  if (text !== parsed.text) parsed = { text, record: parseConsent(text) };
  return parsed.record;
}

/** Whether other companies may be asked for anything. */
export function hasConsented(): boolean {
  return readConsent()?.choice === "accepted";
}

/** Keeps the visitor's choice and tells everybody who acts on it. */
export function decide(choice: Choice, now: Date): void {
  const record: ConsentRecord = {
    choice,
    policyVersion: POLICY_VERSION,
    decidedAt: now.toISOString(),
  };
  const text = JSON.stringify(record);
  try {
    const storage = localStorageOrNull();
    storage?.setItem(CONSENT_KEY, text);
    unstored = storage === null ? text : null;
  } catch {
    unstored = text;
  }
  announce();
}

/**
 * Calls back when the visitor decides, also in another tab.
 *
 * @returns a function that ends it
 */
export function onConsentChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", announce);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", announce);
  };
}

/** The visitor's choice. Prerendered pages and the first client render say that there is none yet. */
export function useConsent(): ConsentRecord | null {
  return useSyncExternalStore(onConsentChange, readConsent, () => null);
}

function announce(): void {
  for (const listener of listeners) listener();
}
