import type { Stripe } from "stripe";
import { changeDispute, mayBecome } from "../billing/disputes.ts";
import { find } from "../find.ts";
import { call, listing, retrieval } from "../http/call.ts";
import { created, text } from "../http/params.ts";
import { apiError } from "../http/stripe-error.ts";
import { nowOf } from "../world.ts";

export const disputeCalls = [
  retrieval("dispute", "/v1/disputes"),
  listing<Stripe.DisputeListParams>()("dispute", "/v1/disputes", {
    charge: text(),
    created: created(),
    payment_intent: text(),
  }),
  retrieval("radar.early_fraud_warning", "/v1/radar/early_fraud_warnings"),
  call<Stripe.DisputeCloseParams>()("POST", "/v1/disputes/:id/close", {}, (world, _given, id) => {
    const dispute = find(world, "dispute", id);
    if (!mayBecome(dispute, "lost")) {
      throw apiError("This dispute is already closed.");
    }
    const customer = world.store.get("charge", dispute.charge)?.customer ?? null;
    return changeDispute(world, dispute, "lost", nowOf(world, customer));
  }),
];
