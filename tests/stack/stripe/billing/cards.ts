import { find, update } from "../find.ts";
import { ApiError, apiError } from "../http/stripe-error.ts";
import { type Decline, findCard, findCardByName, type TestCard } from "../money/cards.ts";
import type { Kinds } from "../wire.ts";
import { emit, newId, now, nowOf, type World } from "../world.ts";

export type PaymentMethod = Kinds["payment_method"];

export interface CardDetails {
  readonly expMonth: number;
  readonly expYear: number;
  readonly name: string | null;
  readonly email: string | null;
  readonly country: string | null;
  readonly postalCode: string | null;
  readonly line1: string | null;
  readonly city: string | null;
}

const NO_DETAILS: CardDetails = {
  expMonth: 12,
  expYear: 2034,
  name: null,
  email: null,
  country: null,
  postalCode: null,
  line1: null,
  city: null,
};

export function createCard(
  world: World,
  card: TestCard,
  details: CardDetails = NO_DETAILS,
): PaymentMethod {
  const { name, email, country, postalCode, line1, city } = details;
  const paymentMethod: PaymentMethod = {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: {
      address: {
        city,
        country,
        line1,
        line2: null,
        postal_code: postalCode,
        state: null,
      },
      email,
      name,
      phone: null,
      tax_id: null,
    },
    ...(card.debit === null ? cardFields(card, details) : bankFields(card)),
    created: now(world, null),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
  };
  world.store.put("payment_method", paymentMethod);
  world.store.put("card", { id: paymentMethod.id, number: card.number, isSetUp: false });
  return paymentMethod;
}

function cardFields(
  card: TestCard,
  { expMonth, expYear, postalCode }: CardDetails,
): Pick<PaymentMethod, "type" | "card"> {
  return {
    type: "card",
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: postalCode === null ? null : "pass",
        cvc_check: "pass",
      },
      country: card.country,
      display_brand: card.brand,
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint: fingerprintOf(card.number),
      funding: "credit",
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  };
}

function bankFields({ number }: TestCard): Pick<PaymentMethod, "type" | "bacs_debit"> {
  return {
    type: "bacs_debit",
    bacs_debit: {
      fingerprint: fingerprintOf(number),
      last4: number.slice(-4),
      sort_code: number.slice(0, 6),
    },
  };
}

const fingerprintOf = (number: string): string => `fp_${number.slice(-8)}`;

export function resolve(world: World, idOrName: string, param: string): PaymentMethod {
  const card = findCardByName(idOrName);
  return card === null ? find(world, "payment_method", idOrName, param) : createCard(world, card);
}

export function declineRefusal(
  decline: Decline,
  details: { payment_intent?: object; charge?: string } = {},
): ApiError {
  return new ApiError(
    402,
    "card_error",
    decline.message,
    {
      code: decline.code,
      ...(decline.declineCode === null ? {} : { decline_code: decline.declineCode }),
      ...details,
    },
    { keepsWork: true },
  );
}

export function attach(world: World, idOrName: string, customer: string): PaymentMethod {
  const before = resolve(world, idOrName, "payment_method");
  const card = cardOf(world, before.id);
  if (before.customer === customer) return before;
  if (before.customer !== null) {
    throw apiError("The payment method you provided has already been attached to a customer.", {
      code: "payment_method_unexpected_state",
      param: "payment_method",
    });
  }
  if (card.refuses !== null) throw declineRefusal(card.refuses);
  const after = update(world, "payment_method", before, { customer });
  emit(world, "payment_method.attached", after, nowOf(world, customer));
  return after;
}

/** The bank issued the card anew: Stripe keeps its id. */
export function renewCard(
  world: World,
  before: PaymentMethod,
  { expMonth, expYear, at }: { expMonth: number; expYear: number; at: number },
): PaymentMethod {
  const { card } = before;
  if (card === undefined) return before;
  const after = update(world, "payment_method", before, {
    card: { ...card, exp_month: expMonth, exp_year: expYear },
  });
  emit(world, "payment_method.automatically_updated", after, at, { card });
  return after;
}

export function cardOf(world: World, paymentMethod: string): TestCard & { isSetUp: boolean } {
  const kept = world.store.get("card", paymentMethod);
  const card = findCard(kept?.number ?? "");
  if (kept === undefined || card === null) {
    throw new Error(`Bug: ${paymentMethod} has no card behind it.`);
  }
  return { ...card, isSetUp: kept.isSetUp };
}

export function ownPaymentMethod(
  world: World,
  customer: string,
  id: string,
  param: string,
): PaymentMethod {
  const paymentMethod = find(world, "payment_method", id, param);
  if (paymentMethod.customer !== customer) {
    throw apiError(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { param },
    );
  }
  return paymentMethod;
}
