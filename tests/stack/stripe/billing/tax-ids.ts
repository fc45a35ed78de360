import { filter } from "../find.ts";
import { apiError } from "../http/stripe-error.ts";
import type { Kinds } from "../wire.ts";
import { emit, newId, now, type World } from "../world.ts";

type TaxId = Kinds["tax_id"];

const PER_CUSTOMER_MAX = 5;

// Formats only: Stripe asks the authorities later. Source: docs.stripe.com/billing/customer/tax-ids
const FORMATS = {
  gb_vat: /^GB(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/,
  eu_vat:
    /^(?:ATU\d{8}|BE[01]\d{9}|BG\d{9,10}|CY\d{8}[A-Z]|CZ\d{8,10}|DE\d{9}|DK\d{8}|EE\d{9}|EL\d{9}|ES[A-Z\d]\d{7}[A-Z\d]|FI\d{8}|FR[A-Z\d]{2}\d{9}|HR\d{11}|HU\d{8}|IE\d{7}[A-Z]{1,2}|IT\d{11}|LT(?:\d{9}|\d{12})|LU\d{8}|LV\d{11}|MT\d{8}|NL\d{9}B\d{2}|PL\d{10}|PT\d{9}|RO\d{2,10}|SE\d{12}|SI\d{8}|SK\d{10}|XI(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2}))$/,
} as const;

export const TAX_ID_TYPES = ["gb_vat", "eu_vat"] as const;
type TaxIdType = (typeof TAX_ID_TYPES)[number];

export function taxIdsOf(world: World, customer: string): TaxId[] {
  return filter(world, "tax_id", (one) => one.customer === customer);
}

export function isTaxId(type: TaxIdType, value: string): boolean {
  return FORMATS[type].test(value.replaceAll(/[\s.-]/g, "").toUpperCase());
}

/** @throws {ApiError} for a value of another format, or a sixth one */
export function createTaxId(
  world: World,
  customer: Kinds["customer"],
  { type, value }: { type: TaxIdType; value: string },
): TaxId {
  if (!isTaxId(type, value)) {
    throw apiError(`Invalid value for ${type}.`, { code: "tax_id_invalid", param: "value" });
  }
  if (taxIdsOf(world, customer.id).length >= PER_CUSTOMER_MAX) {
    throw apiError(`A customer can have ${PER_CUSTOMER_MAX} tax IDs at most.`);
  }
  const at = now(world, customer.test_clock);
  const made: TaxId = {
    id: newId("txi"),
    object: "tax_id",
    country: type === "gb_vat" ? "GB" : value.slice(0, 2).toUpperCase(),
    created: at,
    customer: customer.id,
    customer_account: null,
    livemode: false,
    owner: { type: "customer", customer: customer.id, customer_account: null },
    type,
    value,
    verification: { status: "pending", verified_address: null, verified_name: null },
  };
  world.store.put("tax_id", made);
  emit(world, "customer.tax_id.created", made, at);
  return made;
}
