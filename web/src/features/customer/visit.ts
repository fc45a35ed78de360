/** What brought somebody to the page after payment. */
export type Visit = {
  /** The visit to the payment page that this one follows, or null. */
  readonly sessionId: string | null;
  readonly change: "upgrade" | "downgrade" | null;
};

/** Under this name the browser's history keeps the id, so that reloading and coming back still know it. */
const KEPT = "checkoutSession";

/**
 * Reads what an address and the browser's history say of a visit.
 *
 * @param search the address's query
 * @param state of the browser's history
 */
export function readVisit(search: string, state: unknown): Visit {
  const query = new URLSearchParams(search);
  const kept: unknown =
    typeof state === "object" && state !== null && KEPT in state ? state[KEPT] : null;
  const isTrue = (name: string) => query.get(name) === "true";
  return {
    sessionId: query.get("session_id") ?? (typeof kept === "string" ? kept : null),
    change: isTrue("upgrade") ? "upgrade" : isTrue("downgrade") ? "downgrade" : null,
  };
}

/** The visit that brought somebody to the page that is shown. */
export function visitHere(): Visit {
  return readVisit(window.location.search, window.history.state);
}

/**
 * Takes the id out of the address and keeps it in the browser's history: who knows it can claim what a guest has paid
 * for, and the address is what other companies' scripts report, what bookmarks keep and what people pass on.
 */
export function hideSessionId(): void {
  const address = new URL(window.location.href);
  if (!address.searchParams.has("session_id")) return;
  const { sessionId } = visitHere();
  const state: unknown = window.history.state;
  const others = typeof state === "object" && state !== null ? state : {};
  address.searchParams.delete("session_id");
  window.history.replaceState({ ...others, [KEPT]: sessionId }, "", address);
}
