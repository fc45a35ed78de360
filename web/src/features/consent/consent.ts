import { useSyncExternalStore } from "react";
import { localStorageOrNull, storedEntry } from "../../lib/browser-storage.ts";
import {
  type Choice,
  CONSENT_KEY,
  type ConsentRecord,
  parseConsent,
  POLICY_VERSION,
} from "./consent-record.ts";

const entry = storedEntry(CONSENT_KEY, parseConsent);

/** Browsers without storage keep it as long as the document lives. */
let memoryRecord: ConsentRecord | null = null;
const listeners = new Set<() => void>();

export function readConsent(): ConsentRecord | null {
  return memoryRecord ?? entry.read(localStorageOrNull());
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
  memoryRecord = entry.write(localStorageOrNull(), record) ? null : record;
  notifyListeners();
}

/** The listener hears of a change in another tab, too. */
export function onConsentChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", notifyListeners);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", notifyListeners);
  };
}

/** The visitor's choice; null in prerendered pages and during hydration. */
export function useConsent(): ConsentRecord | null {
  return useSyncExternalStore(onConsentChange, readConsent, () => null);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
