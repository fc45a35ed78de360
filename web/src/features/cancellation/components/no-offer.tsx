import type { ReactNode } from "react";
import type { RetentionOfferResponse } from "#contracts/api/cancellation.ts";
import type { OfferError } from "#contracts/billing/retention-offer.ts";
import { COMPANY } from "#contracts/company.ts";
import { CANCELLATION_MESSAGES } from "#contracts/messages/cancellation.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { renewalNotice } from "../renewal-notice.ts";

const LEADS = {
  no_subscription: "There’s nothing to cancel and nothing to pay.",
  redeemed: "You’ve already had the discount for staying. We give it once per subscription.",
  paused: "Your payments are paused, so there’s nothing to take off.",
  not_monthly: `The discount is for monthly plans. Write to ${COMPANY.email}, and we’ll see what we can do.`,
  discounted: "Your next payment already has a discount, and the two can’t be combined.",
  saves_nothing: "With your discounts and credit, it wouldn’t lower your next payments.",
  not_active:
    "The discount is for subscriptions that are paid up. Once you’ve paid what’s due, you can claim it. If you cancel while a payment is due, your subscription ends at once and you owe nothing.",
} as const satisfies Readonly<Record<OfferError | "no_subscription", string>>;

type NoOfferProps = {
  offer: RetentionOfferResponse;
  banner: ReactNode;
  cancelButton: ReactNode;
};

export function NoOffer({ offer, banner, cancelButton }: NoOfferProps) {
  const hasNoSubscription = offer.subscription_id === null;
  return (
    <>
      <PageHead
        title={hasNoSubscription ? CANCELLATION_MESSAGES.noSubscription : "No offer this time."}
        lead={LEADS[hasNoSubscription ? "no_subscription" : (offer.why_not ?? "not_active")]}
      />
      <div className="page-width pb-(--section)">
        {banner}
        <div className="flex flex-wrap gap-4">
          <ButtonLink href={paths.dashboard}>
            {hasNoSubscription ? "Back to Dashboard" : "Stay & Keep Growing"}
          </ButtonLink>
          {offer.ends_at === null && cancelButton}
        </div>
        <RenewalNote offer={offer} />
        <EndNote endsAt={offer.ends_at} hasOffer={false} />
        {!hasNoSubscription && <BackToCancelPage />}
      </div>
    </>
  );
}

export function BackToCancelPage() {
  return (
    <ButtonLink href={paths.cancelSubscription} variant="quiet" className="mt-4">
      Back
    </ButtonLink>
  );
}

export function RenewalNote({ offer }: { offer: RetentionOfferResponse }) {
  const { renewal_pence: pence, currency, why_not: whyNot, ends_at: end } = offer;
  if (pence === null || whyNot === "not_active" || end !== null) return null;
  return (
    <p className="measure mt-6 border-l-4 border-sun pl-4 text-ink-soft">
      {`If you cancel now, your subscription ends at once. ${renewalNotice(pence, currency)}`}
      {whyNot === null && " If you take the discount, it comes off the payments after this one."}
    </p>
  );
}

/** @param endsAt seconds since the epoch; null when not set to cancel */
export function EndNote({ endsAt, hasOffer }: { endsAt: number | null; hasOffer: boolean }) {
  if (endsAt === null) return null;
  const day = formatLongDay(isoOf(endsAt));
  return (
    <p className="measure mt-6 border-l-4 border-sun pl-4 text-ink-soft">
      {hasOffer
        ? `Your subscription is set to end on ${day}. Taking the offer undoes that.`
        : `Your subscription is already set to end on ${day}.`}
    </p>
  );
}
