import { paths } from "../../paths.ts";

const PENDING_CHECKOUT_KEY = "pendingCheckout";
const FROM_KEY = "signInFrom";

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;

// Base for relative addresses; any other resulting origin is foreign.
const HERE = "https://here.invalid";

/**
 * Validates an untrusted redirect target.
 * @returns path, query and fragment; null for other sites
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

export function saveReturnTo(storage: Store, address: string): void {
  storage?.setItem(FROM_KEY, address);
}

export function savePendingCheckout(storage: Store, returnUrl: string): void {
  storage?.setItem(PENDING_CHECKOUT_KEY, JSON.stringify({ returnUrl }));
}

/** Pending checkout, else the remembered page, else the dashboard. */
export function getReturnTo(storage: Store): string {
  return pendingCheckout(storage) ?? toSitePath(storage?.getItem(FROM_KEY)) ?? paths.dashboard;
}

/**
 * Reads the redirect target and deletes both entries, so that the next user of this browser
 * starts fresh.
 */
export function consumeReturnTo(storage: Store): string {
  const onward = getReturnTo(storage);
  clearReturnTo(storage);
  return onward;
}

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
