import { CallError } from "../../../lib/call-error.ts";
import { newTraceparent } from "../../../lib/new-traceparent.ts";
import { callApi } from "../../session/call-api.ts";
import type { PurchaseStatus } from "../poll-purchase.ts";

// All polls of a page: the one after the payment writes the events of the purchase.
const traceparent = newTraceparent();

export async function fetchPurchase(sessionId: string): Promise<PurchaseStatus> {
  const [response, contract] = await Promise.all([
    callApi("GET", `checkout-session?session_id=${encodeURIComponent(sessionId)}`, undefined, {
      traceparent,
    }).catch((error: unknown) => {
      if (error instanceof CallError && error.status === 404) return null;
      throw error;
    }),
    import("#contracts/api/checkout-session.ts"),
  ]);
  if (response === null) return { state: "unknown" };
  const answer = contract.CheckoutSessionResponse.parse(await response.json());
  const { outcome, subscription } = answer;
  if (outcome === "open" || outcome === "expired") return { state: "unpaid" };
  if (outcome === "processing" || subscription === null) return { state: "pending" };
  return {
    state: "found",
    subscription,
    orderId: answer.order_id,
    isYours: answer.is_yours,
    isUnclaimed: answer.is_unclaimed,
    isReturning: answer.is_returning,
    sums: {
      addonNames: answer.addon_names,
      paidPence: answer.amount_total,
      payments: answer.payments,
    },
    changed: null,
  };
}
