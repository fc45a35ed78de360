import type { Stripe } from "stripe";
import * as z from "zod";
import { createPrice, INTERVALS, planOf, type Price } from "../billing/prices.ts";
import { filter, find, update } from "../find.ts";
import { call, listing, retrieval } from "../http/call.ts";
import {
  changeMetadata,
  created,
  flag,
  integer,
  metadata,
  text,
  unsettable,
} from "../http/params.ts";
import { apiError } from "../http/stripe-error.ts";
import { differences, emit, now, type World } from "../world.ts";

const TAX_BEHAVIOURS = ["exclusive", "inclusive", "unspecified"] as const;

function showOnItems(world: World, price: Price): void {
  for (const subscription of world.store.all("subscription")) {
    const { items } = subscription;
    if (!items.data.some((item) => item.price.id === price.id)) continue;
    const data = items.data.map((item) =>
      item.price.id === price.id ? { ...item, price, plan: planOf(price) } : item,
    );
    update(world, "subscription", subscription, { items: { ...items, data } });
  }
}

/** A lookup key names one price; a transfer removes it from the other. */
function takeLookupKey(world: World, key: string, isTransfer: boolean, own: string | null): void {
  const [holder] = filter(world, "price", (one) => one.lookup_key === key && one.id !== own);
  if (holder === undefined) return;
  if (!isTransfer) {
    throw apiError(
      `A price (\`${holder.id}\`) already uses that lookup key. You may transfer the lookup key with 'transfer_lookup_key'.`,
      { param: "lookup_key" },
    );
  }
  const after = update(world, "price", holder, { lookup_key: null });
  showOnItems(world, after);
  emit(world, "price.updated", after, now(world, null), { lookup_key: key });
}

export const priceCalls = [
  call<Stripe.PriceCreateParams>()(
    "POST",
    "/v1/prices",
    {
      active: flag().optional(),
      currency: z.string().regex(/^[a-z]{3}$/),
      lookup_key: text(200).optional(),
      metadata: metadata().optional(),
      nickname: text().optional(),
      product: text(),
      recurring: z
        .strictObject({
          interval: z.enum(INTERVALS),
          interval_count: integer().optional(),
          usage_type: z.literal("licensed").optional(),
        })
        .optional(),
      tax_behavior: z.enum(TAX_BEHAVIOURS).optional(),
      transfer_lookup_key: flag().optional(),
      unit_amount: integer().refine((pence) => pence >= 0),
    },
    (world, given) => {
      find(world, "product", given.product, "product");
      if (given.lookup_key !== undefined) {
        takeLookupKey(world, given.lookup_key, given.transfer_lookup_key === true, null);
      }
      const price = createPrice(world, given);
      emit(world, "price.created", price, price.created);
      return price;
    },
  ),
  call<Stripe.PriceUpdateParams>()(
    "POST",
    "/v1/prices/:id",
    {
      active: flag().optional(),
      lookup_key: unsettable(text(200)).optional(),
      metadata: metadata().optional(),
      nickname: unsettable(text()).optional(),
      tax_behavior: z.enum(TAX_BEHAVIOURS).optional(),
      transfer_lookup_key: flag().optional(),
    },
    (world, given, id) => {
      const before = find(world, "price", id);
      if (given.lookup_key != null) {
        takeLookupKey(world, given.lookup_key, given.transfer_lookup_key === true, id);
      }
      if (given.tax_behavior !== undefined && before.tax_behavior !== "unspecified") {
        throw apiError("The `tax_behavior` of a price cannot be changed once it is set.", {
          param: "tax_behavior",
        });
      }
      const after: Price = {
        ...before,
        active: given.active ?? before.active,
        lookup_key: given.lookup_key === undefined ? before.lookup_key : given.lookup_key,
        nickname: given.nickname === undefined ? before.nickname : given.nickname,
        tax_behavior: given.tax_behavior ?? before.tax_behavior,
        metadata: changeMetadata(before.metadata, given.metadata),
      };
      world.store.put("price", after);
      showOnItems(world, after);
      emit(world, "price.updated", after, now(world, null), differences(before, after));
      return after;
    },
  ),
  retrieval("price", "/v1/prices"),
  listing<Stripe.PriceListParams>()(
    "price",
    "/v1/prices",
    {
      active: flag(),
      created: created(),
      currency: text(),
      lookup_keys: z.array(text()).max(10),
      product: text(),
      type: z.enum(["one_time", "recurring"]),
    },
    {
      lookup_keys: (one, keys) => keys === undefined || keys.includes(one.lookup_key ?? ""),
    },
  ),
];
