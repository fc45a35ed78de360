import * as z from "zod";
import { DISPUTE_STATUSES } from "#contracts/billing/stripe-state.ts";
import { SUBSCRIPTION_STATUSES } from "#contracts/billing/subscription-status.ts";

export const toIsoTimestamp = (seconds: number) => new Date(seconds * 1_000).toISOString();

const UnixSeconds = z.int().transform(toIsoTimestamp);

export const PaymentMethod = z.object({
  id: z.string(),
  created: z.int(),
  type: z.string(),
  card: z.nullish(
    z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }),
  ),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

const StripeDiscount = z.object({
  id: z.string(),
  end: z.nullable(UnixSeconds),
  source: z.object({
    coupon: z.nullable(
      z.object({
        id: z.string(),
        percent_off: z.nullish(z.number()),
        amount_off: z.nullish(z.int()),
        duration: z.string(),
      }),
    ),
  }),
});
export type StripeDiscount = z.infer<typeof StripeDiscount>;

export const StripeCoupon = z.object({
  applies_to: z.nullish(z.object({ products: z.array(z.string()) })),
});

export const StripeCustomer = z.object({
  deleted: z.optional(z.boolean()),
  email: z.nullish(z.string()),
  balance: z.optional(z.int()),
  discount: z.nullish(StripeDiscount),
  invoice_settings: z.optional(
    z.object({
      default_payment_method: z.nullable(PaymentMethod),
      footer: z.nullish(z.string()),
    }),
  ),
});

export const StripePrice = z.object({
  id: z.string(),
  product: z.string(),
  lookup_key: z.nullable(z.string()),
  metadata: z.record(z.string(), z.string()),
  unit_amount: z.nullable(z.int()),
});
export type StripePrice = z.infer<typeof StripePrice>;

export const StripeSubscription = z.object({
  id: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  collection_method: z.string(),
  created: UnixSeconds,
  billing_cycle_anchor: UnixSeconds,
  cancel_at_period_end: z.boolean(),
  cancel_at: z.nullable(UnixSeconds),
  canceled_at: z.nullable(UnixSeconds),
  ended_at: z.nullable(UnixSeconds),
  cancellation_details: z.nullable(z.object({ reason: z.nullable(z.string()) })),
  default_payment_method: z.nullable(PaymentMethod),
  metadata: z.record(z.string(), z.string()),
  default_tax_rates: z.nullish(
    z.array(z.object({ id: z.string(), metadata: z.nullable(z.record(z.string(), z.string())) })),
  ),
  discounts: z.array(StripeDiscount),
  schedule: z.nullable(
    z.object({
      id: z.string(),
      current_phase: z.nullable(z.object({ end_date: z.int() })),
      phases: z.array(z.object({ start_date: z.int() })),
      default_settings: z.object({ default_payment_method: z.nullable(z.string()) }),
      metadata: z.nullable(z.record(z.string(), z.string())),
    }),
  ),
  pending_update: z.nullable(
    z.object({
      expires_at: UnixSeconds,
      subscription_items: z.nullish(z.array(z.object({ price: StripePrice }))),
    }),
  ),
  items: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        price: StripePrice,
        quantity: z.optional(z.int()),
        discounts: z.array(z.string()),
        current_period_start: z.int(),
        current_period_end: UnixSeconds,
      }),
    ),
  }),
});
export type StripeSubscription = z.infer<typeof StripeSubscription>;

export const StripeInvoice = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  lines: z.object({ data: z.array(z.object({ description: z.nullable(z.string()) })) }),
  hosted_invoice_url: z.nullish(z.string()),
  status: z.nullable(z.enum(["draft", "open", "paid", "uncollectible", "void"])),
  auto_advance: z.nullish(z.boolean()),
  billing_reason: z.nullable(z.string()),
  amount_due: z.int(),
  amount_paid: z.int(),
  currency: z.string(),
  created: z.int(),
  status_transitions: z.object({ paid_at: z.nullable(UnixSeconds) }),
  parent: z.nullable(
    z.object({ subscription_details: z.nullish(z.object({ subscription: z.string() })) }),
  ),
  payments: z.object({
    data: z.array(z.object({ payment: z.object({ payment_intent: z.nullish(z.string()) }) })),
  }),
});
export type StripeInvoice = z.infer<typeof StripeInvoice>;

export const StripeCharge = z.object({
  id: z.string(),
  payment_intent: z.nullable(z.string()),
  payment_method: z.nullable(z.string()),
  status: z.string(),
  disputed: z.boolean(),
  payment_method_details: z.nullable(
    z.object({ card: z.nullish(z.object({ fingerprint: z.nullish(z.string()) })) }),
  ),
  refunds: z.object({
    data: z.array(
      z.object({
        amount: z.int(),
        status: z.nullable(z.string()),
        pending_reason: z.nullish(z.string()),
      }),
    ),
  }),
});
export type StripeCharge = z.infer<typeof StripeCharge>;

export const StripeDispute = z.object({
  id: z.string(),
  status: z.enum(DISPUTE_STATUSES),
  reason: z.string(),
  amount: z.int(),
  currency: z.string(),
  payment_intent: z.nullable(z.string()),
  evidence_details: z.object({ due_by: z.nullable(UnixSeconds) }),
  is_charge_refundable: z.boolean(),
  created: UnixSeconds,
});
export type StripeDispute = z.infer<typeof StripeDispute>;
