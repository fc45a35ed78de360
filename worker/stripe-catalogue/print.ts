import { formatGbp } from "#contracts/money.ts";
import type { Step } from "./diff.ts";

/** `+` create, `~` update, `-` archive. */
export function formatStep(step: Step): string {
  switch (step.kind) {
    case "create_product":
      return `+ product ${step.product.id}: ${step.product.name}`;
    case "update_product":
      return `~ product ${step.product.id}: ${step.changed.join(", ")}`;
    case "archive_product":
      return `- product ${step.id}: ${step.name}`;
    case "create_price": {
      const { lookupKey, pence, isMonthly } = step.product.price;
      const before = step.instead === null ? "" : ` instead of ${formatGbp(step.instead)}`;
      return `+ price ${lookupKey}: ${formatGbp(pence)} ${isMonthly ? "a month" : "once"}${before}`;
    }
    case "update_price":
      return `~ price ${step.lookupKey}`;
    case "archive_price":
      return `- price ${step.name} (${step.id})`;
    case "create_coupon":
      return `+ coupon ${step.offer.couponId}: ${step.offer.name}`;
    case "rename_coupon":
      return `~ coupon ${step.offer.couponId}: ${step.offer.name}`;
    case "retire_code":
      return `- promotion code ${step.code} (${step.id})`;
    case "create_code":
      return `+ promotion code ${step.code} for ${step.couponId}`;
    case "create_webhook":
      return `+ webhook endpoint ${step.url}: ${step.events.length} kinds of events`;
    case "update_webhook":
      return `~ webhook endpoint ${step.url}: ${step.events.length} kinds of events`;
    case "create_portal":
      return `+ customer portal: ${step.portal.features.join(", ")}`;
    case "update_portal":
      return `~ customer portal ${step.id}: ${step.portal.features.join(", ")}`;
    case "create_tax_rate":
      return `+ tax rate VAT: ${step.percentage}%, inclusive`;
    case "archive_tax_rate":
      return `- tax rate VAT (${step.id}): ${step.percentage}%`;
  }
}
