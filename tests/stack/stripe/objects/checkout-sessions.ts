import type { Stripe } from "stripe";
import * as z from "zod";
import { expireSession, linesOf, type Session, totalsOf } from "../billing/checkout.ts";
import { checkMinimum, chooseCoupon } from "../billing/discounts.ts";
import { activeTaxRates } from "../billing/taxes.ts";
import { find } from "../find.ts";
import { call, retrieval } from "../http/call.ts";
import {
  changeMetadata,
  flag,
  integer,
  metadata,
  onlyOne,
  text,
  timestamp,
} from "../http/params.ts";
import { apiError, paramError } from "../http/stripe-error.ts";
import { DAY_SECONDS } from "../money/periods.ts";
import { newId, nowOf, type World } from "../world.ts";

const SHORTEST_SECONDS = 30 * 60;
const NOT_IN_SUBSCRIPTION_MODE = ["payment_intent_data", "customer_creation", "invoice_creation"];

const autoOrNever = z.enum(["auto", "never"]);

const params = {
  adaptive_pricing: z.strictObject({ enabled: flag().optional() }).optional(),
  allowed_payment_method_types: z.array(text()).min(1).optional(),
  automatic_tax: z.strictObject({ enabled: z.literal("false") }).optional(),
  billing_address_collection: z.enum(["auto", "required"]).optional(),
  cancel_url: text().optional(),
  client_reference_id: text(200).optional(),
  currency: text(3).optional(),
  custom_text: z
    .strictObject({ submit: z.strictObject({ message: text(1_200) }).optional() })
    .optional(),
  customer: text().optional(),
  customer_creation: z.unknown().optional(),
  customer_email: text(800).optional(),
  customer_update: z
    .strictObject({ address: autoOrNever.optional(), name: autoOrNever.optional() })
    .optional(),
  discounts: z
    .array(z.strictObject({ coupon: text().optional(), promotion_code: text().optional() }))
    .max(1)
    .optional(),
  expires_at: timestamp().optional(),
  invoice_creation: z.unknown().optional(),
  line_items: z
    .array(z.strictObject({ price: text(), quantity: integer().optional() }))
    .min(1)
    .max(20),
  locale: z.enum(["auto", "en", "en-GB"]).optional(),
  metadata: metadata().optional(),
  mode: z.enum(["subscription", "payment", "setup"]),
  payment_intent_data: z.unknown().optional(),
  subscription_data: z
    .strictObject({
      description: text(500).optional(),
      metadata: metadata().optional(),
      default_tax_rates: z.array(text()).optional(),
    })
    .optional(),
  success_url: text(),
  tax_id_collection: z.strictObject({ enabled: flag() }).optional(),
  ui_mode: z.enum(["hosted_page", "embedded_page", "elements", "form"]).optional(),
  wallet_options: z
    .strictObject({ link: z.strictObject({ display: z.enum(["auto", "never"]) }) })
    .optional(),
};

type Given = z.output<z.ZodObject<typeof params>>;

function check(world: World, given: Given, at: number): void {
  onlyOne(given, ["customer", "customer_email"]);
  if (given.mode !== "subscription" || (given.ui_mode ?? "hosted_page") !== "hosted_page") {
    throw paramError("Only `mode: subscription` on the hosted page is played here.", {
      param: given.mode === "subscription" ? "ui_mode" : "mode",
    });
  }
  const foreign = NOT_IN_SUBSCRIPTION_MODE.find((name) => Reflect.get(given, name) !== undefined);
  if (foreign !== undefined) {
    throw paramError(`You can not pass \`${foreign}\` in \`subscription\` mode.`, {
      param: foreign,
    });
  }
  for (const param of ["success_url", "cancel_url"] as const) checkUrl(given[param], param);
  if (given.customer !== undefined) find(world, "customer", given.customer, "customer");
  if (given.customer_email !== undefined && !/^\S+@\S+\.\S+$/.test(given.customer_email)) {
    throw paramError(`Invalid email address: ${given.customer_email}`, {
      code: "email_invalid",
      param: "customer_email",
    });
  }
  if (given.customer_update !== undefined && given.customer === undefined) {
    throw paramError("`customer_update` can only be used with `customer`.", {
      param: "customer_update",
    });
  }
  const savesName = given.customer === undefined || given.customer_update?.name === "auto";
  if (given.tax_id_collection?.enabled === true && !savesName) {
    throw apiError(
      "Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.",
    );
  }
  const expires = given.expires_at ?? at + DAY_SECONDS;
  if (expires < at + SHORTEST_SECONDS || expires > at + DAY_SECONDS) {
    throw paramError(
      "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
      { param: "expires_at" },
    );
  }
}

function checkUrl(url: string | undefined, param: string): void {
  if (url === undefined) return;
  const isWeb = /^https?:\/\//.test(url) && URL.canParse(url.replaceAll(/[{}]/g, ""));
  if (isWeb) return;
  throw paramError("Not a valid URL", { code: "url_invalid", param });
}

function checkLines(world: World, lines: Given["line_items"]): string {
  const prices = lines.map(({ price }, index) => {
    const param = `line_items[${index}][price]`;
    const found = find(world, "price", price, param);
    if (!found.active) {
      throw apiError("The price specified is inactive. This field only accepts active prices.", {
        param,
      });
    }
    if (lines[index]?.quantity === undefined) {
      throw paramError(`Missing required param: line_items[${index}][quantity].`, {
        code: "parameter_missing",
        param: `line_items[${index}][quantity]`,
      });
    }
    return found;
  });
  if (prices.some((price) => price.recurring === null)) {
    throw apiError("Only recurring prices are played here.", { param: "line_items" });
  }
  const currencies = new Set(prices.map((price) => price.currency));
  if (currencies.size > 1) {
    throw apiError("All prices of a Checkout Session must have the same currency.", {
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
  const { allowed_payment_method_types: allowed } = given;
  const methods = world.settings.paymentMethodTypes.filter(
    (type) => allowed?.includes(type) ?? true,
  );
  if (methods.length === 0) {
    throw apiError("No valid payment method types for this Checkout Session.", {
      param: "allowed_payment_method_types",
    });
  }
  const id = newId("cs_test", 58);
  const chosen = (given.discounts ?? []).map((choice) => chooseCoupon(world, choice, customer, at));
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
    intent: null,
    business: { name: null, taxId: null },
    customerUpdate: {
      name: given.customer_update?.name === "auto",
      address: given.customer_update?.address === "auto",
    },
    subscription: {
      metadata: changeMetadata({}, given.subscription_data?.metadata),
      description: given.subscription_data?.description ?? null,
      taxRates: activeTaxRates(
        world,
        given.subscription_data?.default_tax_rates ?? [],
        "subscription_data[default_tax_rates]",
      ).map((rate) => rate.id),
    },
  });
  const totals = totalsOf(linesOf(world, id).data);
  checkMinimum(chosen, totals.amount_subtotal);
  const session: Session = {
    id,
    object: "checkout.session",
    adaptive_pricing: {
      enabled: given.adaptive_pricing?.enabled ?? world.settings.isAdaptivePricingOn,
    },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: given.allowed_payment_method_types ?? null,
    ...totals,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: given.billing_address_collection ?? null,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: at,
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: given.custom_text?.submit ?? null,
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
    integration_identifier: null,
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
    payment_method_collection: "always",
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: methods,
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
    submit_type: null,
    subscription: null,
    success_url: given.success_url,
    tax_id_collection: {
      enabled: given.tax_id_collection?.enabled ?? false,
      required: "never",
    },
    ui_mode: "hosted_page",
    url: `${world.baseUrl}/checkout/${id}`,
    wallet_options: given.wallet_options ?? null,
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
  retrieval("checkout.session", "/v1/checkout/sessions"),
  call<Stripe.Checkout.SessionExpireParams>()(
    "POST",
    "/v1/checkout/sessions/:id/expire",
    {},
    (world, _given, id) => {
      const session = find(world, "checkout.session", id);
      return expireSession(world, session, nowOf(world, session.customer));
    },
  ),
];
