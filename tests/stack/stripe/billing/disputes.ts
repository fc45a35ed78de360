import { filter, update } from "../find.ts";
import { DAY_SECONDS } from "../money/periods.ts";
import type { Kinds } from "../wire.ts";
import { emit, newId, type World } from "../world.ts";

type Dispute = Kinds["dispute"];

const DAYS_TO_ANSWER = 9;

/** An inquiry withdraws no money yet. */
export function openDispute(
  world: World,
  charge: Kinds["charge"],
  kind: "chargeback" | "inquiry",
  at: number,
): Dispute {
  const owner = charge.billing_details;
  const isInquiry = kind === "inquiry";
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
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    network_reason_code: "10.4",
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: isInquiry ? "warning_needs_response" : "needs_response",
  };
  world.store.put("dispute", dispute);
  update(world, "charge", charge, { disputed: true });
  emit(world, "charge.dispute.created", dispute, at);
  if (!isInquiry) emit(world, "charge.dispute.funds_withdrawn", dispute, at);
  return dispute;
}

export type DisputeStatus = Dispute["status"];

/** An inquiry may become a chargeback, and a lost dispute may be won later. */
const NEXT: Readonly<Record<string, readonly DisputeStatus[]>> = {
  warning_needs_response: ["warning_under_review", "warning_closed", "needs_response"],
  warning_under_review: ["warning_closed", "needs_response"],
  needs_response: ["under_review", "won", "lost"],
  under_review: ["won", "lost"],
  lost: ["won"],
};
const CLOSED = new Set<DisputeStatus>(["won", "lost", "warning_closed"]);

export function mayBecome(dispute: Dispute, status: DisputeStatus): boolean {
  return NEXT[dispute.status]?.includes(status) ?? false;
}

export function changeDispute(
  world: World,
  dispute: Dispute,
  status: DisputeStatus,
  at: number,
): Dispute {
  const after = update(world, "dispute", dispute, {
    status,
    is_charge_refundable: status === "won" || status.startsWith("warning"),
  });
  const isClosed = CLOSED.has(status) && !CLOSED.has(dispute.status);
  emit(world, `charge.dispute.${isClosed ? "closed" : "updated"}`, after, at, {
    status: dispute.status,
  });
  if (status === "won") emit(world, "charge.dispute.funds_reinstated", after, at);
  if (dispute.status.startsWith("warning") && status === "needs_response") {
    emit(world, "charge.dispute.funds_withdrawn", after, at);
  }
  return after;
}

export function disputesOf(world: World, charge: string): Dispute[] {
  return filter(world, "dispute", (dispute) => dispute.charge === charge);
}

export function warnOfFraud(world: World, charge: Kinds["charge"], at: number): void {
  const warning: Kinds["radar.early_fraud_warning"] = {
    id: newId("issfr"),
    object: "radar.early_fraud_warning",
    actionable: true,
    charge: charge.id,
    created: at,
    fraud_type: "made_with_stolen_card",
    livemode: false,
    ...(charge.payment_intent === null ? {} : { payment_intent: charge.payment_intent }),
  };
  world.store.put("radar.early_fraud_warning", warning);
  emit(world, "radar.early_fraud_warning.created", warning, at);
}
