import type { Stripe } from "stripe";
import { z } from "zod";
import { expireSession, linesOf, type Session, totalsOf } from "../billing/checkout.ts";
import { chooseCoupon } from "../billing/discounts.ts";
import { call, paging } from "../http/call.ts";
import { isWithin, pageOf } from "../http/list.ts";
import {
  changeMetadata,
  created,
  flag,
  integer,
  metadata,
  onlyOne,
  text,
  timestamp,
} from "../http/params.ts";
import { throwApiError, throwParamError } from "../http/stripe-error.ts";
import { DAY_SECONDS } from "../money/periods.ts";
import { newId, nowOf, type World } from "../world.ts";
import { filter, find, update } from "../find.ts";

const SHORTEST_SECONDS = 30 * 60;
const NOT_IN_SUBSCRIPTION_MODE = ["payment_intent_data", "customer_creation", "invoice_creation"];

const params = {
  allow_promotion_codes: flag().optional(),
  automatic_tax: z.strictObject({ enabled: z.literal("false") }).optional(),
  billing_address_collection: z.enum(["auto", "required"]).optional(),
  cancel_url: text().optional(),
  client_reference_id: text(200).optional(),
  consent_collection: z
    .strictObject({ terms_of_service: z.enum(["none", "required"]).optional() })
    .optional(),
  currency: text(3).optional(),
  customer: text().optional(),
  customer_creation: z.unknown().optional(),
  customer_email: text(800).optional(),
  customer_update: z
    .strictObject({
      address: z.enum(["auto", "never"]).optional(),
      name: z.enum(["auto", "never"]).optional(),
    })
    .optional(),
  discounts: z
    .array(z.strictObject({ coupon: text().optional(), promotion_code: text().optional() }))
    .max(1)
    .optional(),
  expires_at: timestamp().optional(),
  integration_identifier: text(64).optional(),
  invoice_creation: z.unknown().optional(),
  line_items: z
    .array(z.strictObject({ price: text(), quantity: integer().optional() }))
    .min(1)
    .max(20),
  locale: z.enum(["auto", "en", "en-GB"]).optional(),
  metadata: metadata().optional(),
  mode: z.enum(["subscription", "payment", "setup"]),
  payment_intent_data: z.unknown().optional(),
  payment_method_collection: z.enum(["always", "if_required"]).optional(),
  submit_type: z.enum(["auto", "subscribe"]).optional(),
  subscription_data: z
    .strictObject({
      description: text(500).optional(),
      metadata: metadata().optional(),
      trial_period_days: integer().optional(),
    })
    .optional(),
  success_url: text(),
  ui_mode: z.enum(["hosted_page", "embedded_page", "elements", "form"]).optional(),
};

type Given = z.output<z.ZodObject<typeof params>>;

function check(world: World, given: Given, at: number): void {
  onlyOne(given, ["customer", "customer_email"]);
  onlyOne(given, ["allow_promotion_codes", "discounts"]);
  if (given.mode !== "subscription" || (given.ui_mode ?? "hosted_page") !== "hosted_page") {
    throw throwParamError("Only `mode: subscription` on the hosted page is played here.", {
      param: given.mode === "subscription" ? "ui_mode" : "mode",
    });
  }
  const foreign = NOT_IN_SUBSCRIPTION_MODE.find((name) => Reflect.get(given, name) !== undefined);
  if (foreign !== undefined) {
    throw throwParamError(`You can not pass \`${foreign}\` in \`subscription\` mode.`, {
      param: foreign,
    });
  }
  for (const param of ["success_url", "cancel_url"] as const) checkUrl(given[param], param);
  if (given.customer !== undefined) find(world, "customer", given.customer, "customer");
  if (given.customer_email !== undefined && !/^\S+@\S+\.\S+$/.test(given.customer_email)) {
    throw throwParamError(`Invalid email address: ${given.customer_email}`, {
      code: "email_invalid",
      param: "customer_email",
    });
  }
  const expires = given.expires_at ?? at + DAY_SECONDS;
  if (expires < at + SHORTEST_SECONDS || expires > at + DAY_SECONDS) {
    throw throwParamError(
      "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
      { param: "expires_at" },
    );
  }
}

function checkUrl(url: string | undefined, param: string): void {
  if (url === undefined) return;
  const isWeb = /^https?:\/\//.test(url) && URL.canParse(url.replaceAll(/[{}]/g, ""));
  if (isWeb) return;
  throw throwParamError("Not a valid URL", { code: "url_invalid", param });
}

function checkLines(world: World, lines: Given["line_items"]): string {
  const prices = lines.map(({ price }, index) => {
    const param = `line_items[${index}][price]`;
    const found = find(world, "price", price, param);
    if (!found.active) {
      throw throwApiError(
        "The price specified is inactive. This field only accepts active prices.",
        {
          param,
        },
      );
    }
    if (lines[index]?.quantity === undefined) {
      throw throwParamError(`Missing required param: line_items[${index}][quantity].`, {
        code: "parameter_missing",
        param: `line_items[${index}][quantity]`,
      });
    }
    return found;
  });
  if (prices.every((price) => price.recurring === null)) {
    throw throwApiError(
      "You must provide at least one recurring price in `subscription` mode when using prices.",
      { param: "line_items" },
    );
  }
  const currencies = new Set(prices.map((price) => price.currency));
  if (currencies.size > 1) {
    throw throwApiError("All prices of a Checkout Session must have the same currency.", {
      param: "line_items",
    });
  }
  return prices[0]?.currency ?? "gbp";
}

function createSession(world: World, given: Given): Session {
  const customer = given.customer ?? null;
  const at = Math.floor(world.wallClock() / 1_000);
  check(world, given, at);
  const currency = checkLines(world, given.line_items);
  const id = newId("cs_test", 58);
  const chosen = (given.discounts ?? []).map((choice) => chooseCoupon(world, choice, customer, at));
  const days = given.subscription_data?.trial_period_days ?? 0;
  world.store.put("basket", {
    id,
    lines: given.line_items.map(({ price, quantity }) => ({
      id: newId("li"),
      price,
      quantity: quantity ?? 1,
    })),
    coupons: chosen.map(({ coupon, promotionCode }) => ({
      coupon: coupon.id,
      promotionCode: promotionCode?.id ?? null,
    })),
    allowsPromotionCodes: given.allow_promotion_codes === true,
    intent: null,
    subscription: {
      metadata: changeMetadata({}, given.subscription_data?.metadata),
      description: given.subscription_data?.description ?? null,
      trialSeconds: days > 0 ? days * DAY_SECONDS : null,
    },
  });
  const consent = given.consent_collection?.terms_of_service ?? null;
  const session: Session = {
    id,
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: given.allow_promotion_codes ?? null,
    allowed_payment_method_types: null,
    ...totalsOf(linesOf(world, id).data),
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: given.billing_address_collection ?? null,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection:
      consent === null
        ? null
        : { payment_method_reuse_agreement: null, promotions: null, terms_of_service: consent },
    created: at,
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer,
    customer_account: null,
    customer_creation: customer === null ? "always" : null,
    customer_details: null,
    customer_email: given.customer_email ?? null,
    discounts: chosen.map(({ coupon, promotionCode }) => ({
      coupon: coupon.id,
      promotion_code: promotionCode?.id ?? null,
    })),
    expires_at: given.expires_at ?? at + DAY_SECONDS,
    integration_identifier: given.integration_identifier ?? null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: given.locale ?? null,
    managed_payments: null,
    metadata: changeMetadata({}, given.metadata),
    mode: "subscription",
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: given.payment_method_collection ?? "always",
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_status: "unpaid",
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: given.submit_type ?? null,
    subscription: null,
    success_url: given.success_url,
    ui_mode: "hosted_page",
    url: `${world.baseUrl}/checkout/${id}`,
    wallet_options: null,
  };
  world.store.put("checkout.session", session);
  return session;
}

export const checkoutSessionCalls = [
  call<Stripe.Checkout.SessionCreateParams>()(
    "POST",
    "/v1/checkout/sessions",
    params,
    (world, given) => createSession(world, given),
  ),
  call<Stripe.Checkout.SessionUpdateParams>()(
    "POST",
    "/v1/checkout/sessions/:id",
    { metadata: metadata().optional() },
    (world, given, id) => {
      const before = find(world, "checkout.session", id);
      return update(world, "checkout.session", before, {
        metadata: changeMetadata(before.metadata ?? {}, given.metadata),
      });
    },
  ),
  call<Stripe.Checkout.SessionRetrieveParams>()(
    "GET",
    "/v1/checkout/sessions/:id",
    {},
    (world, _given, id) => find(world, "checkout.session", id),
  ),
  call<Stripe.Checkout.SessionListParams>()(
    "GET",
    "/v1/checkout/sessions",
    {
      ...paging(),
      created: created().optional(),
      customer: text().optional(),
      status: z.enum(["complete", "expired", "open"]).optional(),
      subscription: text().optional(),
    },
    (world, given) => {
      const found = filter(
        world,
        "checkout.session",
        (one) =>
          (given.customer === undefined || one.customer === given.customer) &&
          (given.status === undefined || one.status === given.status) &&
          (given.subscription === undefined || one.subscription === given.subscription) &&
          isWithin(one.created, given.created),
      );
      return pageOf("/v1/checkout/sessions", found, given);
    },
  ),
  call<Stripe.Checkout.SessionExpireParams>()(
    "POST",
    "/v1/checkout/sessions/:id/expire",
    {},
    (world, _given, id) => {
      const session = find(world, "checkout.session", id);
      return expireSession(world, session, nowOf(world, session.customer));
    },
  ),
  call<Stripe.Checkout.SessionListLineItemsParams>()(
    "GET",
    "/v1/checkout/sessions/:id/line_items",
    paging(),
    (world, given, id) => {
      const lines = linesOf(world, find(world, "checkout.session", id).id);
      return pageOf(lines.url, lines.data.toReversed(), given);
    },
  ),
];
