import type { Stripe } from "stripe";
import * as z from "zod";
import { find, update } from "../find.ts";
import { call, listing, retrieval } from "../http/call.ts";
import { changeMetadata, decimal, flag, metadata, text } from "../http/params.ts";
import { paramError } from "../http/stripe-error.ts";
import type { Kinds } from "../wire.ts";
import { differences, emit, newId, now } from "../world.ts";

// `inclusive` and `percentage` are no parameters of an update.
const fields = {
  active: flag().optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  description: text().optional(),
  jurisdiction: text(50).optional(),
  metadata: metadata().optional(),
  tax_type: z.enum(["vat"]).optional(),
};

export const taxRateCalls = [
  call<Stripe.TaxRateCreateParams>()(
    "POST",
    "/v1/tax_rates",
    {
      ...fields,
      display_name: text(50),
      inclusive: flag(),
      percentage: decimal().refine((percent) => percent >= 0 && percent <= 100),
    },
    (world, given) => {
      if (!given.inclusive) {
        throw paramError("Only inclusive tax rates are played here.", { param: "inclusive" });
      }
      const rate: Kinds["tax_rate"] = {
        id: newId("txr"),
        object: "tax_rate",
        active: given.active ?? true,
        country: given.country ?? null,
        created: now(world, null),
        description: given.description ?? null,
        display_name: given.display_name,
        effective_percentage: given.percentage,
        flat_amount: null,
        inclusive: given.inclusive,
        jurisdiction: given.jurisdiction ?? null,
        jurisdiction_level: null,
        livemode: false,
        metadata: changeMetadata({}, given.metadata),
        percentage: given.percentage,
        rate_type: "percentage",
        state: null,
        tax_type: given.tax_type ?? null,
      };
      world.store.put("tax_rate", rate);
      emit(world, "tax_rate.created", rate, rate.created);
      return rate;
    },
  ),
  call<Stripe.TaxRateUpdateParams>()(
    "POST",
    "/v1/tax_rates/:id",
    { ...fields, display_name: text(50).optional() },
    (world, { metadata: change, ...given }, id) => {
      const before = find(world, "tax_rate", id);
      const after = update(world, "tax_rate", before, {
        ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
        metadata: changeMetadata(before.metadata ?? {}, change),
      });
      emit(world, "tax_rate.updated", after, now(world, null), differences(before, after));
      return after;
    },
  ),
  retrieval("tax_rate", "/v1/tax_rates"),
  listing<Stripe.TaxRateListParams>()("tax_rate", "/v1/tax_rates", {
    active: flag(),
    inclusive: flag(),
  }),
];
