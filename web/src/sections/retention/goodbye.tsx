import { type ComponentType, lazy, Suspense, useState } from "react";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { RETENTION_MESSAGES } from "#contracts/retention-messages.ts";
import { type Farewell, farewellOf } from "../../features/retention/farewell.ts";
import { useSession } from "../../features/session/session.ts";
import { formatLongDay, isoOf } from "../../lib/dates.ts";
import { Tick } from "../../ui/icons.tsx";
import { PageHead } from "../../ui/page-title.tsx";
import { ComingBack } from "./coming-back.tsx";
import { GoodbyeWays } from "./goodbye-ways.tsx";
import type { OwnGoodbyeProps } from "./own-goodbye.tsx";

/** Visitors do not need it. Where it cannot be fetched, what holds for everybody stays. */
const OwnGoodbye = lazy(async (): Promise<{ default: ComponentType<OwnGoodbyeProps> }> => {
  try {
    const { OwnGoodbye: own } = await import("./own-goodbye.tsx");
    return { default: own };
  } catch {
    return { default: () => <GoodbyeWays isLeaving isSignedIn /> };
  }
});

/** After a cancellation: what is true of it, the way to take it back, and the way to come back. */
export function Goodbye() {
  const session = useSession();
  const userId = session.state === "signed-in" ? session.user.id : null;
  const [details, setDetails] = useState<SubscriptionDetails | null | undefined>();
  const [kept, setKept] = useState("");
  const farewell = farewellOf(userId === null ? undefined : details);

  const { title, lead } = headOf(farewell, kept !== "");
  const isLeaving = farewell.is !== "running" && farewell.is !== "none";
  return (
    <>
      <PageHead title={title} lead={lead} />
      <div className="page-width retention-columns">
        <div className="retention-main">
          {isLeaving && <Facts farewell={farewell} />}
          {userId === null ? (
            <GoodbyeWays isLeaving={isLeaving} isSignedIn={false} />
          ) : (
            <Suspense fallback={<GoodbyeWays isLeaving={isLeaving} isSignedIn />}>
              <OwnGoodbye
                userId={userId}
                farewell={farewell}
                kept={kept}
                onDetails={setDetails}
                onKept={setKept}
              />
            </Suspense>
          )}
        </div>
        {isLeaving && (
          <ComingBack canBuy={farewell.is !== "ending" && farewell.is !== "stopping"} />
        )}
      </div>
    </>
  );
}

function headOf(farewell: Farewell, isKept: boolean): { title: string; lead: string } {
  switch (farewell.is) {
    case "running":
      return isKept
        ? { title: "Good to have you back.", lead: "Your cancellation is taken back." }
        : {
            title: "Your subscription is running.",
            lead: "No end is set for it, and it renews as usual.",
          };
    case "none":
      return {
        title: RETENTION_MESSAGES.noSubscription,
        lead: "There is none under the account that is signed in here.",
      };
    case "unknown":
    case "ending":
    case "stopping":
    case "over":
      return {
        title: "Subscription Cancelled",
        lead: "Cancelled immediately, as you wished. Thank you for the time with us.",
      };
  }
}

function Facts({ farewell }: { farewell: Farewell }) {
  return (
    <section aria-labelledby="facts" data-tone="tide" className="bg-tide p-6 text-on-tide sm:p-10">
      <h2 id="facts" className="text-2xl">
        What happens now
      </h2>
      <ul className="retention-facts">
        <li>
          <Tick />
          No further charges
        </li>
        <li>
          <Tick />
          <Access farewell={farewell} />
        </li>
        <li>
          <Tick />
          Your data is safely stored
        </li>
      </ul>
      {"isBeingApplied" in farewell && farewell.isBeingApplied && (
        <p className="customer-notice">
          Your cancellation is being applied: our payment provider is told in a moment. What you
          decided counts already.
        </p>
      )}
    </section>
  );
}

function Access({ farewell }: { farewell: Farewell }) {
  const day =
    "endsAt" in farewell && farewell.endsAt !== null ? formatLongDay(isoOf(farewell.endsAt)) : null;
  if (farewell.is === "over") {
    return <span>{day === null ? "Your access has ended" : `Your access ended on ${day}`}</span>;
  }
  if (farewell.is === "stopping") {
    return <span>Your access ends now: what was owed is owed no more</span>;
  }
  if (day === null)
    return <span>Access continues until the end of the period you have paid for</span>;
  return (
    <span>
      Access continues until <strong>{day}</strong>: until then everything works
    </span>
  );
}
