import { useSyncExternalStore } from "react";
import { localStorageOrNull } from "../../lib/browser-storage.ts";
import {
  type Choice,
  CONSENT_KEY,
  type ConsentRecord,
  parseConsent,
  POLICY_VERSION,
} from "./consent-record.ts";

/** Fallback for browsers without storage; lives as long as the page. */
let unstored: string | null = null;
let parsed: { text: string | null; record: ConsentRecord | null } = { text: null, record: null };
const listeners = new Set<() => void>();

export function readConsent(): ConsentRecord | null {
  const text = unstored ?? localStorageOrNull()?.getItem(CONSENT_KEY) ?? null;
  // useSyncExternalStore needs the same object for the same text.
  if (text !== parsed.text) parsed = { text, record: parseConsent(text) };
  return parsed.record;
}

export function hasConsented(): boolean {
  return readConsent()?.choice === "accepted";
}

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

/** Also fires for a change in another tab. */
export function onConsentChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", announce);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", announce);
  };
}

/** The visitor's choice; null in prerendered pages and during hydration. */
export function useConsent(): ConsentRecord | null {
  return useSyncExternalStore(onConsentChange, readConsent, () => null);
}

function announce(): void {
  for (const listener of listeners) listener();
}
