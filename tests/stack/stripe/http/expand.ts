import { linesOf } from "../billing/checkout.ts";
import type { StoredRecords, StoredKind } from "../store.ts";
import { type Kind, listOf } from "../wire.ts";
import type { World } from "../world.ts";
import { pageOf } from "./list.ts";
import { paramError } from "./stripe-error.ts";

const DEEPEST = 4;

type Rule =
  | {
      readonly to: Kind;
      /** What a deleted one expands to, unless to its id and `deleted`. */
      readonly deleted?: (world: World, object: Fields) => object | undefined;
    }
  | { readonly each: Kind }
  | "inside"
  | { readonly include: (world: World, object: Fields) => object | null | undefined };

type Fields = Readonly<Record<string, unknown>>;

const customer: Rule = { to: "customer" };
const discounts: Rule = { each: "discount" };

const RULES: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  customer: {
    "invoice_settings.default_payment_method": { to: "payment_method" },
    discount: "inside",
    test_clock: { to: "test_helpers.test_clock" },
    subscriptions: {
      include: (world, { id }) =>
        listOf(
          `/v1/customers/${String(id)}/subscriptions`,
          where(world, "subscription", (one) => one.customer === id && one.status !== "canceled"),
        ),
    },
  },
  product: { default_price: { to: "price" } },
  price: { product: { to: "product" } },
  plan: { product: { to: "product" } },
  coupon: {
    applies_to: {
      include: (world, { id }) => {
        const coverage = world.store.get("coverage", String(id));
        return coverage === undefined ? undefined : { products: coverage.products };
      },
    },
  },
  promotion_code: { "promotion.coupon": { to: "coupon" }, customer },
  discount: {
    "source.coupon": {
      to: "coupon",
      deleted: (world, { id }) =>
        world.settings.deletedCouponsKeepTerms
          ? { ...world.store.get("redeemed", String(id))?.coupon, valid: false }
          : undefined,
    },
    promotion_code: { to: "promotion_code" },
    customer,
  },
  payment_method: { customer },
  payment_intent: {
    customer,
    latest_charge: { to: "charge" },
    payment_method: { to: "payment_method" },
  },
  "radar.early_fraud_warning": {
    charge: { to: "charge" },
    payment_intent: { to: "payment_intent" },
  },
  dispute: { charge: { to: "charge" }, payment_intent: { to: "payment_intent" } },
  charge: {
    customer,
    payment_intent: { to: "payment_intent" },
    refunds: {
      include: (world, { id }) =>
        pageOf(
          `/v1/charges/${String(id)}/refunds`,
          where(world, "refund", (one) => one.charge === id),
          {},
        ),
    },
  },
  refund: {
    charge: { to: "charge" },
    payment_intent: { to: "payment_intent" },
    customer,
    payment_method: { to: "payment_method" },
  },
  subscription: {
    customer,
    default_payment_method: { to: "payment_method" },
    discounts,
    items: "inside",
    latest_invoice: { to: "invoice" },
    schedule: { to: "subscription_schedule" },
    test_clock: { to: "test_helpers.test_clock" },
  },
  subscription_item: { price: "inside", plan: "inside", discounts },
  subscription_schedule: {
    customer,
    "phases.items.price": { to: "price" },
    subscription: { to: "subscription" },
    test_clock: { to: "test_helpers.test_clock" },
  },
  invoice: {
    customer,
    default_payment_method: { to: "payment_method" },
    discounts,
    lines: "inside",
    "parent.subscription_details.subscription": { to: "subscription" },
    test_clock: { to: "test_helpers.test_clock" },
    payments: {
      include: (world, { id }) =>
        listOf(
          "/v1/invoice_payments",
          where(world, "invoice_payment", (one) => one.invoice === id).toReversed(),
        ),
    },
    confirmation_secret: {
      include: (world, { id }) => {
        const [payment] = where(world, "invoice_payment", (one) => one.invoice === id);
        const intent = world.store.get("payment_intent", payment?.payment.payment_intent ?? "");
        const secret = intent?.client_secret ?? null;
        return secret === null ? null : { client_secret: secret, type: "payment_intent" };
      },
    },
  },
  invoiceitem: { customer, invoice: { to: "invoice" }, discounts },
  line_item: { subscription: { to: "subscription" }, discounts },
  item: { price: "inside" },
  invoice_payment: {
    invoice: { to: "invoice" },
    "payment.payment_intent": { to: "payment_intent" },
  },
  "checkout.session": {
    customer,
    invoice: { to: "invoice" },
    payment_intent: { to: "payment_intent" },
    subscription: { to: "subscription" },
    line_items: { include: (world, { id }) => linesOf(world, String(id)) },
  },
  "billing_portal.session": { configuration: { to: "billing_portal.configuration" } },
};

export function expand(world: World, object: object, paths: readonly string[]): object {
  return paths.reduce((result, path) => {
    const steps = path.split(".");
    if (steps.length > DEEPEST) {
      throw paramError(
        `You cannot expand more than ${DEEPEST} levels of a property. You attempted to expand ${path}.`,
        { param: "expand" },
      );
    }
    return expandPath(world, result, steps, path);
  }, object);
}

function expandPath(world: World, object: object, steps: readonly string[], path: string): object {
  const fields = object as Fields;
  const kind = String(fields["object"]);
  if (kind === "list" || kind === "search_result") {
    if (steps[0] !== "data" || steps.length === 1) throw cannot(path);
    const items = (fields["data"] as object[]).map((item) =>
      expandPath(world, item, steps.slice(1), path),
    );
    return { ...fields, data: items };
  }
  const rules = RULES[kind] ?? {};
  for (let length = 1; length <= steps.length; length += 1) {
    const rule = rules[steps.slice(0, length).join(".")];
    if (rule !== undefined) {
      const rest = steps.slice(length);
      const deeper = (value: object): object =>
        rest.length === 0 ? value : expandPath(world, value, rest, path);
      return replace(fields, steps.slice(0, length), (value) =>
        resolve({ world, object: fields, rule, value, deeper }),
      );
    }
  }
  throw cannot(path);
}

function resolve(work: {
  world: World;
  object: Fields;
  rule: Rule;
  value: unknown;
  deeper: (value: object) => object;
}): unknown {
  const { world, object, rule, value, deeper } = work;
  const fetch = (
    kind: Kind,
    id: unknown,
    deleted?: (world: World, object: Fields) => object | undefined,
  ): unknown => {
    if (typeof id === "object" && id !== null) return deeper(id);
    if (typeof id !== "string") return id;
    const found = world.store.get(kind, id) ?? deleted?.(world, object);
    return found === undefined ? { id, object: kind, deleted: true } : deeper(found);
  };
  if (rule === "inside") {
    return typeof value === "object" && value !== null ? deeper(value) : value;
  }
  if ("to" in rule) return fetch(rule.to, value, rule.deleted);
  if ("each" in rule) {
    return Array.isArray(value) ? value.map((id: unknown) => fetch(rule.each, id)) : value;
  }
  const included = value ?? rule.include(world, object);
  return typeof included === "object" && included !== null ? deeper(included) : included;
}

function replace(
  fields: Fields,
  path: readonly string[],
  change: (value: unknown) => unknown,
): object {
  const [first, ...rest] = path;
  if (first === undefined) return fields;
  const value = fields[first];
  if (rest.length === 0) return { ...fields, [first]: change(value) };
  if (typeof value !== "object" || value === null) return fields;
  const inside = (one: unknown) => replace(one as Fields, rest, change);
  return { ...fields, [first]: Array.isArray(value) ? value.map(inside) : inside(value) };
}

function cannot(path: string): Error {
  return paramError(`This property cannot be expanded (${path}).`, { param: "expand" });
}

function where<K extends StoredKind>(
  world: World,
  kind: K,
  isWanted: (one: StoredRecords[K]) => boolean,
): StoredRecords[K][] {
  return [...world.store.all(kind)].filter(isWanted);
}
