import { missingError } from "../http/stripe-error.ts";
import type { Kinds } from "../wire.ts";
import { differences, emit, newId, now, type World } from "../world.ts";

type Customer = Kinds["customer"];

export function createCustomer(
  world: World,
  given: Partial<Pick<Customer, "email" | "name" | "address" | "metadata">> & {
    clock?: string | null;
  },
): Customer {
  const clock = given.clock ?? null;
  const customer: Customer = {
    id: newId("cus", 14),
    object: "customer",
    address: given.address ?? null,
    balance: 0,
    created: now(world, clock),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: given.email ?? null,
    invoice_prefix: newId("", 8).slice(1).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: given.metadata ?? {},
    name: given.name ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: clock,
  };
  world.store.put("customer", customer);
  emit(world, "customer.created", customer, customer.created);
  return customer;
}

export function checkListable(world: World, customer: string | undefined): void {
  if (customer === undefined || world.store.get("customer", customer) !== undefined) return;
  const isDeleted = world.store.get("gone", customer) !== undefined;
  if (isDeleted && world.settings.listsDeletedCustomers) return;
  throw missingError("customer", customer, "customer");
}

export function updateCustomer(
  world: World,
  before: Customer,
  change: Partial<Customer>,
): Customer {
  const after = { ...before, ...change };
  const previous = differences(before, after);
  if (Object.keys(previous).length === 0) return before;
  world.store.put("customer", after);
  emit(world, "customer.updated", after, now(world, after.test_clock), previous);
  return after;
}
