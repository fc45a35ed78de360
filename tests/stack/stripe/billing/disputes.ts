import { update } from "../find.ts";
import { DAY_SECONDS } from "../money/periods.ts";
import type { Kinds } from "../wire.ts";
import { emit, newId, type World } from "../world.ts";

type Dispute = Kinds["dispute"];

const DAYS_TO_ANSWER = 9;

export function openDispute(world: World, charge: Kinds["charge"], at: number): Dispute {
  const owner = charge.billing_details;
  const dispute: Dispute = {
    id: newId("du"),
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: at,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      access_activity_log: null,
      billing_address: null,
      cancellation_policy: null,
      cancellation_policy_disclosure: null,
      cancellation_rebuttal: null,
      customer_communication: null,
      customer_email_address: owner.email,
      customer_name: owner.name,
      customer_purchase_ip: null,
      customer_signature: null,
      duplicate_charge_documentation: null,
      duplicate_charge_explanation: null,
      duplicate_charge_id: null,
      enhanced_evidence: {},
      product_description: null,
      receipt: null,
      refund_policy: null,
      refund_policy_disclosure: null,
      refund_refusal_explanation: null,
      service_date: null,
      service_documentation: null,
      shipping_address: null,
      shipping_carrier: null,
      shipping_date: null,
      shipping_documentation: null,
      shipping_tracking_number: null,
      uncategorized_file: null,
      uncategorized_text: null,
    },
    evidence_details: {
      due_by: at + DAYS_TO_ANSWER * DAY_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: "10.4",
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: "needs_response",
  };
  world.store.remove("complaint", charge.id);
  world.store.put("dispute", dispute);
  update(world, "charge", charge, { disputed: true });
  emit(world, "charge.dispute.created", dispute, at);
  emit(world, "charge.dispute.funds_withdrawn", dispute, at);
  return dispute;
}

export function closeDispute(
  world: World,
  dispute: Dispute,
  status: "won" | "lost",
  at: number,
): Dispute {
  const closed = update(world, "dispute", dispute, { status });
  emit(world, "charge.dispute.closed", closed, at, { status: dispute.status });
  if (status === "won") emit(world, "charge.dispute.funds_reinstated", closed, at);
  return closed;
}
