import { paths } from "../../paths.ts";

/** A checkout that waits for its customer to sign in. */
const PENDING_CHECKOUT_KEY = "pendingCheckout";
/** The page that asked to sign in. */
const FROM_KEY = "signInFrom";

/** Null when the browser forbids storage. */
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;

// Only a base for reading relative addresses; what resolves to anything else is not ours.
const HERE = "https://here.invalid";

/**
 * An address of this site, from text that somebody else may have written.
 *
 * @param origin of the site, whose absolute addresses are taken as well
 * @returns path, query and fragment, or null when it leads anywhere else
 */
export function toSitePath(candidate: unknown, origin?: string): string | null {
  if (typeof candidate !== "string" || candidate === "") return null;
  const isAbsolute = origin !== undefined && URL.canParse(candidate);
  if (!isAbsolute && !candidate.startsWith("/")) return null;
  if (!URL.canParse(candidate, HERE)) return null;
  const url = new URL(candidate, HERE);
  if (url.origin !== (isAbsolute ? origin : HERE)) return null;
  // Without its origin this path would name another host.
  if (url.pathname.startsWith("//")) return null;
  return url.pathname + url.search + url.hash;
}

/** Remembers the page that a visitor has to sign in for. */
export function saveReturnTo(storage: Store, address: string): void {
  storage?.setItem(FROM_KEY, address);
}

/** Lets a checkout wait while its customer signs in. */
export function savePendingCheckout(storage: Store, returnUrl: string): void {
  storage?.setItem(PENDING_CHECKOUT_KEY, JSON.stringify({ returnUrl }));
}

/** Where somebody who has signed in goes: to their checkout, else back to where they came from, else to the dashboard. */
export function getReturnTo(storage: Store): string {
  return pendingCheckout(storage) ?? toSitePath(storage?.getItem(FROM_KEY)) ?? paths.dashboard;
}

/** The same, once: the next one to sign in here starts afresh. */
export function consumeReturnTo(storage: Store): string {
  const onward = getReturnTo(storage);
  clearReturnTo(storage);
  return onward;
}

/** Forgets both, for whoever sits down here next. */
export function clearReturnTo(storage: Store): void {
  storage?.removeItem(PENDING_CHECKOUT_KEY);
  storage?.removeItem(FROM_KEY);
}

function pendingCheckout(storage: Store): string | null {
  const stored = storage?.getItem(PENDING_CHECKOUT_KEY) ?? null;
  if (stored === null) return null;
  return toSitePath(readReturnUrl(stored)) ?? paths.checkout;
}

function readReturnUrl(stored: string): unknown {
  try {
    const value: unknown = JSON.parse(stored);
    return typeof value === "object" && value !== null && "returnUrl" in value
      ? value.returnUrl
      : null;
  } catch {
    return null;
  }
}
