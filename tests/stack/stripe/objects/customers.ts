import type { Stripe } from "stripe";
import * as z from "zod";
import { cancelImmediately } from "../billing/cancel.ts";
import { attach, ownPaymentMethod } from "../billing/cards.ts";
import { createCustomer, updateCustomer } from "../billing/customers.ts";
import { filter, find } from "../find.ts";
import { call, listing } from "../http/call.ts";
import {
  address,
  changeMetadata,
  created,
  integer,
  metadata,
  text,
  unsettable,
} from "../http/params.ts";
import { missingError, paramError } from "../http/stripe-error.ts";
import type { Kinds } from "../wire.ts";
import { emit, now, type World } from "../world.ts";

type Customer = Kinds["customer"];

const fields = {
  address: unsettable(address()).optional(),
  balance: integer().optional(),
  business_name: unsettable(text(150)).optional(),
  description: unsettable(text()).optional(),
  email: unsettable(text(512)).optional(),
  invoice_settings: z
    .strictObject({
      default_payment_method: unsettable(text()).optional(),
      footer: unsettable(text()).optional(),
    })
    .optional(),
  metadata: metadata().optional(),
  name: unsettable(text(256)).optional(),
  phone: unsettable(text(20)).optional(),
  preferred_locales: z.array(text()).optional(),
  tax_exempt: z.enum(["exempt", "none", "reverse"]).optional(),
};

type Fields = z.output<z.ZodObject<typeof fields>>;

function changeOf(world: World, before: Customer, given: Fields): Partial<Customer> {
  const { invoice_settings: settings, metadata: newMetadata, address: newAddress, ...rest } = given;
  const paymentMethod = settings?.default_payment_method;
  if (paymentMethod != null) {
    const param = "invoice_settings[default_payment_method]";
    ownPaymentMethod(world, before.id, paymentMethod, param);
  }
  const plain = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...plain,
    ...(newAddress === undefined ? {} : { address: newAddress && fullAddress(newAddress) }),
    invoice_settings: {
      ...before.invoice_settings,
      ...(paymentMethod === undefined ? {} : { default_payment_method: paymentMethod }),
      ...(settings?.footer === undefined ? {} : { footer: settings.footer }),
    },
    metadata: changeMetadata(before.metadata, newMetadata),
  };
}

function fullAddress(
  given: z.output<ReturnType<typeof address>>,
): NonNullable<Customer["address"]> {
  return {
    city: given.city ?? null,
    country: given.country ?? null,
    line1: given.line1 ?? null,
    line2: given.line2 ?? null,
    postal_code: given.postal_code ?? null,
    state: given.state ?? null,
  };
}

function findLiving(world: World, id: string): Customer {
  if (world.store.get("gone", id) !== undefined) throw missingError("customer", id, "id");
  return find(world, "customer", id);
}

export const customerCalls = [
  call<Stripe.CustomerCreateParams>()(
    "POST",
    "/v1/customers",
    { ...fields, payment_method: text().optional(), test_clock: text().optional() },
    (world, { payment_method: paymentMethod, test_clock: clock, ...given }) => {
      if (clock !== undefined) find(world, "test_helpers.test_clock", clock, "test_clock");
      checkEmail(given.email);
      const created = createCustomer(world, { clock: clock ?? null, email: given.email ?? null });
      const attached =
        paymentMethod === undefined ? null : attach(world, paymentMethod, created.id);
      const wanted = given.invoice_settings?.default_payment_method;
      const settings =
        attached !== null && wanted === paymentMethod
          ? { invoice_settings: { ...given.invoice_settings, default_payment_method: attached.id } }
          : {};
      const customer = {
        ...created,
        ...changeOf(world, created, { ...given, ...settings }),
      };
      world.store.put("customer", customer);
      return customer;
    },
  ),
  call<Stripe.CustomerUpdateParams>()("POST", "/v1/customers/:id", fields, (world, given, id) => {
    const before = findLiving(world, id);
    checkEmail(given.email);
    return updateCustomer(world, before, changeOf(world, before, given));
  }),
  call<Stripe.CustomerRetrieveParams>()("GET", "/v1/customers/:id", {}, (world, _given, id) =>
    world.store.get("gone", id) === undefined
      ? find(world, "customer", id)
      : { id, object: "customer", deleted: true },
  ),
  call<Stripe.CustomerDeleteParams>()("DELETE", "/v1/customers/:id", {}, (world, _given, id) => {
    const customer = findLiving(world, id);
    for (const subscription of filter(world, "subscription", (one) => one.customer === id)) {
      if (subscription.status !== "canceled") {
        cancelImmediately(world, subscription, "cancellation_requested");
      }
    }
    world.store.remove("customer", id);
    world.store.put("gone", { id, object: "customer" });
    emit(world, "customer.deleted", customer, now(world, customer.test_clock));
    return { id, object: "customer", deleted: true };
  }),
  listing<Stripe.CustomerListParams>()(
    "customer",
    "/v1/customers",
    {
      email: text(),
      created: created(),
      test_clock: text(),
    },
    {
      // Stripe lists customers of a test clock only for that clock.
      test_clock: (one, clock) => one.test_clock === (clock ?? null),
    },
  ),
];

function checkEmail(email: string | null | undefined): void {
  if (email == null || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return;
  throw paramError(`Invalid email address: ${email}`, {
    code: "email_invalid",
    param: "email",
  });
}
