import { missingError } from "./http/stripe-error.ts";
import type { StoredRecords, StoredKind } from "./store.ts";
import type { Kinds } from "./wire.ts";
import type { World } from "./world.ts";

const NAMES = {
  customer: "customer",
  product: "product",
  price: "price",
  coupon: "coupon",
  promotion_code: "promotion code",
  discount: "discount",
  payment_method: "PaymentMethod",
  payment_intent: "payment_intent",
  charge: "charge",
  refund: "refund",
  dispute: "dispute",
  "radar.early_fraud_warning": "early fraud warning",
  invoice: "invoice",
  invoiceitem: "invoiceitem",
  invoice_payment: "invoice_payment",
  subscription: "subscription",
  subscription_schedule: "subscription_schedule",
  tax_id: "tax id",
  tax_rate: "tax rate",
  credit_note: "credit note",
  "checkout.session": "checkout.session",
  "billing_portal.session": "billing_portal.session",
  "billing_portal.configuration": "configuration",
  "test_helpers.test_clock": "test_clock",
  webhook_endpoint: "webhook endpoint",
  event: "event",
} as const satisfies Record<keyof Kinds, string>;

export function find<K extends keyof Kinds>(
  world: World,
  kind: K,
  id: string,
  param = "id",
): Kinds[K] {
  const found = world.store.get(kind, id);
  if (found === undefined) throw missingError(NAMES[kind], id, param);
  return found;
}

export function filter<K extends keyof Kinds>(
  world: World,
  kind: K,
  isWanted: (one: Kinds[K]) => boolean,
): Kinds[K][] {
  const found: Kinds[K][] = [];
  for (const one of world.store.all(kind)) if (isWanted(one)) found.push(one);
  return found;
}

export function update<K extends StoredKind>(
  world: World,
  kind: K,
  before: StoredRecords[K],
  change: Partial<StoredRecords[K]>,
): StoredRecords[K] {
  const after = { ...before, ...change };
  world.store.put(kind, after);
  return after;
}
