import { fieldsOf } from "../../lib/json.ts";

export type ReturnParams = {
  readonly sessionId: string | null;
  readonly change: "upgrade" | "downgrade" | null;
  /** Result of the bank's authentication; null without one. */
  readonly bankAnswer: "yes" | "no" | null;
};

/** Keys in the history state, which survives reload and Back. */
const KEPT = "checkoutSession";
const KEPT_ANSWER = "bankAnswer";

/** Query parameters added by Stripe. The first three identify the payment and must not leak. */
const ADDED = [
  "session_id",
  "payment_intent",
  "payment_intent_client_secret",
  "redirect_status",
  "source_type",
];

export function parseReturnParams(search: string, state: unknown): ReturnParams {
  const query = new URLSearchParams(search);
  const kept = fieldsOf(state);
  const id = kept[KEPT];
  const answer = query.get("redirect_status") ?? kept[KEPT_ANSWER];
  const isTrue = (name: string) => query.get(name) === "true";
  return {
    sessionId: query.get("session_id") ?? (typeof id === "string" ? id : null),
    change: isTrue("upgrade") ? "upgrade" : isTrue("downgrade") ? "downgrade" : null,
    bankAnswer: answer === "failed" ? "no" : answer === "succeeded" ? "yes" : null,
  };
}

export function currentReturnParams(): ReturnParams {
  return parseReturnParams(window.location.search, window.history.state);
}

/**
 * A session id is enough to claim an unclaimed purchase, and addresses leak through third-party
 * scripts, bookmarks and sharing.
 */
export function stripPaymentParams(): void {
  const address = new URL(window.location.href);
  if (!ADDED.some((name) => address.searchParams.has(name))) return;
  const { sessionId } = currentReturnParams();
  const answer = address.searchParams.get("redirect_status");
  for (const name of ADDED) address.searchParams.delete(name);
  const kept = {
    ...fieldsOf(window.history.state),
    ...(sessionId !== null && { [KEPT]: sessionId }),
    ...(answer !== null && { [KEPT_ANSWER]: answer }),
  };
  window.history.replaceState(kept, "", address);
}
