/** What brought somebody to the page after payment. */
export type ReturnParams = {
  /** The visit to the payment page that this one follows, or null. */
  readonly sessionId: string | null;
  readonly change: "upgrade" | "downgrade" | null;
  /** What the bank has answered whoever comes from its page; null where nobody was sent there. */
  readonly bankAnswer: "yes" | "no" | null;
};

/** Under these names the browser's history keeps them, so that reloading and coming back still know them. */
const KEPT = "checkoutSession";
const KEPT_ANSWER = "bankAnswer";

/** What the payment provider adds to the address. The first three name a payment, which is nobody else's business. */
const ADDED = [
  "session_id",
  "payment_intent",
  "payment_intent_client_secret",
  "redirect_status",
  "source_type",
];

/**
 * Reads what an address and the browser's history say of a visit.
 *
 * @param search the address's query
 * @param state of the browser's history
 */
export function parseReturnParams(search: string, state: unknown): ReturnParams {
  const query = new URLSearchParams(search);
  const kept: Readonly<Record<string, unknown>> =
    typeof state === "object" && state !== null ? { ...state } : {};
  const id = kept[KEPT];
  const answer = query.get("redirect_status") ?? kept[KEPT_ANSWER];
  const isTrue = (name: string) => query.get(name) === "true";
  return {
    sessionId: query.get("session_id") ?? (typeof id === "string" ? id : null),
    change: isTrue("upgrade") ? "upgrade" : isTrue("downgrade") ? "downgrade" : null,
    bankAnswer: answer === "failed" ? "no" : answer === "succeeded" ? "yes" : null,
  };
}

/** The visit that brought somebody to the page that is shown. */
export function currentReturnParams(): ReturnParams {
  return parseReturnParams(window.location.search, window.history.state);
}

/**
 * Takes out of the address what the payment provider has added, and keeps in the browser's history what is still needed:
 * who knows the id can claim what a guest has paid for, and the address is what other companies' scripts report, what
 * bookmarks keep and what people pass on.
 */
export function stripPaymentParams(): void {
  const address = new URL(window.location.href);
  if (!ADDED.some((name) => address.searchParams.has(name))) return;
  const { sessionId } = currentReturnParams();
  const answer = address.searchParams.get("redirect_status");
  const state: unknown = window.history.state;
  const others = typeof state === "object" && state !== null ? state : {};
  for (const name of ADDED) address.searchParams.delete(name);
  const kept = {
    ...others,
    ...(sessionId !== null && { [KEPT]: sessionId }),
    ...(answer !== null && { [KEPT_ANSWER]: answer }),
  };
  window.history.replaceState(kept, "", address);
}
