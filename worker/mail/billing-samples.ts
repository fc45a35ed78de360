import { ADDONS, PLANS } from "#contracts/catalogue.ts";
import { BILLING_MAILS, type BillingMailKind } from "./billing-content.ts";
import type { BillingMailInput } from "./billing-mail.tsx";
import type { BillingFacts } from "./billing-labels.ts";
import { SAMPLE_FACTS } from "./samples.ts";
import { TEAM_BILLING_MAILS, type TeamBillingMailKind } from "./team-billing-content.ts";
import type { TeamBillingInput } from "./team-billing-mail.tsx";

const CUSTOMER = "amelia@harbour-and-finch.example";

const SUBSCRIPTION = {
  priceIds: [PLANS[1].priceId, ADDONS[0].priceId, ADDONS[2].priceId],
  amountPence: 283_99,
  periodEnd: "2026-12-20T23:13:00.000Z",
};
const PURCHASE = {
  ...SUBSCRIPTION,
  paidPence: 198_79,
  discounts: [{ percentOff: 30, endsAt: "2027-02-20T23:13:00.000Z" }],
};
const RETENTION = { ...SUBSCRIPTION, percentOff: 20, months: 3 };
const REQUEST = { refundRequestId: "rfr_01KAHX2J3V7W8R9T0A1B2C3D4E", amountPence: 283_99 };
const REFUND = { orderId: "in_1SX2kQLkdIwHu7ixTidepost1", amountPence: 283_99 };

const ABOUT: Record<BillingMailKind | TeamBillingMailKind, BillingFacts> = {
  welcome: PURCHASE,
  sale: PURCHASE,
  "card-expiring": SUBSCRIPTION,
  "payment-failed": SUBSCRIPTION,
  "payment-recovered": SUBSCRIPTION,
  unpaid: SUBSCRIPTION,
  retention: { ...RETENTION, resumes: false },
  "retention-resumed": { ...RETENTION, resumes: true },
  "strategy-call": SUBSCRIPTION,
  cancelled: SUBSCRIPTION,
  "cancelled-at-once": SUBSCRIPTION,
  resumed: SUBSCRIPTION,
  changed: SUBSCRIPTION,
  "change-scheduled": {
    ...SUBSCRIPTION,
    scheduledPriceIds: [PLANS[0].priceId, ADDONS[0].priceId],
    at: SUBSCRIPTION.periodEnd,
  },
  "change-withdrawn": SUBSCRIPTION,
  "discount-refused": SUBSCRIPTION,
  "cancellation-refused": SUBSCRIPTION,
  "resumption-refused": SUBSCRIPTION,
  "request-refused": { ...SUBSCRIPTION, request: "cancellation" },
  ended: { ...SUBSCRIPTION, priceIds: [PLANS[0].priceId], amountPence: PLANS[0].pricePence },
  duplicate: SUBSCRIPTION,
  "refund-requested": REQUEST,
  "refund-declined": REQUEST,
  refunded: REFUND,
  "refund-failed": REFUND,
};

export const SAMPLE_BILLING_MAILS: BillingMailInput[] = BILLING_MAILS.map((kind) => ({
  kind,
  to: CUSTOMER,
  firstName: kind === "duplicate" ? null : "Amelia",
  about: ABOUT[kind],
  siteUrl: SAMPLE_FACTS.siteUrl,
  correlationId: SAMPLE_FACTS.correlationId,
}));

export const SAMPLE_TEAM_BILLING_MAILS: TeamBillingInput[] = TEAM_BILLING_MAILS.map((kind) => ({
  kind,
  to: SAMPLE_FACTS.to,
  customerEmail: CUSTOMER,
  isErased: false,
  about: ABOUT[kind],
  siteUrl: SAMPLE_FACTS.siteUrl,
  opsUrl: SAMPLE_FACTS.opsUrl,
  eventId: SAMPLE_FACTS.eventId,
  correlationId: SAMPLE_FACTS.correlationId,
}));
