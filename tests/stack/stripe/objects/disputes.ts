import type { Stripe } from "stripe";
import { changeDispute, mayBecome } from "../billing/disputes.ts";
import { filter, find } from "../find.ts";
import { call, paging } from "../http/call.ts";
import { isWithin, pageOf } from "../http/list.ts";
import { created, text } from "../http/params.ts";
import { apiError } from "../http/stripe-error.ts";
import { nowOf } from "../world.ts";

export const disputeCalls = [
  call<Stripe.DisputeRetrieveParams>()("GET", "/v1/disputes/:id", {}, (world, _given, id) =>
    find(world, "dispute", id),
  ),
  call<Stripe.DisputeListParams>()(
    "GET",
    "/v1/disputes",
    {
      ...paging(),
      charge: text().optional(),
      created: created().optional(),
      payment_intent: text().optional(),
    },
    (world, given) => {
      const found = filter(
        world,
        "dispute",
        (one) =>
          (given.charge === undefined || one.charge === given.charge) &&
          (given.payment_intent === undefined || one.payment_intent === given.payment_intent) &&
          isWithin(one.created, given.created),
      );
      return pageOf("/v1/disputes", found, given);
    },
  ),
  call<Stripe.Radar.EarlyFraudWarningRetrieveParams>()(
    "GET",
    "/v1/radar/early_fraud_warnings/:id",
    {},
    (world, _given, id) => find(world, "radar.early_fraud_warning", id),
  ),
  call<Stripe.DisputeCloseParams>()("POST", "/v1/disputes/:id/close", {}, (world, _given, id) => {
    const dispute = find(world, "dispute", id);
    if (!mayBecome(dispute, "lost")) {
      throw apiError("This dispute is already closed.");
    }
    const customer = world.store.get("charge", dispute.charge)?.customer ?? null;
    return changeDispute(world, dispute, "lost", nowOf(world, customer));
  }),
];
