import type { Stripe } from "stripe";
import * as z from "zod";
import { cardOf } from "../billing/cards.ts";
import { changeDispute, disputesOf, mayBecome } from "../billing/disputes.ts";
import { find, update } from "../find.ts";
import { call, listing, retrieval } from "../http/call.ts";
import { changeMetadata, integer, metadata, onlyOne, text } from "../http/params.ts";
import { apiError, paramError } from "../http/stripe-error.ts";
import { decideRefund } from "../money/refunds.ts";
import type { Kinds } from "../wire.ts";
import { differences, emit, newId, nowOf, type World } from "../world.ts";

type Refund = Kinds["refund"];

const SECONDS_UNDER_WAY = 5;

const REFUSALS = {
  already_refunded: (charge: string) => `Charge ${charge} has already been refunded.`,
  too_much: () => "Refund amount is greater than the unrefunded amount on the charge.",
  not_positive: () => "Invalid positive integer",
};

function findCharge(
  world: World,
  given: { charge?: string | undefined; payment_intent?: string | undefined },
): Kinds["charge"] {
  onlyOne(given, ["charge", "payment_intent"]);
  if (given.charge !== undefined) return find(world, "charge", given.charge, "charge");
  if (given.payment_intent === undefined) {
    throw paramError(
      "One of the following params should be provided for this request: payment_intent or charge.",
      {
        code: "parameter_missing",
      },
    );
  }
  const intent = find(world, "payment_intent", given.payment_intent, "payment_intent");
  const charge = world.store.get("charge", intent.latest_charge ?? "");
  if (charge === undefined || charge.status !== "succeeded") {
    throw apiError(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      {
        param: "payment_intent",
      },
    );
  }
  return charge;
}

export const refundCalls = [
  call<Stripe.RefundCreateParams>()(
    "POST",
    "/v1/refunds",
    {
      amount: integer().optional(),
      charge: text().optional(),
      metadata: metadata().optional(),
      payment_intent: text().optional(),
      reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
    },
    (world, given) => {
      const charge = findCharge(world, given);
      const disputes = disputesOf(world, charge.id);
      if (disputes.some((dispute) => !dispute.is_charge_refundable)) {
        throw apiError(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
          code: "charge_disputed",
        });
      }
      const decision = decideRefund(
        { captured: charge.amount_captured, refunded: charge.amount_refunded },
        given.amount ?? null,
      );
      if (!decision.ok) {
        throw apiError(REFUSALS[decision.why](charge.id), {
          ...(decision.why === "already_refunded" ? { code: "charge_already_refunded" } : {}),
          ...(decision.why === "not_positive" ? { param: "amount" } : {}),
        });
      }
      const at = nowOf(world, charge.customer);
      const card = cardOf(world, charge.payment_method ?? "");
      const { isBalanceSufficient } = world.settings;
      const isPending = card.refunds === "pend" || !isBalanceSufficient;
      const refund: Refund = {
        id: newId("re"),
        object: "refund",
        amount: decision.amount,
        balance_transaction: newId("txn"),
        charge: charge.id,
        created: at,
        currency: charge.currency,
        customer: charge.customer,
        customer_account: null,
        destination_details: {
          card: {
            reference: "0000000000000000",
            reference_status: "available",
            reference_type: "acquirer_reference_number",
            type: "refund",
          },
          type: "card",
        },
        metadata: changeMetadata({}, given.metadata),
        payment_intent: charge.payment_intent,
        payment_method: charge.payment_method,
        reason: given.reason ?? null,
        receipt_number: null,
        source_transfer_reversal: null,
        status: isPending ? "pending" : "succeeded",
        ...(isPending
          ? { pending_reason: isBalanceSufficient ? "processing" : "insufficient_funds" }
          : {}),
        transfer_reversal: null,
      };
      world.store.put("refund", refund);
      if (isBalanceSufficient && card.refunds !== "succeed") {
        world.store.put("settlement", {
          id: refund.id,
          at: at + SECONDS_UNDER_WAY,
          status: card.refunds === "fail" ? "failed" : "succeeded",
        });
      }
      const refunded = update(world, "charge", charge, {
        amount_refunded: charge.amount_refunded + decision.amount,
        refunded: decision.isWhole,
      });
      emit(world, "refund.created", refund, at);
      emit(world, "charge.refunded", refunded, at, differences(charge, refunded));
      // A full refund settles an inquiry.
      for (const dispute of disputes) {
        if (decision.isWhole && mayBecome(dispute, "warning_closed")) {
          changeDispute(world, dispute, "warning_closed", at);
        }
      }
      return refund;
    },
  ),
  call<Stripe.RefundUpdateParams>()(
    "POST",
    "/v1/refunds/:id",
    { metadata: metadata().optional() },
    (world, given, id) => {
      const before = find(world, "refund", id);
      return update(world, "refund", before, {
        metadata: changeMetadata(before.metadata ?? {}, given.metadata),
      });
    },
  ),
  retrieval("refund", "/v1/refunds"),
  listing<Stripe.RefundListParams>()("refund", "/v1/refunds", {
    charge: text(),
    payment_intent: text(),
  }),
];
