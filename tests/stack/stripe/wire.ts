import type { Stripe } from "stripe";

/**
 * stripe-node's type as sent on the wire: decimals are strings and expandable fields are ids. The
 * compiler checks that every property of the pinned API version is present.
 */
type Wire<T> = T extends Stripe.Decimal
  ? string
  : T extends string | number | boolean | null | undefined | void
    ? T
    : T extends readonly (infer Item)[]
      ? Expandable<Item>[]
      : { [Key in keyof T]: Expandable<T[Key]> };

type Expandable<T> = string extends T ? Extract<T, string | null | undefined> : Wire<T>;

export interface Kinds {
  customer: Wire<Stripe.Customer>;
  product: Wire<Stripe.Product>;
  price: Wire<Stripe.Price>;
  coupon: Wire<Stripe.Coupon>;
  promotion_code: Wire<Stripe.PromotionCode>;
  discount: Wire<Stripe.Discount>;
  payment_method: Wire<Stripe.PaymentMethod>;
  payment_intent: Wire<Stripe.PaymentIntent>;
  charge: Wire<Stripe.Charge>;
  refund: Wire<Stripe.Refund>;
  dispute: Wire<Stripe.Dispute>;
  "radar.early_fraud_warning": Wire<Stripe.Radar.EarlyFraudWarning>;
  invoice: Wire<Stripe.Invoice>;
  invoiceitem: Wire<Stripe.InvoiceItem>;
  invoice_payment: Wire<Stripe.InvoicePayment>;
  subscription: Wire<Stripe.Subscription>;
  tax_id: Wire<Stripe.TaxId>;
  tax_rate: Wire<Stripe.TaxRate>;
  credit_note: Omit<Wire<Stripe.CreditNote>, "lines"> & {
    lines: List<Wire<Stripe.CreditNoteLineItem>>;
  };
  subscription_schedule: Wire<Stripe.SubscriptionSchedule>;
  "checkout.session": Wire<Stripe.Checkout.Session>;
  "billing_portal.session": Wire<Stripe.BillingPortal.Session>;
  "billing_portal.configuration": Wire<Stripe.BillingPortal.Configuration>;
  "test_helpers.test_clock": Wire<Stripe.TestHelpers.TestClock>;
  webhook_endpoint: Wire<Stripe.WebhookEndpoint>;
  event: WireEvent;
}

export type Kind = keyof Kinds;

export type WireEvent = Omit<Wire<Stripe.EventBase>, "data" | "type"> & {
  type: string;
  data: { object: object; previous_attributes?: object };
};

export type SubscriptionItem = Wire<Stripe.SubscriptionItem>;
export type InvoiceLine = Wire<Stripe.InvoiceLineItem>;
export type CheckoutLine = Wire<Stripe.LineItem>;
export type SchedulePhase = Wire<Stripe.SubscriptionSchedule.Phase>;
export type List<T> = { object: "list"; data: T[]; has_more: boolean; url: string };

export function listOf<T>(url: string, data: T[]): List<T> {
  return { object: "list", data, has_more: false, url };
}
