import * as z from "zod/mini";
import {
  ADDRESS_LINE_MAX,
  BILLING_NAME_MAX,
  POSTAL_CODE_MAX,
  VAT_NUMBER_MAX,
} from "../billing/detail-lengths.ts";
import { EMAIL_MAX, oneLine } from "../text.ts";

/** The customer's details that Stripe prints on invoices. A missing one is an empty string. */
export const BillingDetails = z.strictObject({
  name: oneLine(BILLING_NAME_MAX),
  line1: oneLine(ADDRESS_LINE_MAX),
  line2: oneLine(ADDRESS_LINE_MAX),
  city: oneLine(ADDRESS_LINE_MAX),
  postalCode: oneLine(POSTAL_CODE_MAX),
  /** ISO 3166-1 alpha-2. */
  country: z.string().check(z.regex(/^(?:[A-Z]{2})?$/)),
  vatNumber: oneLine(VAT_NUMBER_MAX),
  /** A further address that gets the link of each paid invoice. */
  invoiceEmail: z.union([
    z.literal(""),
    z.string().check(z.trim(), z.toLowerCase(), z.maxLength(EMAIL_MAX), z.email()),
  ]),
});
export type BillingDetails = z.infer<typeof BillingDetails>;

/** Null for a user who never had a subscription. */
export const BillingDetailsResponse = z.object({ details: z.nullable(BillingDetails) });
export type BillingDetailsResponse = z.infer<typeof BillingDetailsResponse>;
