import { filter, find, update } from "../find.ts";
import { apiError } from "../http/stripe-error.ts";
import { findCard } from "../money/cards.ts";
import { spreadDiscounts } from "../money/discounts.ts";
import type { Basket, StoredRecords } from "../store.ts";
import { type CheckoutLine, type Kinds, type List, listOf } from "../wire.ts";
import { emit, nowOf, type World } from "../world.ts";
import { attach, type CardDetails, cardOf, createCard } from "./cards.ts";
import { awaitDebit, settleDebit, settlePayment } from "./collect.ts";
import { createCustomer, updateCustomer } from "./customers.ts";
import { type ChosenCoupon, coverageOf, termsOf } from "./discounts.ts";
import { finalizeInvoice, voidInvoice } from "./invoices.ts";
import { type SubscriptionPlan, draftFirstInvoice, writeSubscription } from "./new-subscription.ts";
import { charge, createIntent } from "./pay.ts";
import { dryRun } from "./rehearse.ts";
import { createTaxId, isTaxId, taxIdsOf } from "./tax-ids.ts";
import { type TaxRate, taxesOn } from "./taxes.ts";

export type Session = Kinds["checkout.session"];

export interface CheckoutForm extends CardDetails {
  readonly number: string;
  readonly businessName: string | null;
  readonly taxId: string | null;
}

export type Checkout =
  | { readonly kind: "done"; readonly url: string }
  | { readonly kind: "confirm"; readonly url: string }
  | { readonly kind: "error"; readonly message: string };

function basketOf(world: World, session: string): Basket {
  const basket = world.store.get("basket", session);
  if (basket === undefined) throw new Error(`Bug: ${session} has no basket.`);
  return basket;
}

export function linesOf(world: World, session: string): List<CheckoutLine> {
  const basket = basketOf(world, session);
  const priced = basket.lines.flatMap((line) => {
    const price = world.store.get("price", line.price);
    return price === undefined
      ? []
      : [{ ...line, price, amount: (price.unit_amount ?? 0) * line.quantity }];
  });
  const taken = spreadDiscounts(
    priced.map(({ amount, price }) => ({ amount, discountable: true, product: price.product })),
    chosenCoupons(world, basket).map(({ coupon }) => ({
      id: coupon.id,
      terms: termsOf(coupon, coverageOf(world, coupon)),
    })),
  );
  const rates = basket.subscription.taxRates.map((id) => find(world, "tax_rate", id));
  const lines = priced.map(({ id, price, quantity, amount }, index): CheckoutLine => {
    const off = (taken[index] ?? []).reduce((sum, one) => sum + one.amount, 0);
    return {
      id,
      object: "item",
      adjustable_quantity: null,
      amount_discount: off,
      amount_subtotal: amount,
      amount_tax: sumTax(amount - off, rates),
      amount_total: amount - off,
      currency: price.currency,
      description: world.store.get("product", price.product)?.name ?? null,
      metadata: {},
      price,
      quantity,
    };
  });
  return listOf(`/v1/checkout/sessions/${session}/line_items`, lines);
}

export function totalsOf(lines: readonly CheckoutLine[]): {
  amount_subtotal: number;
  amount_total: number;
  total_details: NonNullable<Session["total_details"]>;
} {
  const sum = (pick: (line: CheckoutLine) => number): number =>
    lines.reduce((total, line) => total + pick(line), 0);
  return {
    amount_subtotal: sum((line) => line.amount_subtotal),
    amount_total: sum((line) => line.amount_total),
    total_details: {
      amount_discount: sum((line) => line.amount_discount),
      amount_shipping: 0,
      amount_tax: sum((line) => line.amount_tax),
    },
  };
}

function sumTax(amount: number, rates: readonly TaxRate[]): number {
  return taxesOn(amount, rates).reduce((sum, tax) => sum + tax.amount, 0);
}

function chosenCoupons(world: World, basket: Basket): ChosenCoupon[] {
  return basket.coupons.flatMap(({ coupon, promotionCode }) => {
    const found = world.store.get("coupon", coupon);
    const code = world.store.get("promotion_code", promotionCode ?? "") ?? null;
    return found === undefined ? [] : [{ coupon: found, promotionCode: code }];
  });
}

export function submitCheckout(world: World, session: Session, form: CheckoutForm): Checkout {
  if (session.status !== "open") {
    return { kind: "error", message: "This page is no longer open. Start again from the shop." };
  }
  const card = findCard(form.number);
  if (card === null) {
    return { kind: "error", message: "Your card number is invalid. Use one of the test cards." };
  }
  const type = card.debit === null ? "card" : "bacs_debit";
  if (!session.payment_method_types.includes(type)) {
    return { kind: "error", message: "This page takes other ways to pay only." };
  }
  const refusal = refuseForm(session, form);
  if (refusal !== null) return { kind: "error", message: refusal };
  const { businessName: name, taxId } = form;
  update(world, "basket", basketOf(world, session.id), { business: { name, taxId } });
  const at = nowOf(world, session.customer);
  const due = amountDue(world, session);
  if (due === 0 && card.refuses !== null) return { kind: "error", message: card.refuses.message };
  const paymentMethod = createCard(world, card, form);
  if (due === 0) return complete(world, session, null, paymentMethod.id);
  const intent = intentFor(world, session, due);
  const attempt = charge(world, intent, paymentMethod.id, {
    isConfirmed: false,
    isPresent: true,
    at,
  });
  if (attempt.kind === "declined") return { kind: "error", message: attempt.decline.message };
  if (attempt.kind === "paid" || attempt.kind === "processing") {
    return complete(world, session, attempt.intent, paymentMethod.id);
  }
  world.store.put("confirmation", {
    id: intent.id,
    pays: session.id,
    paymentMethod: paymentMethod.id,
    returnUrl: session.url ?? "",
    isShops: false,
    isCardSaved: false,
  });
  return { kind: "confirm", url: `${world.baseUrl}/confirm/${intent.id}` };
}

function refuseForm(session: Session, form: CheckoutForm): string | null {
  const isWhole = [form.name, form.line1, form.city, form.postalCode].every(
    (field) => field !== null,
  );
  if (session.billing_address_collection === "required" && !isWhole) {
    return "Your billing address is incomplete.";
  }
  if (form.taxId === null) return null;
  if (session.tax_id_collection?.enabled !== true) return "This page asks for no tax ID.";
  if (form.businessName === null) return "Your business name is incomplete.";
  return isTaxId(taxIdType(form.taxId), form.taxId) ? null : "Your tax ID is invalid.";
}

function taxIdType(value: string): "gb_vat" | "eu_vat" {
  return value.toUpperCase().startsWith("GB") ? "gb_vat" : "eu_vat";
}

function amountDue(world: World, session: Session): number {
  return dryRun(world, () => {
    const customer = session.customer ?? createCustomer(world, {}).id;
    const plan = planOf(world, session, customer, null);
    const subscription = writeSubscription(world, plan, "active");
    return draftFirstInvoice(world, subscription).amount_due;
  });
}

function planOf(
  world: World,
  session: Session,
  customer: string,
  paymentMethod: string | null,
): SubscriptionPlan {
  const basket = basketOf(world, session.id);
  return {
    customer,
    items: basket.lines.map(({ price, quantity }) => ({
      price: find(world, "price", price),
      quantity,
      metadata: {},
    })),
    coupons: chosenCoupons(world, basket),
    metadata: basket.subscription.metadata,
    description: basket.subscription.description,
    paymentMethod,
    taxRates: basket.subscription.taxRates.map((id) => find(world, "tax_rate", id)),
    session: session.id,
  };
}

/** A retry continues the payment intent unless the amount has changed. */
function intentFor(world: World, session: Session, amount: number): Kinds["payment_intent"] {
  const basket = basketOf(world, session.id);
  const known = world.store.get("payment_intent", basket.intent ?? "");
  if (known !== undefined && known.amount === amount) return known;
  const intent = createIntent(world, {
    customer: session.customer,
    amount,
    currency: session.currency ?? "gbp",
    description: "Subscription creation",
    at: nowOf(world, session.customer),
  });
  update(world, "basket", basket, { intent: intent.id });
  return intent;
}

export function complete(
  world: World,
  session: Session,
  intent: Kinds["payment_intent"] | null,
  paymentMethod: string,
): Checkout {
  const details = find(world, "payment_method", paymentMethod).billing_details;
  const email = session.customer_email ?? details.email;
  const customer = session.customer ?? createCustomer(world, { email }).id;
  saveDetails(world, session, customer, details);
  const at = nowOf(world, customer);
  if (intent !== null && intent.customer === null) giveTo(world, intent, customer);
  attach(world, paymentMethod, customer);
  const plan = planOf(world, session, customer, paymentMethod);
  const subscription = writeSubscription(world, plan, "active");
  const draft = draftFirstInvoice(world, subscription);
  const open = finalizeInvoice(world, draft, at, intent);
  const isPaid = intent?.status !== "processing";
  const invoice = isPaid ? settlePayment(world, open, at) : awaitDebit(world, open, at);
  const { business } = basketOf(world, session.id);
  const done = update(world, "checkout.session", session, {
    status: "complete",
    payment_status: intent === null ? "no_payment_required" : isPaid ? "paid" : "unpaid",
    ...presentmentOf(world, session, paymentMethod),
    customer,
    subscription: subscription.id,
    invoice: invoice.id,
    url: null,
    customer_details: {
      address: details.address,
      business_name: business.name,
      email: find(world, "customer", customer).email,
      individual_name: null,
      name: details.name,
      phone: null,
      tax_exempt: "none",
      tax_ids:
        business.taxId === null ? [] : [{ type: taxIdType(business.taxId), value: business.taxId }],
    },
  });
  emit(world, "checkout.session.completed", done, at);
  return { kind: "done", url: successUrlOf(done) };
}

const DOLLARS_PER_POUND = 1.3;

/** With Adaptive Pricing a foreign card pays in its currency. The session and its invoice stay in ours. */
function presentmentOf(
  world: World,
  { adaptive_pricing: pricing, amount_total: total }: Session,
  paymentMethod: string,
): Pick<Session, "presentment_details"> {
  const { country } = cardOf(world, paymentMethod);
  if (pricing?.enabled !== true || country === "GB" || total === null) return {};
  return {
    presentment_details: {
      presentment_amount: Math.round(total * DOLLARS_PER_POUND),
      presentment_currency: "usd",
    },
  };
}

/** The first payment's failure voids its invoice; the subscription stays `active`. */
export function endDebitOf(world: World, debit: StoredRecords["debit"]): void {
  const { at } = debit;
  const { invoice, isPaid } = settleDebit(world, debit);
  const [session] = filter(world, "checkout.session", (one) => one.invoice === invoice.id);
  if (session === undefined) return;
  if (!isPaid) voidInvoice(world, invoice, at);
  const after = isPaid
    ? update(world, "checkout.session", session, { payment_status: "paid" })
    : session;
  emit(world, `checkout.session.async_payment_${isPaid ? "succeeded" : "failed"}`, after, at);
}

/** An existing customer keeps name and address without `customer_update`. */
function saveDetails(
  world: World,
  session: Session,
  customer: string,
  details: Kinds["payment_method"]["billing_details"],
): void {
  const { business, customerUpdate } = basketOf(world, session.id);
  const isNew = session.customer === null;
  const owner = find(world, "customer", customer);
  const after = updateCustomer(world, owner, {
    email: owner.email ?? details.email,
    ...(isNew || customerUpdate.name ? { name: business.name ?? details.name } : {}),
    ...(isNew || customerUpdate.address ? { address: details.address } : {}),
  });
  const isKnown = taxIdsOf(world, customer).some(({ value }) => value === business.taxId);
  if (business.taxId === null || isKnown) return;
  createTaxId(world, after, { type: taxIdType(business.taxId), value: business.taxId });
}

function giveTo(world: World, intent: Kinds["payment_intent"], customer: string): void {
  update(world, "payment_intent", intent, { customer });
  const made = world.store.get("charge", intent.latest_charge ?? "");
  if (made !== undefined) update(world, "charge", made, { customer });
}

export function successUrlOf(session: Session): string {
  return (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

/** Expires unpaid checkout sessions. They follow the wall clock, not a test clock. */
export function expireSessions(world: World): number {
  const wall = Math.floor(world.wallClock() / 1_000);
  const over = filter(
    world,
    "checkout.session",
    (one) => one.status === "open" && one.expires_at <= wall,
  );
  for (const session of over) expireSession(world, session, session.expires_at);
  return over.length;
}

export function expireSession(world: World, session: Session, at: number): Session {
  if (session.status !== "open") {
    throw apiError(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${String(session.status)}\`.`,
    );
  }
  const expired = update(world, "checkout.session", session, { status: "expired", url: null });
  emit(world, "checkout.session.expired", expired, at);
  return expired;
}
