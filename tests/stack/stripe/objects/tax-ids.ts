import type { Stripe } from "stripe";
import * as z from "zod";
import { createTaxId, TAX_ID_TYPES, taxIdsOf } from "../billing/tax-ids.ts";
import { find } from "../find.ts";
import { call, paging } from "../http/call.ts";
import { pageOf } from "../http/list.ts";
import { text } from "../http/params.ts";
import { emit, now } from "../world.ts";

export const taxIdCalls = [
  call<Stripe.CustomerCreateTaxIdParams>()(
    "POST",
    "/v1/customers/:id/tax_ids",
    { type: z.enum(TAX_ID_TYPES), value: text() },
    (world, given, id) => createTaxId(world, find(world, "customer", id), given),
  ),
  call<Stripe.CustomerListTaxIdsParams>()(
    "GET",
    "/v1/customers/:id/tax_ids",
    paging(),
    (world, given, id) => {
      find(world, "customer", id);
      return pageOf(`/v1/customers/${id}/tax_ids`, taxIdsOf(world, id), given);
    },
  ),
  call<Stripe.TaxIdDeleteParams>()("DELETE", "/v1/tax_ids/:id", {}, (world, _given, id) => {
    const taxId = find(world, "tax_id", id);
    world.store.remove("tax_id", id);
    emit(world, "customer.tax_id.deleted", taxId, now(world, null));
    return { id, object: "tax_id", deleted: true };
  }),
];
