import type { Stripe } from "stripe";
import * as z from "zod";
import { find } from "../find.ts";
import { call, listing, retrieval } from "../http/call.ts";
import { changeMetadata, flag, metadata, text, unsettable } from "../http/params.ts";
import { apiError } from "../http/stripe-error.ts";
import type { Kinds } from "../wire.ts";
import { differences, emit, newId, now } from "../world.ts";

type Product = Kinds["product"];

const fields = {
  active: flag().optional(),
  description: unsettable(text()).optional(),
  images: unsettable(z.array(text()).max(8)).optional(),
  marketing_features: unsettable(z.array(z.strictObject({ name: text(80) })).max(15)).optional(),
  metadata: metadata().optional(),
  statement_descriptor: text(22).optional(),
  tax_code: unsettable(text()).optional(),
  unit_label: unsettable(text(12)).optional(),
  url: unsettable(text()).optional(),
};

function changeOf(
  before: Product,
  given: z.output<z.ZodObject<typeof fields>> & { name?: string | undefined },
): Partial<Product> {
  const { images, marketing_features: features, metadata: change, ...rest } = given;
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    ...(images === undefined ? {} : { images: images ?? [] }),
    ...(features === undefined ? {} : { marketing_features: features ?? [] }),
    metadata: changeMetadata(before.metadata, change),
  };
}

export const productCalls = [
  call<Stripe.ProductCreateParams>()(
    "POST",
    "/v1/products",
    { ...fields, id: text().optional(), name: text() },
    (world, { id = newId("prod", 14), ...given }) => {
      if (world.store.get("product", id) !== undefined) {
        throw apiError("Product already exists.", {
          code: "resource_already_exists",
          param: "id",
        });
      }
      const at = now(world, null);
      const empty: Product = {
        id,
        object: "product",
        active: true,
        created: at,
        default_price: null,
        description: null,
        images: [],
        livemode: false,
        marketing_features: [],
        metadata: {},
        name: given.name,
        package_dimensions: null,
        shippable: null,
        statement_descriptor: null,
        tax_code: null,
        tax_details: null,
        type: "service",
        unit_label: null,
        updated: at,
        url: null,
      };
      const product = { ...empty, ...changeOf(empty, given) };
      world.store.put("product", product);
      emit(world, "product.created", product, at);
      return product;
    },
  ),
  call<Stripe.ProductUpdateParams>()(
    "POST",
    "/v1/products/:id",
    { ...fields, name: text().optional(), default_price: text().optional() },
    (world, given, id) => {
      const before = find(world, "product", id);
      if (given.default_price !== undefined) {
        find(world, "price", given.default_price, "default_price");
      }
      const at = now(world, null);
      const product = { ...before, ...changeOf(before, given), updated: at };
      world.store.put("product", product);
      emit(world, "product.updated", product, at, differences(before, product));
      return product;
    },
  ),
  retrieval("product", "/v1/products"),
  listing<Stripe.ProductListParams>()(
    "product",
    "/v1/products",
    { active: flag(), ids: z.array(text()) },
    {
      ids: (one, ids) => ids === undefined || ids.includes(one.id),
    },
  ),
];
