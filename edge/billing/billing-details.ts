import type { Stripe } from "stripe";
import { BillingDetails, type BillingDetailsResponse } from "#contracts/api/billing-details.ts";
import {
  ADDRESS_LINE_MAX,
  BILLING_NAME_MAX,
  POSTAL_CODE_MAX,
  VAT_NUMBER_MAX,
} from "#contracts/billing/detail-lengths.ts";
import {
  countryOfVatNumber,
  parseVatNumber,
  type VatNumber,
} from "#contracts/billing/vat-number.ts";
import { isSoldTo } from "#contracts/company.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_PAGE_MESSAGES } from "#contracts/messages/billing-page.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { EMAIL_MAX } from "#contracts/text.ts";
import { saveInvoiceEmail } from "#db/billing/change-customers.ts";
import { isInvalidRequest, isResourceMissing } from "#db/stripe/errors.ts";
import { requireStripe } from "../adapters/stripe-gateway.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireUser } from "../http/current-user.ts";
import { type AppContext, newRoutes } from "../http/env.ts";
import { bodyMaxBytes, validateJson } from "../http/json-body.ts";
import { rateLimit } from "../http/rate-limit.ts";
import { findOwnSubscription, requireOwnCard } from "./own-subscription.ts";

const BODY_MAX_BYTES = bodyMaxBytes(
  BILLING_NAME_MAX + 3 * ADDRESS_LINE_MAX + POSTAL_CODE_MAX + VAT_NUMBER_MAX + EMAIL_MAX,
);

/** `GET` and `POST /functions/v1/billing-details`: what invoices say of the customer. */
export function billingDetailsRoutes(deps: EdgeDeps) {
  return newRoutes()
    .get("/", rateLimit(deps.apiLimiter), async (c) => {
      const { stripe, subscription } = await findStripeSubscription(c, deps);
      return c.json<BillingDetailsResponse>({
        details:
          subscription === null
            ? null
            : {
                ...(await readDetails(stripe, subscription.customerId)),
                invoiceEmail: subscription.invoiceEmail ?? "",
              },
      });
    })
    .post("/", ...validateJson(deps.apiLimiter, BODY_MAX_BYTES, BillingDetails), async (c) => {
      const given = c.req.valid("json");
      const { stripe, subscription } = await findStripeSubscription(c, deps);
      if (subscription === null) throw noCustomerError();
      requireOwnCard(subscription);
      const vatNumber = given.vatNumber === "" ? null : parseVatNumber(given.vatNumber);
      if (given.vatNumber !== "" && vatNumber === null) throw vatNumberError();
      const { customerId } = subscription;
      await requireSoldTo(stripe, customerId, given.country, vatNumber);
      await saveDetails(stripe, customerId, given, vatNumber);
      if (!(await saveInvoiceEmail(deps.db, { customerId, email: given.invoiceEmail || null }))) {
        throw noCustomerError();
      }
      const details = { ...given, vatNumber: vatNumber?.value ?? "" };
      return c.json<BillingDetailsResponse>({ details });
    });
}

async function findStripeSubscription(c: AppContext, deps: EdgeDeps) {
  const { stripe } = requireStripe(deps.payments);
  const currentUser = await requireUser(c, deps);
  const { subscription } = await findOwnSubscription(deps, currentUser, { isAtStripe: true });
  return { stripe, subscription };
}

function noCustomerError(): AppError {
  return new AppError("not_found", BILLING_MESSAGES.checkout.noCustomer);
}

function vatNumberError(cause?: Error): AppError {
  return new AppError("vat_number_invalid", BILLING_PAGE_MESSAGES.vatNumber, {
    details: "vatNumber",
    cause,
  });
}

/** What a customer of an earlier time has may stay. */
async function requireSoldTo(
  stripe: Stripe,
  customerId: string,
  country: string,
  vatNumber: VatNumber | null,
): Promise<void> {
  const isVatForeign = vatNumber !== null && !isSoldTo(countryOfVatNumber(vatNumber));
  if (isSoldTo(country) && !isVatForeign) return;
  const saved = await readDetails(stripe, customerId);
  if (!isSoldTo(country) && country !== saved.country) {
    throw new AppError("country_not_sold_to", BILLING_PAGE_MESSAGES.country, {
      details: "country",
    });
  }
  if (isVatForeign && vatNumber.value !== parseVatNumber(saved.vatNumber)?.value) {
    throw vatNumberError();
  }
}

async function readDetails(
  stripe: Stripe,
  customerId: string,
): Promise<Omit<BillingDetails, "invoiceEmail">> {
  const [customer, vatNumbers] = await Promise.all([
    stripe.customers.retrieve(customerId),
    listVatNumbers(stripe, customerId),
  ]);
  if (customer.deleted === true) throw noCustomerError();
  const { business_name: businessName, name, address } = customer;
  return {
    name: businessName ?? name ?? "",
    line1: address?.line1 ?? "",
    line2: address?.line2 ?? "",
    city: address?.city ?? "",
    postalCode: address?.postal_code ?? "",
    country: address?.country ?? "",
    vatNumber: vatNumbers[0]?.value ?? "",
  };
}

/** Oldest first. The team may add tax ids of other kinds, which stay. */
async function listVatNumbers(stripe: Stripe, customerId: string): Promise<Stripe.TaxId[]> {
  const { data } = await stripe.customers.listTaxIds(customerId, { limit: 100 });
  return data
    .filter(({ type }) => type === "gb_vat" || type === "eu_vat")
    .toSorted((a, b) => a.created - b.created || a.id.localeCompare(b.id));
}

/** Safe to repeat. The VAT number comes first: if Stripe refuses it, nothing is saved. */
async function saveDetails(
  stripe: Stripe,
  customerId: string,
  { name, line1, line2, city, postalCode, country }: BillingDetails,
  vatNumber: VatNumber | null,
): Promise<void> {
  const address = { line1, line2, city, postal_code: postalCode, country };
  const isEmpty = Object.values(address).every((text) => text === "");
  const isWanted = ({ type, value }: Stripe.TaxId) =>
    type === vatNumber?.type && parseVatNumber(value)?.value === vatNumber.value;
  try {
    if (vatNumber !== null && !(await listVatNumbers(stripe, customerId)).some(isWanted)) {
      await stripe.customers.createTaxId(customerId, vatNumber);
    }
    // Invoices print `name`.
    await stripe.customers.update(customerId, {
      name,
      business_name: name,
      address: isEmpty ? "" : address,
    });
  } catch (error) {
    throw toFieldError(error);
  }
  // Two requests at once may have added it twice: both keep the first.
  const saved = await listVatNumbers(stripe, customerId);
  const kept = saved.find(isWanted)?.id;
  for (const { id } of saved.filter((taxId) => taxId.id !== kept)) {
    await stripe.taxIds.del(id).catch((error: unknown) => {
      if (!isResourceMissing(error)) throw error;
    });
  }
}

function toFieldError(error: unknown): unknown {
  if (!isInvalidRequest(error)) return error;
  if (error.code === "tax_id_invalid") return vatNumberError(error);
  if (isResourceMissing(error)) return noCustomerError();
  return new AppError("invalid_input", MESSAGES.refused.invalidInput, { cause: error });
}
