import { useState } from "react";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { CANCELLATION_MESSAGES } from "#contracts/messages/cancellation.ts";
import {
  type Cancellation,
  cancellationOf,
  remainingPayment,
} from "../features/cancellation/cancellation.ts";
import { CancelledPageLinks } from "../features/cancellation/components/cancelled-page-links.tsx";
import { ComebackOffer } from "../features/cancellation/components/comeback-offer.tsx";
import { useSession } from "../features/session/session.ts";
import { describeEnd } from "../features/subscription/ended-subscription.ts";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import { formatLongDay, isoOf } from "../lib/dates.ts";
import type { Page } from "../page.ts";
import { AccountBar } from "../shell/account-bar.tsx";
import { Ticked } from "../ui/icons.tsx";
import { PageHead } from "../ui/page-title.tsx";
import { part } from "../ui/part.tsx";

export const page: Page = {
  ...appStylesheet,
  noindex: true,
  title: "Subscription cancelled",
  description: "How long you keep everything, how to undo it, and how to come back.",
  Bar: AccountBar,
  Body: CancelledPage,
};

const CancelledPageDetails = part(
  async () =>
    (await import("../features/cancellation/components/cancelled-page-details.tsx"))
      .CancelledPageDetails,
  <CancelledPageLinks isCancelled isSignedIn />,
);

function CancelledPage() {
  const session = useSession();
  const userId = session.state === "signed-in" ? session.user.id : null;
  const [details, setDetails] = useState<SubscriptionDetails | null | undefined>();
  const [resumedMessage, setResumedMessage] = useState<string | null>(null);
  const cancellation = cancellationOf(userId === null ? undefined : details);
  // A customer who has just cancelled is signed in when the page appears. A customer who opens its address is
  // signed in only later, and their subscription may be running.
  const [hasOpenedByAddress] = useState(session.state !== "signed-in");
  const isChecking =
    hasOpenedByAddress &&
    cancellation.state === "unknown" &&
    (session.state === "returning" || session.state === "signed-in");

  const { title, lead } = headlineOf(cancellation, resumedMessage !== null, details ?? null);
  const isCancelled = cancellation.state !== "running" && cancellation.state !== "none";
  // Nobody knows a visitor, whom the checkout asks to sign in. While the page checks, the offer is hidden and keeps its place.
  const canUseCode = userId === null || isChecking || details?.can_use_comeback_code === true;
  return (
    <>
      <PageHead title={isChecking ? "Your subscription" : title} lead={lead} />
      <div className="page-width retention-columns" aria-busy={isChecking}>
        <div className="min-w-0">
          {isCancelled && <Facts cancellation={cancellation} details={details ?? null} />}
          {userId === null ? (
            <CancelledPageLinks isCancelled={isCancelled} isSignedIn={false} />
          ) : (
            <CancelledPageDetails
              userId={userId}
              cancellation={cancellation}
              resumedMessage={resumedMessage}
              onDetails={setDetails}
              onResumed={setResumedMessage}
            />
          )}
        </div>
        {isCancelled && canUseCode && (
          <ComebackOffer
            canBuy={cancellation.state !== "ending" && cancellation.state !== "ending-immediately"}
          />
        )}
      </div>
    </>
  );
}

function headlineOf(
  cancellation: Cancellation,
  isResumed: boolean,
  details: SubscriptionDetails | null,
): { title: string; lead: string } {
  switch (cancellation.state) {
    case "running":
      return isResumed
        ? { title: "Good to have you back.", lead: "Your subscription is back on." }
        : {
            title: "Your subscription is running.",
            lead: "It isn’t set to end, and renews as usual.",
          };
    case "none":
      return {
        title: CANCELLATION_MESSAGES.noSubscription,
        lead: "There’s no subscription on the account you’re signed in to.",
      };
    case "ending": {
      const payment = remainingPayment(details);
      const until =
        cancellation.endsAt === null
          ? ""
          : `, and everything works until ${formatLongDay(isoOf(cancellation.endsAt))}`;
      return {
        title: "Subscription Cancelled",
        lead: `Cancelled immediately, as you asked: ${payment === null ? "no more payments" : `your next payment is ${payment}`}${until}. Thanks for being with us.`,
      };
    }
    // Anybody may open this page, and without script it stays like this.
    case "unknown":
      return {
        title: "Subscription Cancelled",
        lead: "If you’ve cancelled, no more payments are taken, and you keep everything until your subscription ends.",
      };
    case "ended":
      return { title: "Subscription Cancelled", lead: describeEnd(details) };
    case "ending-immediately":
      return {
        title: "Subscription Cancelled",
        lead: "Cancelled immediately, as you asked. Thanks for being with us.",
      };
  }
}

function Facts({
  cancellation,
  details,
}: {
  cancellation: Cancellation;
  details: SubscriptionDetails | null;
}) {
  const payment = remainingPayment(details);
  return (
    <section aria-labelledby="facts" data-tone="tide" className="bg-tide p-6 text-on-tide sm:p-10">
      <h2 id="facts" className="text-2xl">
        What happens now
      </h2>
      <ul className="mt-5 grid gap-x-8 gap-y-3">
        <Ticked>
          {payment === null ? "No further charges" : `Your next payment is ${payment}`}
        </Ticked>
        <Ticked>
          <Access cancellation={cancellation} />
        </Ticked>
        <Ticked>Your data is safely stored</Ticked>
      </ul>
      {"isBeingApplied" in cancellation && cancellation.isBeingApplied && (
        <p className="tide-notice">
          We’re applying your cancellation with our payment provider. It counts from the moment you
          pressed the button.
        </p>
      )}
    </section>
  );
}

function Access({ cancellation }: { cancellation: Cancellation }) {
  const day =
    "endsAt" in cancellation && cancellation.endsAt !== null
      ? formatLongDay(isoOf(cancellation.endsAt))
      : null;
  if (cancellation.state === "ended") {
    return <span>{day === null ? "Your access has ended" : `Your access ended on ${day}`}</span>;
  }
  if (cancellation.state === "ending-immediately") {
    return <span>Your access ends now and you owe nothing</span>;
  }
  if (day === null) return <span>Access continues until your subscription ends</span>;
  return (
    <span>
      Access continues until <strong>{day}</strong>
    </span>
  );
}
