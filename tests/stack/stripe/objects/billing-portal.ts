import type { Stripe } from "stripe";
import * as z from "zod";
import { filter, find, update } from "../find.ts";
import { call, listing, retrieval } from "../http/call.ts";
import { changeMetadata, flag, metadata, text, unsettable } from "../http/params.ts";
import { apiError, paramError } from "../http/stripe-error.ts";
import type { Kinds } from "../wire.ts";
import { newId, now, type World } from "../world.ts";

type Configuration = Kinds["billing_portal.configuration"];
type Flow = NonNullable<Kinds["billing_portal.session"]["flow"]>;

const features = () =>
  z.strictObject({
    customer_update: z
      .strictObject({
        enabled: flag(),
        allowed_updates: unsettable(
          z.array(z.enum(["address", "email", "name", "phone", "shipping", "tax_id"])),
        ).optional(),
      })
      .optional(),
    invoice_history: z.strictObject({ enabled: flag() }).optional(),
    payment_method_update: z.strictObject({ enabled: flag() }).optional(),
    subscription_cancel: z
      .strictObject({
        enabled: flag(),
        mode: z.enum(["at_period_end", "immediately"]).optional(),
        proration_behavior: z.enum(["none", "create_prorations", "always_invoice"]).optional(),
      })
      .optional(),
    subscription_pause: z.strictObject({ enabled: z.literal("false") }).optional(),
    subscription_update: z.strictObject({ enabled: z.literal("false") }).optional(),
  });

type Features = z.output<ReturnType<typeof features>>;

function featuresOf(
  given: Features,
  before: Configuration["features"] | null,
): Configuration["features"] {
  const customer = given.customer_update;
  const cancel = given.subscription_cancel;
  return {
    customer_update: {
      allowed_updates: customer?.allowed_updates ?? before?.customer_update.allowed_updates ?? [],
      enabled: customer?.enabled ?? before?.customer_update.enabled ?? false,
    },
    invoice_history: {
      enabled: given.invoice_history?.enabled ?? before?.invoice_history.enabled ?? false,
    },
    payment_method_update: {
      enabled:
        given.payment_method_update?.enabled ?? before?.payment_method_update.enabled ?? false,
      payment_method_configuration: null,
    },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: cancel?.enabled ?? before?.subscription_cancel.enabled ?? false,
      mode: cancel?.mode ?? before?.subscription_cancel.mode ?? "at_period_end",
      proration_behavior:
        cancel?.proration_behavior ?? before?.subscription_cancel.proration_behavior ?? "none",
    },
    subscription_pause: {
      duration: { interval_options: [], type: "indefinite" },
      enabled: false,
    },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: false,
      proration_behavior: "none",
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: "end_trial",
    },
  };
}

const profile = () =>
  z.strictObject({
    headline: unsettable(text(60)).optional(),
    privacy_policy_url: text().optional(),
    terms_of_service_url: text().optional(),
  });

const configurationParams = {
  business_profile: profile().optional(),
  default_return_url: unsettable(text()).optional(),
  metadata: metadata().optional(),
  name: unsettable(text()).optional(),
};

function defaultConfiguration(world: World): Configuration | undefined {
  return filter(world, "billing_portal.configuration", (one) => one.is_default)[0];
}

/**
 * Saves the portal's default configuration, which a real account sets once in Stripe's dashboard.
 */
export function savePortalSettings(world: World): void {
  if (defaultConfiguration(world) !== undefined) return;
  const features: Features = {
    customer_update: { enabled: true, allowed_updates: ["email", "address", "name"] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: "at_period_end" },
  };
  createConfiguration(world, { features }, true);
}

function createConfiguration(
  world: World,
  given: z.output<z.ZodObject<typeof configurationParams>> & { features: Features },
  isDefault: boolean,
): Configuration {
  const at = now(world, null);
  const configuration: Configuration = {
    id: newId("bpc"),
    object: "billing_portal.configuration",
    active: true,
    application: null,
    business_profile: {
      headline: given.business_profile?.headline ?? null,
      privacy_policy_url: given.business_profile?.privacy_policy_url ?? null,
      terms_of_service_url: given.business_profile?.terms_of_service_url ?? null,
    },
    created: at,
    default_return_url: given.default_return_url ?? null,
    features: featuresOf(given.features, null),
    is_default: isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: changeMetadata({}, given.metadata),
    name: given.name ?? null,
    updated: at,
  };
  world.store.put("billing_portal.configuration", configuration);
  return configuration;
}

const flowData = () =>
  z.strictObject({
    after_completion: z
      .strictObject({
        type: z.enum(["hosted_confirmation", "portal_homepage", "redirect"]),
        redirect: z.strictObject({ return_url: text() }).optional(),
        hosted_confirmation: z.strictObject({ custom_message: text().optional() }).optional(),
      })
      .optional(),
    subscription_cancel: z.strictObject({ subscription: text() }).optional(),
    type: z.enum(["payment_method_update", "subscription_cancel"]),
  });

function flowOf(
  world: World,
  given: z.output<ReturnType<typeof flowData>>,
  customer: string,
): Flow {
  if ((given.type === "subscription_cancel") !== (given.subscription_cancel !== undefined)) {
    throw paramError(
      "`flow_data[subscription_cancel]` must be given for this type of flow, and only for it.",
      { param: "flow_data[subscription_cancel]" },
    );
  }
  const wanted = given.subscription_cancel?.subscription;
  if (wanted !== undefined) {
    const param = "flow_data[subscription_cancel][subscription]";
    const subscription = find(world, "subscription", wanted, param);
    if (subscription.customer !== customer) {
      throw apiError("This subscription belongs to another customer.", { param });
    }
  }
  const after = given.after_completion;
  return {
    after_completion: {
      hosted_confirmation:
        after?.hosted_confirmation === undefined
          ? null
          : { custom_message: after.hosted_confirmation.custom_message ?? null },
      redirect: after?.redirect ?? null,
      type: after?.type ?? "portal_homepage",
    },
    customer_update: null,
    subscription_cancel: wanted === undefined ? null : { retention: null, subscription: wanted },
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type: given.type,
  };
}

export const billingPortalCalls = [
  call<Stripe.BillingPortal.ConfigurationCreateParams>()(
    "POST",
    "/v1/billing_portal/configurations",
    { ...configurationParams, features: features() },
    (world, given) => createConfiguration(world, given, false),
  ),
  call<Stripe.BillingPortal.ConfigurationUpdateParams>()(
    "POST",
    "/v1/billing_portal/configurations/:id",
    { ...configurationParams, active: flag().optional(), features: features().optional() },
    (world, given, id) => {
      const before = find(world, "billing_portal.configuration", id);
      return update(world, "billing_portal.configuration", before, {
        active: given.active ?? before.active,
        business_profile: {
          headline: given.business_profile?.headline ?? before.business_profile.headline,
          privacy_policy_url:
            given.business_profile?.privacy_policy_url ??
            before.business_profile.privacy_policy_url,
          terms_of_service_url:
            given.business_profile?.terms_of_service_url ??
            before.business_profile.terms_of_service_url,
        },
        default_return_url:
          given.default_return_url === undefined
            ? before.default_return_url
            : given.default_return_url,
        features: featuresOf(given.features ?? {}, before.features),
        metadata: changeMetadata(before.metadata ?? {}, given.metadata),
        name: given.name === undefined ? before.name : given.name,
        updated: now(world, null),
      });
    },
  ),
  retrieval("billing_portal.configuration", "/v1/billing_portal/configurations"),
  listing<Stripe.BillingPortal.ConfigurationListParams>()(
    "billing_portal.configuration",
    "/v1/billing_portal/configurations",
    { active: flag(), is_default: flag() },
  ),
  call<Stripe.BillingPortal.SessionCreateParams>()(
    "POST",
    "/v1/billing_portal/sessions",
    {
      configuration: text().optional(),
      customer: text(),
      flow_data: flowData().optional(),
      locale: z.enum(["auto", "en", "en-GB"]).optional(),
      return_url: text().optional(),
    },
    (world, given) => {
      find(world, "customer", given.customer, "customer");
      const wanted = given.configuration ?? defaultConfiguration(world)?.id;
      if (wanted === undefined) {
        throw apiError(
          "No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.",
        );
      }
      const configuration = find(world, "billing_portal.configuration", wanted, "configuration");
      const flow = given.flow_data?.type;
      if (flow !== undefined && !configuration.features[flow].enabled) {
        throw apiError(`This portal configuration does not have the feature ${flow} enabled.`, {
          param: "flow_data[type]",
        });
      }
      if (!configuration.active) {
        throw apiError("This portal configuration is not active.", { param: "configuration" });
      }
      const id = newId("bps");
      const session: Kinds["billing_portal.session"] = {
        id,
        object: "billing_portal.session",
        configuration: configuration.id,
        created: now(world, null),
        customer: given.customer,
        customer_account: null,
        flow: given.flow_data === undefined ? null : flowOf(world, given.flow_data, given.customer),
        livemode: false,
        locale: given.locale ?? null,
        on_behalf_of: null,
        return_url: given.return_url ?? configuration.default_return_url,
        url: `${world.baseUrl}/portal/${id}`,
      };
      world.store.put("billing_portal.session", session);
      return session;
    },
  ),
];
