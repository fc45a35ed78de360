import type { User } from "@supabase/auth-js";
import { useState } from "react";
import useSWRImmutable from "swr/immutable";
import { useLocation } from "wouter";
import type { RetentionOfferResponse } from "#contracts/api/cancellation.ts";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { counted } from "#contracts/counted.ts";
import { CANCELLATION_MESSAGES } from "#contracts/messages/cancellation.ts";
import { noteOf } from "../content/claims.ts";
import { EXHIBITS, isShown } from "../content/exhibits.ts";
import {
  acceptOffer,
  cancelSubscription,
  declineOffer,
  requestOffer,
} from "../features/cancellation/api/subscription-requests.ts";
import {
  clearCancellationDraft,
  getCancellationDraft,
} from "../features/cancellation/cancellation-draft.ts";
import { cancellationErrors } from "../features/cancellation/cancellation-errors.ts";
import {
  BackToCancelPage,
  NoOffer,
  EndNote,
  RenewalNote,
} from "../features/cancellation/components/no-offer.tsx";
import { OfferTerms } from "../features/cancellation/components/offer-terms.tsx";
import { sessionStorageOrNull } from "../lib/browser-storage.ts";
import { CallError } from "../lib/call-error.ts";
import { errorMessage } from "../lib/error-message.ts";
import { flashMessage } from "../lib/flash-message.ts";
import { LEAVING, useAction } from "../lib/use-action.ts";
import { paths } from "../paths.ts";
import { signedInPage } from "../shell/signed-in-page.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorBanner } from "../ui/error-banner.tsx";
import { LoadError } from "../ui/load-error.tsx";
import { PageHead } from "../ui/page-title.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Tag } from "../ui/tag.tsx";

export const page = signedInPage({
  title: "An offer before you go",
  description: `${RETENTION_OFFER.percentOff}% off your next ${counted(RETENTION_OFFER.months, "month")} and a free strategy call, or the way out.`,
  For: RetentionOfferPage,
});

const TITLE = "One last offer.";

function RetentionOfferPage({ user }: { user: User }) {
  // The key makes each visit request the offer exactly once, which records it as shown.
  const [visit] = useState(() => crypto.randomUUID());
  const {
    data: offer,
    error,
    mutate,
  } = useSWRImmutable(["retention-offer", user.id, visit], () =>
    requestOffer(getCancellationDraft(sessionStorageOrNull(), user.id).reason),
  );
  if (offer === undefined) {
    return (
      <>
        <PageHead title={TITLE} />
        <div className="page-width pb-(--section)">
          {error === undefined ? (
            <Skeleton />
          ) : (
            <LoadError text={errorMessage(error, cancellationErrors("offer"))} onRetry={mutate} />
          )}
          <BackToCancelPage />
        </div>
      </>
    );
  }
  return <OfferChoice offer={offer} userId={user.id} onRejected={() => void mutate()} />;
}

type OfferChoiceProps = {
  offer: RetentionOfferResponse;
  userId: string;
  onRejected: () => void;
};

function OfferChoice({ offer, userId, onRejected }: OfferChoiceProps) {
  const [, navigate] = useLocation();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const action = useAction();
  const isBusy = action.isRunning;
  const canAccept = offer.why_not === null;

  function accept(): void {
    void action.runAs("discount", cancellationErrors("discount"), async () => {
      await acceptOffer(offer.subscription_id, idempotencyKey).catch(readAgainOnConflict);
      const storage = sessionStorageOrNull();
      clearCancellationDraft(storage);
      flashMessage.write(storage, CANCELLATION_MESSAGES.offer.accepted);
      navigate(paths.dashboard);
      return LEAVING;
    });
  }

  function cancel(): void {
    void action.runAs("cancel", cancellationErrors("cancel"), async () => {
      const storage = sessionStorageOrNull();
      const request = canAccept ? declineOffer : cancelSubscription;
      await request(offer.subscription_id, getCancellationDraft(storage, userId)).catch(
        readAgainOnConflict,
      );
      clearCancellationDraft(storage);
      navigate(paths.subscriptionCancelled);
      return LEAVING;
    });
  }

  function readAgainOnConflict(error: unknown): never {
    if (error instanceof CallError && error.status === 409) onRejected();
    throw error;
  }

  const cancelButton = (label: string) => (
    <Button variant="danger" disabled={isBusy} onClick={cancel}>
      {action.running === "cancel" ? CANCELLATION_MESSAGES.cancelling : label}
    </Button>
  );
  const banner = <ErrorBanner message={action.errorText} onDismiss={action.dismiss} />;
  if (!canAccept) {
    return (
      <NoOffer
        offer={offer}
        banner={banner}
        cancelButton={offer.subscription_id !== null && cancelButton("Cancel My Subscription")}
      />
    );
  }
  return (
    <>
      {isShown(EXHIBITS.offerDeadline) && (
        <p className="bg-sun px-(--gutter) py-3 text-center font-semibold text-on-persimmon">
          {CANCELLATION_MESSAGES.offer.expires}. <Tag>{noteOf(EXHIBITS.offerDeadline)}</Tag>
        </p>
      )}
      <PageHead
        title={TITLE}
        lead={`Stay with us for ${RETENTION_OFFER.percentOff}% less, and we’ll look at what’s not working. We make this offer once. Take the time you need.`}
      />
      <div className="page-width retention-columns">
        <OfferTerms offer={offer} />
        <section aria-labelledby="choice" className="retention-decision">
          <h2 id="choice" className="text-2xl">
            Stay or go
          </h2>
          {banner}
          <div className="mt-6 grid gap-3 *:text-balance">
            <Button disabled={isBusy} onClick={accept}>
              {action.running === "discount"
                ? CANCELLATION_MESSAGES.offer.accepting
                : `Claim My ${RETENTION_OFFER.percentOff}% Discount`}
            </Button>
            {cancelButton("No Thanks, Cancel My Subscription")}
          </div>
          <RenewalNote offer={offer} />
          <EndNote endsAt={offer.ends_at} hasOffer />
          <BackToCancelPage />
        </section>
      </div>
    </>
  );
}
