import { AD_SETUP_FEE_PENCE } from "#contracts/catalogue.ts";
import { BILLING_MAILS, type BillingMailKind } from "../../worker/mail/billing-content.ts";
import type { BillingFacts } from "../../worker/mail/billing-labels.ts";
import type { BillingMailInput } from "../../worker/mail/billing-mail.ts";
import type { InvoiceMailInput } from "../../worker/mail/invoice-mail.ts";
import {
  TEAM_BILLING_MAILS,
  type TeamBillingMailKind,
} from "../../worker/mail/team-billing-content.ts";
import type { TeamBillingInput } from "../../worker/mail/team-billing-mail.ts";
import { ADDON, AD_PLAN, PLAN } from "../support/catalogue.ts";
import { API_URL, MANAGER, SAMPLE_FACTS } from "./samples.ts";

const CUSTOMER = "amelia@harbour-and-finch.example";

const SUBSCRIPTION = {
  subscriptionId: "sub_1SX2kQLkdIwHu7ixTidepost",
  priceIds: [PLAN.plus.priceId, ADDON.channel.priceId, ADDON.metaAds.priceId],
  payments: [
    { at: "2026-12-20T23:13:00.000Z", pence: 198_79 },
    { at: "2027-02-20T23:13:00.000Z", pence: 283_99 },
  ],
  periodEnd: "2026-12-20T23:13:00.000Z",
};
const BOOKED = [PLAN.starter.priceId];
const ENDING = { ...SUBSCRIPTION, payments: [] };
const ORDER = { orderNumber: "7KQX2M1A-0004" };
const PURCHASE = { ...SUBSCRIPTION, ...ORDER, paidPence: 198_79 };
const COMING = { ...SUBSCRIPTION, duePence: 283_99 };
const DUE = { ...COMING, ...ORDER };
const RETENTION = {
  ...SUBSCRIPTION,
  percentOff: 20,
  months: 3,
  reduced: [
    { at: "2026-12-20T23:13:00.000Z", pence: 159_03, regularPence: 198_79 },
    { at: "2027-01-20T23:13:00.000Z", pence: 159_03, regularPence: 198_79 },
    { at: "2027-02-20T23:13:00.000Z", pence: 227_19, regularPence: 283_99 },
  ],
};
const REQUEST = {
  refundRequestId: "rfr_01KAHX2J3V7W8R9T0A1B2C3D4E",
  amountPence: 283_99,
  currency: "gbp",
};
const REFUND = {
  orderId: "in_1SX2kQLkdIwHu7ixTidepost1",
  orderNumber: "7KQX2M1A-0004",
  amountPence: 283_99,
  currency: "gbp",
};

const CREDIT_NOTE = {
  number: `${REFUND.orderNumber}-CN-01`,
  url: "https://pay.stripe.com/credit_notes/acct_tidepost/live_note/pdf?s=ap",
};

const ABOUT: Record<BillingMailKind | TeamBillingMailKind, BillingFacts> = {
  welcome: PURCHASE,
  "service-booked": {
    ...SUBSCRIPTION,
    priceIds: [AD_PLAN.professional.priceId],
    payments: [{ at: SUBSCRIPTION.periodEnd, pence: AD_PLAN.professional.pricePence }],
    paidPence: AD_PLAN.professional.pricePence + AD_SETUP_FEE_PENCE,
  },
  sale: PURCHASE,
  renewal: { ...COMING, lastPence: 198_79 },
  "sale-again": PURCHASE,
  "price-change": { ...COMING, lastPence: 258_99, startsAt: "2027-01-20T23:13:00.000Z" },
  "price-kept": { ...COMING, lastPence: 283_99, startsAt: SUBSCRIPTION.periodEnd },
  "card-expiring": SUBSCRIPTION,
  "payment-failed": DUE,
  "payment-reminder": DUE,
  "payment-last-reminder": DUE,
  "invoice-overdue": DUE,
  "payment-recovered": PURCHASE,
  "payment-marked-paid": { ...SUBSCRIPTION, ...ORDER },
  "payment-waived": DUE,
  unpaid: DUE,
  retention: { ...RETENTION, resumes: false },
  "retention-resumed": { ...RETENTION, resumes: true, lostPriceIds: BOOKED },
  "strategy-call": { ...RETENTION, resumes: true },
  cancelled: { ...ENDING, bookedPriceIds: BOOKED, isPaidLonger: true },
  "cancelled-at-once": ENDING,
  resumed: { ...SUBSCRIPTION, lostPriceIds: BOOKED },
  changed: { ...PURCHASE, earlierPriceIds: [PLAN.starter.priceId, ADDON.channel.priceId] },
  "change-scheduled": {
    ...SUBSCRIPTION,
    payments: [{ at: SUBSCRIPTION.periodEnd, pence: 106_99 }],
    scheduledPriceIds: [PLAN.starter.priceId, ADDON.channel.priceId],
    at: SUBSCRIPTION.periodEnd,
  },
  "change-withdrawn": SUBSCRIPTION,
  "upgrade-lapsed": {
    ...SUBSCRIPTION,
    lapsedPriceIds: [...SUBSCRIPTION.priceIds, ADDON.influencer.priceId],
  },
  "discount-refused": SUBSCRIPTION,
  "cancellation-refused": SUBSCRIPTION,
  "resumption-refused": ENDING,
  "request-refused": { ...SUBSCRIPTION, request: "cancellation" },
  ended: { ...ENDING, priceIds: [PLAN.starter.priceId] },
  "ended-unpaid": ENDING,
  "never-begun": ENDING,
  duplicate: ENDING,
  "second-subscription": SUBSCRIPTION,
  "refund-requested": REQUEST,
  "refund-declined": { ...REQUEST, reason: "You had the first month of this plan back in May." },
  "refund-granted": REQUEST,
  "refund-disputed": REQUEST,
  "guarantee-refunded": REFUND,
  refunded: REFUND,
  "refund-failed": REFUND,
};

export const SAMPLE_BILLING_MAILS: BillingMailInput[] = BILLING_MAILS.map((kind) => ({
  kind,
  to: CUSTOMER,
  firstName: kind === "duplicate" ? null : "Amelia",
  hasAccount: kind !== "duplicate",
  hasBrief: false,
  accountManager: kind === "welcome" ? MANAGER : null,
  about: ABOUT[kind],
  at: "2026-11-20T12:00:00.000Z",
  card: { brand: "visa", last4: "4242" },
  creditNotes: ABOUT[kind] === REFUND && kind !== "refund-failed" ? [CREDIT_NOTE] : [],
  siteUrl: SAMPLE_FACTS.siteUrl,
  apiUrl: API_URL,
  correlationId: SAMPLE_FACTS.correlationId,
}));

export const SAMPLE_TEAM_BILLING_MAILS: TeamBillingInput[] = TEAM_BILLING_MAILS.map((kind) => ({
  kind,
  to: SAMPLE_FACTS.to,
  customerEmail: CUSTOMER,
  isErased: false,
  about: ABOUT[kind],
  at: "2026-11-20T12:00:00.000Z",
  siteUrl: SAMPLE_FACTS.siteUrl,
  opsUrl: SAMPLE_FACTS.opsUrl,
  eventId: SAMPLE_FACTS.eventId,
  correlationId: SAMPLE_FACTS.correlationId,
}));

export const SAMPLE_INVOICE_MAIL: InvoiceMailInput = {
  to: "books@harbour-and-finch.example",
  invoice: {
    number: "7KQX2M1A-0004",
    amountPence: 283_99,
    currency: "gbp",
    url: "https://invoice.stripe.com/i/acct_tidepost/live_invoice?s=ap",
  },
  siteUrl: SAMPLE_FACTS.siteUrl,
  correlationId: SAMPLE_FACTS.correlationId,
};
