import { $ZodType } from "zod/v4/core";
import * as accountData from "#contracts/api/account-data.ts";
import * as accountEmail from "#contracts/api/account-email.ts";
import * as accountSessions from "#contracts/api/account-sessions.ts";
import * as auth from "#contracts/api/auth.ts";
import * as billingDetails from "#contracts/api/billing-details.ts";
import * as billingPortal from "#contracts/api/billing-portal.ts";
import * as cancellation from "#contracts/api/cancellation.ts";
import * as checkoutSession from "#contracts/api/checkout-session.ts";
import * as checkout from "#contracts/api/checkout.ts";
import * as accountManager from "#contracts/api/content/account-manager.ts";
import * as brief from "#contracts/api/content/brief.ts";
import * as calendar from "#contracts/api/content/calendar.ts";
import * as comments from "#contracts/api/content/comments.ts";
import * as material from "#contracts/api/content/material.ts";
import * as reports from "#contracts/api/content/reports.ts";
import * as conversion from "#contracts/api/conversion.ts";
import * as enquiryRow from "#contracts/api/enquiry-row.ts";
import * as enquiry from "#contracts/api/enquiry.ts";
import * as openInvoice from "#contracts/api/open-invoice.ts";
import * as orderDocument from "#contracts/api/order-document.ts";
import * as planChange from "#contracts/api/plan-change.ts";
import * as subscriptionDetails from "#contracts/api/subscription-details.ts";
import * as subscription from "#contracts/api/subscription.ts";
import * as unclaimedPurchases from "#contracts/api/unclaimed-purchases.ts";
import * as errors from "./errors.ts";

const MODULES: readonly object[] = [
  accountData,
  accountEmail,
  accountManager,
  accountSessions,
  auth,
  billingDetails,
  billingPortal,
  brief,
  calendar,
  cancellation,
  checkout,
  checkoutSession,
  comments,
  conversion,
  enquiry,
  enquiryRow,
  errors,
  material,
  openInvoice,
  orderDocument,
  planChange,
  reports,
  subscription,
  subscriptionDetails,
  unclaimedPurchases,
];

export const NAMED_SCHEMAS: ReadonlyMap<string, $ZodType> = new Map(
  MODULES.flatMap((module) =>
    Object.entries(module).filter(
      (entry): entry is [string, $ZodType] => entry[1] instanceof $ZodType,
    ),
  ),
);
