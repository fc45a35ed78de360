import type { Decline } from "../money/cards.ts";
import type { Kinds } from "../wire.ts";
import { newId, type World } from "../world.ts";

type Intent = Kinds["payment_intent"];
type Charge = Kinds["charge"];

export function createCharge(
  world: World,
  intent: Intent,
  given: { paymentMethod: string; decline: Decline | null; isPending?: boolean; at: number },
): Charge {
  const method = world.store.get("payment_method", given.paymentMethod);
  const { decline: why, isPending = false } = given;
  const isPaid = why === null && !isPending;
  const id = newId("ch");
  const made: Charge = {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: why === null ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isPaid ? newId("txn") : null,
    billing_details: method?.billing_details ?? {
      address: null,
      email: null,
      name: null,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: null,
    captured: why === null,
    created: given.at,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: why?.code ?? null,
    failure_message: why?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: why === null ? "approved_by_network" : "declined_by_network",
      reason: why?.declineCode ?? why?.code ?? null,
      risk_level: "normal",
      seller_message: why === null ? "Payment complete." : "The bank did not approve the payment.",
      type: why === null ? "authorized" : "issuer_declined",
    },
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: given.paymentMethod,
    payment_method_details: method === undefined ? null : methodDetails(method, intent.amount),
    receipt_email: null,
    receipt_number: null,
    receipt_url: isPaid ? `${world.baseUrl}/receipts/${id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPending ? "pending" : isPaid ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  };
  world.store.put("charge", made);
  return made;
}

function methodDetails(
  method: Kinds["payment_method"],
  amount: number,
): Charge["payment_method_details"] {
  const { card, bacs_debit: account } = method;
  if (account !== undefined)
    return { bacs_debit: { ...account, mandate: null }, type: "bacs_debit" };
  if (card === undefined) return null;
  return {
    card: {
      amount_authorized: amount,
      authorization_code: null,
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: card.regulated_status,
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
    type: "card",
  };
}
