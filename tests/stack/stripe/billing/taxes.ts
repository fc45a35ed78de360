import { find } from "../find.ts";
import { apiError } from "../http/stripe-error.ts";
import { inclusiveTax } from "../money/taxes.ts";
import type { InvoiceLine, Kinds } from "../wire.ts";
import type { World } from "../world.ts";

export type TaxRate = Kinds["tax_rate"];
export type TaxExempt = NonNullable<Kinds["customer"]["tax_exempt"]>;
type Tax = NonNullable<InvoiceLine["taxes"]>[number];

const RATES_MAX = 5;

/**
 * @param kept taken even when archived
 * @throws {ApiError} for an unknown, archived or sixth one
 */
export function activeTaxRates(
  world: World,
  ids: readonly string[],
  param: string,
  kept: readonly TaxRate[] = [],
): TaxRate[] {
  if (ids.length > RATES_MAX) {
    throw apiError(`You can set ${RATES_MAX} default tax rates at most.`, { param });
  }
  return ids.map((id) => {
    const rate = find(world, "tax_rate", id, param);
    if (rate.active || kept.some((one) => one.id === id)) return rate;
    throw apiError(`The tax rate ${id} cannot be used because it is archived.`, { param });
  });
}

const REASONS: Readonly<Record<string, Tax["taxability_reason"]>> = {
  exempt: "customer_exempt",
  reverse: "reverse_charge",
};

/**
 * @param amount after discounts
 * @param exempt of the customer: an inclusive sum stays the same and then holds no tax
 */
export function taxesOn(
  amount: number,
  rates: readonly TaxRate[],
  exempt: TaxExempt = "none",
): Tax[] {
  return rates.map((rate) => {
    const tax = exempt === "none" ? inclusiveTax(amount, rate.percentage) : 0;
    return {
      amount: tax,
      tax_behavior: "inclusive",
      tax_rate_details: { tax_rate: rate.id },
      taxability_reason: REASONS[exempt] ?? "not_available",
      taxable_amount: amount - tax,
      type: "tax_rate_details",
    };
  });
}

export function totalTaxes(taxes: readonly Tax[]): Tax[] {
  const totals = new Map<string, Tax>();
  for (const tax of taxes) {
    const rate = tax.tax_rate_details?.tax_rate ?? "";
    const sofar = totals.get(rate);
    totals.set(rate, {
      ...tax,
      amount: tax.amount + (sofar?.amount ?? 0),
      taxable_amount: (tax.taxable_amount ?? 0) + (sofar?.taxable_amount ?? 0),
    });
  }
  return [...totals.values()];
}
