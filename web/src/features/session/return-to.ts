import { sessionStorageOrNull, type Store, storedEntry } from "../../lib/browser-storage.ts";
import { fieldsOf } from "../../lib/json.ts";
import { paths } from "../../paths.ts";

const PENDING_CHECKOUT_KEY = "pendingCheckout";
const FROM_KEY = "signInFrom";

// Base for relative addresses; any other resulting origin is foreign.
const BASE = "https://here.invalid";

/**
 * Validates an untrusted redirect target.
 * @returns path, query and fragment; null for other sites
 */
export function toSitePath(candidate: unknown, origin?: string): string | null {
  if (typeof candidate !== "string" || candidate === "") return null;
  const isAbsolute = origin !== undefined && URL.canParse(candidate);
  if (!isAbsolute && !candidate.startsWith("/")) return null;
  if (!URL.canParse(candidate, BASE)) return null;
  const url = new URL(candidate, BASE);
  if (url.origin !== (isAbsolute ? origin : BASE)) return null;
  // Without its origin this path would name another host.
  if (url.pathname.startsWith("//")) return null;
  return url.pathname + url.search + url.hash;
}

// A checkout that is saved with an unusable address is still the one to return to.
const pendingCheckout = storedEntry(PENDING_CHECKOUT_KEY, (value) => ({
  returnUrl: toSitePath(fieldsOf(value)["returnUrl"]) ?? paths.checkout,
}));
const signInFrom = storedEntry(FROM_KEY, (value) => toSitePath(value));

export const saveReturnTo = signInFrom.write;

export function savePendingCheckout(storage: Store, returnUrl: string): void {
  pendingCheckout.write(storage, { returnUrl });
}

export function getReturnTo(storage: Store): string {
  return pendingCheckout.read(storage)?.returnUrl ?? signInFrom.read(storage) ?? paths.dashboard;
}

/** The link may open in another tab, which lacks this tab's storage. */
export function returnToUrl(): string {
  return window.location.origin + getReturnTo(sessionStorageOrNull());
}

/**
 * Reads the redirect target and deletes both entries, so that the next user of this browser
 * starts fresh.
 */
export function consumeReturnTo(storage: Store): string {
  const target = getReturnTo(storage);
  clearReturnTo(storage);
  return target;
}

export function clearReturnTo(storage: Store): void {
  pendingCheckout.remove(storage);
  signInFrom.remove(storage);
}
