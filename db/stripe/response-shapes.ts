import * as z from "zod";
import { PRODUCT_NAME_MAX } from "#contracts/billing/detail-lengths.ts";
import { DISPUTE_STATUSES } from "#contracts/billing/stripe-state.ts";
import { SUBSCRIPTION_STATUSES } from "#contracts/billing/subscription-status.ts";

// Each shape asks for what a row cannot be without. All else may be missing, null, deleted or of a kind that Stripe adds
// later: one odd object must not stop a customer.

export const toIsoTimestamp = (seconds: number) => new Date(seconds * 1_000).toISOString();

const UnixSeconds = z.int().transform(toIsoTimestamp);

/** Reads null for what Stripe leaves out. */
function optional<T extends z.ZodType>(schema: T) {
  return z.nullish(schema).transform((given) => given ?? null);
}

/** Reads `otherwise` for what Stripe leaves out. */
function withDefault<T extends z.ZodType>(schema: T, otherwise: z.output<T>) {
  return z.nullish(schema).transform((given) => given ?? otherwise);
}

/** Stripe may give an object as its id, and of a deleted one little more. */
function expandable<T extends z.ZodType>(schema: T) {
  return z.preprocess((given) => (typeof given === "string" ? { id: given } : given), schema);
}

const Id = expandable(z.object({ id: z.string() })).transform(({ id }) => id);

/** Reads `unknown` for what Stripe added after this API version. */
function oneOf<const T extends string>(known: readonly T[]) {
  return z
    .string()
    .transform((given): T | "unknown" => known.find((one) => one === given) ?? "unknown");
}

const Flag = withDefault(z.boolean(), false);

const Metadata = withDefault(z.record(z.string(), z.unknown()), {}).transform(
  (given): Record<string, string> =>
    Object.fromEntries(
      Object.entries(given).flatMap(([key, value]) =>
        typeof value === "string" ? [[key, value]] : [],
      ),
    ),
);

function listOf<T extends z.ZodType>(schema: T) {
  return withDefault(z.object({ data: withDefault(z.array(schema), []) }), { data: [] });
}

export const PaymentMethod = expandable(
  z.object({
    id: z.string(),
    created: withDefault(z.int(), 0),
    type: withDefault(z.string(), "unknown"),
    card: optional(
      z.object({
        brand: optional(z.string()),
        last4: optional(z.string()),
        exp_month: optional(z.int()),
        exp_year: optional(z.int()),
      }),
    ),
  }),
);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

const StripeDiscount = expandable(
  z.object({
    id: z.string(),
    end: optional(UnixSeconds),
    source: withDefault(
      z.object({
        coupon: optional(
          expandable(
            z.object({
              id: z.string(),
              percent_off: optional(z.number()),
              amount_off: optional(z.int()),
              duration: optional(z.string()),
            }),
          ),
        ),
      }),
      { coupon: null },
    ),
  }),
);
export type StripeDiscount = z.infer<typeof StripeDiscount>;

export const StripeCoupon = z.object({
  applies_to: optional(z.object({ products: z.array(z.string()) })),
});

export const StripeCustomer = z.object({
  deleted: Flag,
  email: optional(z.string()),
  balance: withDefault(z.int(), 0),
  discount: optional(StripeDiscount),
  invoice_settings: withDefault(
    z.object({ default_payment_method: optional(PaymentMethod), footer: optional(z.string()) }),
    { default_payment_method: null, footer: null },
  ),
});

export const StripeProduct = z.object({
  name: optional(z.string()).transform((name) => name?.slice(0, PRODUCT_NAME_MAX) ?? null),
});

export const StripePrice = expandable(
  z.object({
    id: z.string(),
    product: optional(Id),
    lookup_key: optional(z.string()),
    metadata: Metadata,
    unit_amount: optional(z.int()),
    recurring: optional(
      z.object({ interval: optional(z.string()), interval_count: withDefault(z.int(), 1) }),
    ),
  }),
);
export type StripePrice = z.infer<typeof StripePrice>;

export const StripeSchedule = expandable(
  z.object({
    id: z.string(),
    current_phase: optional(z.object({ start_date: optional(z.int()), end_date: z.int() })),
    phases: withDefault(
      z.array(
        z.object({
          start_date: z.int(),
          items: withDefault(
            z.array(z.object({ price: optional(StripePrice), quantity: withDefault(z.int(), 1) })),
            [],
          ),
          discounts: withDefault(z.array(z.object({ discount: optional(Id) })), []),
          add_invoice_items: withDefault(z.array(z.unknown()), []),
          trial_end: optional(z.int()),
        }),
      ),
      [],
    ),
    default_settings: optional(z.object({ default_payment_method: optional(Id) })),
    metadata: Metadata,
  }),
);
export type StripeSchedule = z.infer<typeof StripeSchedule>;
export type StripePhase = StripeSchedule["phases"][number];

const LatestInvoice = expandable(
  z.object({
    id: z.string(),
    status: optional(z.string()),
    amount_due: optional(z.int()),
    hosted_invoice_url: optional(z.string()),
    payments: listOf(z.object({ payment: optional(z.object({ payment_intent: optional(Id) })) })),
  }),
);
export type LatestInvoice = z.infer<typeof LatestInvoice>;

export const StripeSubscription = z.object({
  id: z.string(),
  status: oneOf(SUBSCRIPTION_STATUSES),
  collection_method: optional(z.string()),
  currency: optional(z.string()),
  pause_collection: optional(
    z.object({ behavior: withDefault(z.string(), "unknown"), resumes_at: optional(UnixSeconds) }),
  ),
  created: UnixSeconds,
  billing_cycle_anchor: optional(UnixSeconds),
  cancel_at_period_end: Flag,
  cancel_at: optional(UnixSeconds),
  canceled_at: optional(UnixSeconds),
  ended_at: optional(UnixSeconds),
  cancellation_details: optional(z.object({ reason: optional(z.string()) })),
  default_payment_method: optional(PaymentMethod),
  metadata: Metadata,
  default_tax_rates: withDefault(
    z.array(expandable(z.object({ id: z.string(), metadata: Metadata }))),
    [],
  ),
  discounts: withDefault(z.array(StripeDiscount), []),
  schedule: optional(StripeSchedule),
  latest_invoice: optional(LatestInvoice),
  pending_update: optional(
    z.object({
      expires_at: UnixSeconds,
      subscription_items: withDefault(
        z.array(z.object({ price: StripePrice, quantity: withDefault(z.int(), 1) })),
        [],
      ),
    }),
  ),
  items: listOf(
    z.object({
      id: z.string(),
      price: StripePrice,
      quantity: withDefault(z.int(), 1),
      discounts: withDefault(z.array(z.unknown()), []),
      current_period_start: optional(z.int()),
      current_period_end: optional(UnixSeconds),
    }),
  ),
});
export type StripeSubscription = z.infer<typeof StripeSubscription>;

const InvoiceItem = optional(z.object({ invoice_item: optional(z.string()) }));

const PreviewLine = z
  .object({
    amount: z.int(),
    discountable: Flag,
    discount_amounts: withDefault(z.array(z.object({ amount: z.int() })), []),
    pricing: optional(z.object({ price_details: optional(z.object({ product: optional(Id) })) })),
    parent: optional(
      z.object({ invoice_item_details: InvoiceItem, subscription_item_details: InvoiceItem }),
    ),
  })
  .transform(({ parent, ...line }) => ({
    ...line,
    /** The invoice item that waited for an invoice; null for an item of the subscription. */
    invoiceItem:
      parent?.invoice_item_details?.invoice_item ??
      parent?.subscription_item_details?.invoice_item ??
      null,
  }));

export const StripeInvoicePreview = z.object({
  amount_due: z.int(),
  total: z.int(),
  starting_balance: withDefault(z.int(), 0),
  lines: listOf(PreviewLine),
});

/** The preview of a plan change, whose lines make the next payment. */
export const StripeChangePreview = StripeInvoicePreview.extend({
  lines: z.object({ data: z.array(PreviewLine) }),
});
export type StripeChangePreview = z.infer<typeof StripeChangePreview>;

export const StripeInvoice = z.object({
  id: z.string(),
  number: optional(z.string()),
  lines: listOf(z.object({ description: optional(z.string()) })),
  hosted_invoice_url: optional(z.string()),
  status: optional(oneOf(["draft", "open", "paid", "uncollectible", "void"])),
  auto_advance: Flag,
  billing_reason: optional(z.string()),
  amount_due: z.int(),
  amount_paid: z.int(),
  currency: z.string(),
  created: z.int(),
  status_transitions: optional(z.object({ paid_at: optional(UnixSeconds) })),
  parent: optional(
    z.object({ subscription_details: optional(z.object({ subscription: optional(Id) })) }),
  ),
  payments: listOf(
    z.object({
      status: optional(z.string()),
      amount_paid: withDefault(z.int(), 0),
      payment: optional(z.object({ payment_intent: optional(Id) })),
    }),
  ),
  pre_payment_credit_notes_amount: withDefault(z.int(), 0),
  post_payment_credit_notes_amount: withDefault(z.int(), 0),
});
export type StripeInvoice = z.infer<typeof StripeInvoice>;

export const StripeCreditNote = z.object({
  id: z.string(),
  invoice: optional(Id),
  number: optional(z.string()),
  status: optional(z.string()),
  total: z.int(),
  pdf: optional(z.string()),
  refunds: withDefault(z.array(z.object({ refund: optional(Id) })), []),
});
export type StripeCreditNote = z.infer<typeof StripeCreditNote>;

export const StripeCharge = z.object({
  id: z.string(),
  payment_intent: optional(Id),
  payment_method: optional(Id),
  status: optional(z.string()),
  disputed: Flag,
  payment_method_details: optional(
    z.object({ card: optional(z.object({ fingerprint: optional(z.string()) })) }),
  ),
  amount_refunded: withDefault(z.int(), 0),
  refunds: optional(
    z.object({
      data: optional(
        z.array(
          z.object({
            id: optional(z.string()),
            amount: z.int(),
            status: optional(z.string()),
            pending_reason: optional(z.string()),
          }),
        ),
      ),
    }),
  ),
});
export type StripeCharge = z.infer<typeof StripeCharge>;

export const StripeDispute = z.object({
  id: z.string(),
  status: oneOf(DISPUTE_STATUSES),
  reason: withDefault(z.string(), "unknown"),
  amount: z.int(),
  currency: z.string(),
  payment_intent: optional(Id),
  evidence_details: optional(z.object({ due_by: optional(UnixSeconds) })),
  is_charge_refundable: Flag,
  created: UnixSeconds,
});
export type StripeDispute = z.infer<typeof StripeDispute>;
