import type { User } from "@supabase/auth-js";
import { type ReactNode, useState } from "react";
import useSWRImmutable from "swr/immutable";
import { useLocation } from "wouter";
import type { RetentionOfferResponse } from "#contracts/api/cancellation.ts";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { planOf } from "#contracts/billing/plans.ts";
import { formatGbp } from "#contracts/money.ts";
import { RETENTION_MESSAGES } from "#contracts/messages/cancellation.ts";
import { flashMessage } from "../../../lib/flash-message.ts";
import { cancellationErrors } from "../cancellation-errors.ts";
import { clearCancellationDraft, getCancellationDraft } from "../cancellation-draft.ts";
import { cancelSubscription, acceptOffer, declineOffer, requestOffer } from "../api/subscription-requests.ts";
import { renewalNotice } from "../renewal-notice.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import { LEAVING, useAction } from "../../../lib/use-action.ts";
import { CallError } from "../../../lib/call-error.ts";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Tick } from "../../../ui/icons.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { ErrorBanner } from "../../../ui/error-banner.tsx";
import { LoadError } from "../../subscription/components/load-error.tsx";

const TITLE = "One last offer.";

export function RetentionOfferPage({ user }: { user: User }) {
  // The key makes each visit request the offer exactly once, which records it as shown.
  const [visit] = useState(() => crypto.randomUUID());
  const {
    data: offer,
    error: failure,
    mutate,
  } = useSWRImmutable(["retention-offer", user.id, visit], () =>
    requestOffer(getCancellationDraft(sessionStorageOrNull(), user.id).reason),
  );
  if (offer === undefined) {
    return (
      <>
        <PageHead title={TITLE} />
        <div className="page-width pb-(--section)">
          {failure === undefined ? (
            <output className="account-loading">
              <span className="spinner" aria-hidden="true" />
              {RETENTION_MESSAGES.offer.loading}
            </output>
          ) : (
            <LoadError
              text={errorMessage(failure, cancellationErrors("offer"))}
              onRetry={() => void mutate()}
            />
          )}
          <Back />
        </div>
      </>
    );
  }
  return <Choice offer={offer} userId={user.id} onRefused={() => void mutate()} />;
}

function Choice({
  offer,
  userId,
  onRefused,
}: {
  offer: RetentionOfferResponse;
  userId: string;
  onRefused: () => void;
}) {
  const [, navigate] = useLocation();
  const [claimKey] = useState(() => crypto.randomUUID());
  const action = useAction();
  const isBusy = action.isRunning;
  const canClaim = offer.why_not === null;

  function claim(): void {
    void action.run(
      async () => {
        await acceptOffer(offer.subscription_id, claimKey).catch(noteRefusal);
        const storage = sessionStorageOrNull();
        clearCancellationDraft(storage);
        flashMessage.write(storage, RETENTION_MESSAGES.offer.claimed);
        navigate(paths.dashboard);
        return LEAVING;
      },
      cancellationErrors("discount"),
      "discount",
    );
  }

  function cancel(): void {
    void action.run(
      async () => {
        const storage = sessionStorageOrNull();
        const tell = canClaim ? declineOffer : cancelSubscription;
        await tell(offer.subscription_id, getCancellationDraft(storage, userId)).catch(noteRefusal);
        clearCancellationDraft(storage);
        navigate(paths.subscriptionCancelled);
        return LEAVING;
      },
      cancellationErrors("cancel"),
      "cancel",
    );
  }

  function noteRefusal(error: unknown): never {
    if (error instanceof CallError && error.status === 409) onRefused();
    throw error;
  }

  const cancelButton = (label: string) => (
    <Button variant="secondary" disabled={isBusy} onClick={cancel}>
      {action.running === "cancel" ? RETENTION_MESSAGES.cancelling : label}
    </Button>
  );
  const banner = <ErrorBanner message={action.errorText} onDismiss={action.dismiss} />;
  if (!canClaim) {
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
      <p className="retention-expiry">{RETENTION_MESSAGES.offer.expires}</p>
      <PageHead
        title={TITLE}
        lead={`Stay with us for ${RETENTION_OFFER.percentOff}% less, and let us look together at what would do more for you.`}
      />
      <div className="page-width retention-columns">
        <Terms offer={offer} />
        <section aria-labelledby="choice" className="retention-decision">
          <h2 id="choice" className="text-2xl">
            Stay or go
          </h2>
          {banner}
          <div className="retention-buttons">
            <Button disabled={isBusy} onClick={claim}>
              {action.running === "discount"
                ? RETENTION_MESSAGES.offer.claiming
                : `Claim My ${RETENTION_OFFER.percentOff}% Discount`}
            </Button>
            {cancelButton("No Thanks, Cancel My Subscription")}
          </div>
          <RenewalNote offer={offer} />
          <EndNote endsAt={offer.ends_at} />
          <Back />
        </section>
      </div>
    </>
  );
}

function Terms({ offer }: { offer: RetentionOfferResponse }) {
  const { percentOff, months } = RETENTION_OFFER;
  return (
    <section
      aria-labelledby="offer"
      data-tone="tide"
      className="retention-main bg-tide p-6 text-on-tide sm:p-10"
    >
      <h2 id="offer" className="text-2xl">
        {`${percentOff}% off your next ${months} months`}
      </h2>
      <dl className="retention-prices">
        <div>
          <dt>Regular price</dt>
          <dd>
            <s>{formatGbp(offer.regular_pence)}</s> a month
          </dd>
        </div>
        <div>
          <dt>Your price</dt>
          <dd>
            <strong>{formatGbp(offer.discounted_pence)}</strong> a month
          </dd>
        </div>
        <div>
          <dt>{`You save over ${months} months`}</dt>
          <dd>{formatGbp(offer.saving_pence)}</dd>
        </div>
      </dl>
      {offer.regular_pence !== planOf(offer.price_id)?.pricePence && (
        <p className="mt-4 text-on-tide-soft">
          These sums count in your add-ons, a change that you have booked and your other discounts,
          as they are today.
        </p>
      )}
      <ul className="retention-losses">
        <li>
          <Tick />A free 45-minute strategy call with an account manager
        </li>
        <li>
          <Tick />
          No contract: you can still cancel at any time
        </li>
      </ul>
    </section>
  );
}

function RenewalNote({ offer }: { offer: RetentionOfferResponse }) {
  const { renewal_pence: pence, why_not: whyNot, ends_at: end } = offer;
  if (pence === null || whyNot === "not_active" || end !== null) return null;
  return (
    <p className="retention-aside">
      {`If you cancel now, your subscription ends at once. ${renewalNotice(pence)}`}
      {whyNot === null && " If you take the discount, it comes off the payments after this one."}
    </p>
  );
}

/** @param endsAt seconds since the epoch; null when not set to cancel */
function EndNote({ endsAt }: { endsAt: number | null }) {
  if (endsAt === null) return null;
  return (
    <p className="retention-aside">
      {`Your subscription is cancelled as of ${formatLongDay(isoOf(endsAt))}. Taking the offer takes that back.`}
    </p>
  );
}

function NoOffer({
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
        title={hasNoSubscription ? RETENTION_MESSAGES.noSubscription : "No offer this time."}
        lead={NO_OFFER[hasNoSubscription ? "nobody" : (offer.why_not ?? "not_active")]}
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
        <EndedNote endsAt={offer.ends_at} />
        {!hasNoSubscription && <Back />}
      </div>
    </>
  );
}

const NO_OFFER = {
  nobody: "There is nothing to cancel, and nothing is charged.",
  redeemed:
    "You have had the discount for staying: it is given once to a subscription. Thank you for having stayed then.",
  not_active:
    "The discount is for subscriptions that are paid for. Once what is due is paid, it is yours to take. If you cancel while a payment is owed, your subscription ends at once, and nothing stays outstanding.",
} as const;

/** @param endsAt seconds since the epoch; null when not set to cancel */
function EndedNote({ endsAt }: { endsAt: number | null }) {
  if (endsAt === null) return null;
  return (
    <p className="retention-aside">
      {`Your subscription is cancelled already, as of ${formatLongDay(isoOf(endsAt))}.`}
    </p>
  );
}

function Back() {
  return (
    <ButtonLink href={paths.cancelSubscription} variant="quiet" className="mt-4">
      Back
    </ButtonLink>
  );
}
