import type { ReactNode } from "react";
import type { RetentionOfferResponse } from "#contracts/api/cancellation.ts";
import type { OfferError } from "#contracts/billing/retention-offer.ts";
import { COMPANY } from "#contracts/company.ts";
import { CANCELLATION_MESSAGES } from "#contracts/messages/cancellation.ts";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { EndNote, RenewalNote } from "./offer-notes.tsx";

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

export function NoOffer({
  offer,
  banner,
  cancelButton,
}: {
  offer: RetentionOfferResponse;
  banner: ReactNode;
  cancelButton: ReactNode;
}) {
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
