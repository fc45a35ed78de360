import { fieldsOf, textOf } from "../../lib/json.ts";

export type ReturnParams = {
  readonly sessionId: string | null;
  readonly change: "upgrade" | "downgrade" | null;
  /** Result of the bank's authentication; null without one. */
  readonly redirectStatus: "succeeded" | "failed" | null;
};

/** Keys in the history state, which survives reload and Back. */
const SESSION_ID = "checkoutSession";
const REDIRECT_STATUS = "redirectStatus";

/** Query parameters added by Stripe. The first three identify the payment and must not leak. */
const STRIPE_PARAMS = [
  "session_id",
  "payment_intent",
  "payment_intent_client_secret",
  "redirect_status",
  "source_type",
];

export function parseReturnParams(search: string, state: unknown): ReturnParams {
  const query = new URLSearchParams(search);
  const saved = fieldsOf(state);
  const status = query.get("redirect_status") ?? saved[REDIRECT_STATUS];
  const isTrue = (name: string) => query.get(name) === "true";
  return {
    sessionId: query.get("session_id") ?? textOf(saved[SESSION_ID]),
    change: isTrue("upgrade") ? "upgrade" : isTrue("downgrade") ? "downgrade" : null,
    redirectStatus: status === "failed" || status === "succeeded" ? status : null,
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
  if (!STRIPE_PARAMS.some((name) => address.searchParams.has(name))) return;
  const { sessionId } = currentReturnParams();
  const status = address.searchParams.get("redirect_status");
  for (const name of STRIPE_PARAMS) address.searchParams.delete(name);
  const state = {
    ...fieldsOf(window.history.state),
    ...(sessionId !== null && { [SESSION_ID]: sessionId }),
    ...(status !== null && { [REDIRECT_STATUS]: status }),
  };
  window.history.replaceState(state, "", address);
}
