import { ADDONS, PLANS } from "#contracts/catalogue.ts";
import { BILLING_MAILS } from "./billing-content.ts";
import type { BillingMailFacts } from "./billing-mail.tsx";
import { SAMPLE_FACTS } from "./samples.ts";
import type { TeamBillingFacts } from "./team-billing-mail.tsx";

const SUBSCRIPTION = {
  priceIds: [PLANS[1].priceId, ADDONS[0].priceId, ADDONS[2].priceId],
  amountPence: 283_99,
  periodEnd: "2026-12-20T23:13:00.000Z",
};

/** Invented mails about subscriptions, one of each kind. */
export const SAMPLE_BILLING_MAILS: BillingMailFacts[] = BILLING_MAILS.map((kind) => ({
  kind,
  to: "amelia@harbour-and-finch.example",
  // Nobody knows a guest's name.
  firstName: kind === "duplicate" ? null : "Amelia",
  subscription: kind === "ended" ? { ...SUBSCRIPTION, priceIds: [PLANS[0].priceId] } : SUBSCRIPTION,
  siteUrl: SAMPLE_FACTS.siteUrl,
  correlationId: SAMPLE_FACTS.correlationId,
}));

/** What the team hears of them. */
export const SAMPLE_TEAM_BILLING_MAILS: TeamBillingFacts[] = (["sale", "duplicate"] as const).map(
  (kind) => ({
    kind,
    to: SAMPLE_FACTS.to,
    buyer: "amelia@harbour-and-finch.example",
    subscription: SUBSCRIPTION,
    siteUrl: SAMPLE_FACTS.siteUrl,
    opsUrl: SAMPLE_FACTS.opsUrl,
    eventId: SAMPLE_FACTS.eventId,
    correlationId: SAMPLE_FACTS.correlationId,
  }),
);
