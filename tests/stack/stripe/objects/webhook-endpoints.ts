import type { Stripe } from "stripe";
import * as z from "zod";
import { find, update } from "../find.ts";
import { call, paging } from "../http/call.ts";
import { pageOf } from "../http/list.ts";
import { changeMetadata, flag, metadata, text, unsettable } from "../http/params.ts";
import { paramError } from "../http/stripe-error.ts";
import type { Kinds } from "../wire.ts";
import { API_VERSION, newId, now } from "../world.ts";

const MOST_ENDPOINTS = 16;

function checkUrl(url: string | undefined): void {
  if (url === undefined || (URL.canParse(url) && /^https?:/.test(url))) return;
  throw paramError("Invalid URL: An explicit scheme (such as https) must be provided.", {
    code: "url_invalid",
    param: "url",
  });
}

function withoutSecret(endpoint: Kinds["webhook_endpoint"]): object {
  const { secret: _secret, ...shown } = endpoint;
  return shown;
}

export const webhookEndpointCalls = [
  call<Stripe.WebhookEndpointCreateParams>()(
    "POST",
    "/v1/webhook_endpoints",
    {
      api_version: z.literal(API_VERSION).optional(),
      description: unsettable(text()).optional(),
      enabled_events: z.array(text()).min(1),
      metadata: metadata().optional(),
      url: text(),
    },
    (world, given) => {
      checkUrl(given.url);
      if (world.store.count("webhook_endpoint") >= MOST_ENDPOINTS) {
        throw paramError("You have reached the maximum of 16 test webhook endpoints.");
      }
      const endpoint: Kinds["webhook_endpoint"] = {
        id: newId("we"),
        object: "webhook_endpoint",
        api_version: given.api_version ?? null,
        application: null,
        created: now(world, null),
        description: given.description ?? null,
        enabled_events: given.enabled_events,
        livemode: false,
        metadata: changeMetadata({}, given.metadata),
        secret: world.webhookSecret ?? newId("whsec", 32),
        status: "enabled",
        url: given.url,
      };
      world.store.put("webhook_endpoint", endpoint);
      return endpoint;
    },
  ),
  call<Stripe.WebhookEndpointUpdateParams>()(
    "POST",
    "/v1/webhook_endpoints/:id",
    {
      description: unsettable(text()).optional(),
      disabled: flag().optional(),
      enabled_events: z.array(text()).min(1).optional(),
      metadata: metadata().optional(),
      url: text().optional(),
    },
    (world, given, id) => {
      checkUrl(given.url);
      const before = find(world, "webhook_endpoint", id);
      const after = update(world, "webhook_endpoint", before, {
        description: given.description === undefined ? before.description : given.description,
        enabled_events: given.enabled_events ?? before.enabled_events,
        metadata: changeMetadata(before.metadata, given.metadata),
        url: given.url ?? before.url,
        status:
          given.disabled === undefined ? before.status : given.disabled ? "disabled" : "enabled",
      });
      return withoutSecret(after);
    },
  ),
  call<Stripe.WebhookEndpointListParams>()(
    "GET",
    "/v1/webhook_endpoints",
    paging(),
    (world, given) => {
      const page = pageOf("/v1/webhook_endpoints", world.store.all("webhook_endpoint"), given);
      return { ...page, data: page.data.map(withoutSecret) };
    },
  ),
  call<Stripe.WebhookEndpointDeleteParams>()(
    "DELETE",
    "/v1/webhook_endpoints/:id",
    {},
    (world, _given, id) => {
      find(world, "webhook_endpoint", id);
      world.store.remove("webhook_endpoint", id);
      return { id, object: "webhook_endpoint", deleted: true };
    },
  ),
];
