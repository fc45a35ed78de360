import type { User } from "@supabase/auth-js";
import { useEffect } from "react";
import useSWR from "swr";
import { useSearch } from "wouter";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { fetchSumDue } from "../features/dashboard/dashboard-api.ts";
import { useUserSubscription } from "../features/subscription/hooks/use-user-subscription.ts";
import { openStripePage } from "../features/subscription/open-stripe-page.ts";
import { hasCode } from "../lib/call-error.ts";
import { formatLongDay, isoOf } from "../lib/dates.ts";
import { useAction } from "../lib/use-action.ts";
import { paths } from "../paths.ts";
import { signedInPage } from "../shell/signed-in-page.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { LoadError } from "../ui/load-error.tsx";
import { OutcomeNote } from "../ui/outcome-note.tsx";
import { PageHead } from "../ui/page-title.tsx";

export const page = signedInPage({
  title: "Pay what’s due",
  description: "The payment page for what’s due on your subscription.",
  For: PayPage,
});

/** Added to the address when Stripe's page is opened, so that Back does not open it again. */
const OPENED = "#opened";

const UNTIL_SYNCED_MS = 5_000;

/**
 * The target of the mails about an open payment: leads to Stripe's page of the subscription in the address, and
 * thanks on return.
 */
function PayPage({ user }: { user: User }) {
  const action = useAction();
  const subscriptionId = new URLSearchParams(useSearch()).get("subscription");
  const invoice = useSWR(
    ["open_invoice", user.id, subscriptionId],
    () => fetchOwnSumDue(subscriptionId),
    {
      dedupingInterval: 0,
    },
  );
  const { data: sum, mutate } = invoice;
  const isNamed = (own: UserSubscription | null | undefined) =>
    subscriptionId === null || own?.subscription_id === subscriptionId;
  const { data: own } = useUserSubscription(user.id, {
    refreshInterval: (latest) =>
      sum === null && isNamed(latest) && latest?.subscription_status !== "active"
        ? UNTIL_SYNCED_MS
        : 0,
  });
  const { run } = action;

  useEffect(() => {
    const readAgain = (event: PageTransitionEvent) => {
      if (event.persisted) void mutate();
    };
    window.addEventListener("pageshow", readAgain);
    return () => window.removeEventListener("pageshow", readAgain);
  }, [mutate]);

  useEffect(() => {
    if (sum == null || window.location.hash === OPENED) return;
    window.history.replaceState(window.history.state, "", OPENED);
    void openStripePage({ run }, { invoiceOf: subscriptionId });
  }, [sum, subscriptionId, run]);

  const { title, lead } = headOf(sum, isNamed(own) ? own : "other");
  return (
    <>
      <PageHead title={title} lead={invoice.error === undefined ? lead : undefined} />
      <div className="page-width pb-(--section)">
        <OutcomeNote outcome={action.outcome} />
        {invoice.error !== undefined && (
          <LoadError text="We couldn’t find out what’s due. Please try again." onRetry={mutate} />
        )}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          {sum != null && (
            <Button
              disabled={action.isRunning}
              onClick={() =>
                void openStripePage(action, { invoiceOf: subscriptionId }).then(() => mutate())
              }
            >
              {`Pay ${sum} now`}
            </Button>
          )}
          <ButtonLink href={paths.dashboard} variant="secondary">
            Open my dashboard
          </ButtonLink>
        </div>
      </div>
    </>
  );
}

/** Null also for a user who never had a subscription. */
async function fetchOwnSumDue(subscriptionId: string | null): Promise<string | null> {
  try {
    return await fetchSumDue(subscriptionId);
  } catch (error) {
    if (hasCode(error, "not_found")) return null;
    throw error;
  }
}

function headOf(
  sum: string | null | undefined,
  subscription: UserSubscription | "other" | null | undefined,
): { title: string; lead: string } {
  if (sum === undefined) {
    return { title: "Your payment", lead: "Checking what’s due…" };
  }
  if (sum !== null) {
    return {
      title: `${sum} to pay`,
      lead: "Pay on our payment provider’s page with any card. Your bank may ask you to confirm the payment.",
    };
  }
  const title = "There’s nothing left to pay.";
  if (subscription === "other") {
    return { title, lead: "If you’ve just paid, thank you: we’ll confirm by email." };
  }
  if (subscription == null || subscription.subscription_status === "canceled") {
    return { title, lead: "You don’t have a running subscription, and nothing is being charged." };
  }
  const { subscription_status: status, current_period_end: end } = subscription;
  if (status !== "active") {
    return {
      title,
      lead: "If you’ve just paid, thank you. We’re updating your subscription and will confirm by email.",
    };
  }
  if (end === null) return { title, lead: "Thank you. Your subscription continues." };
  const day = formatLongDay(isoOf(end));
  return {
    title,
    lead: subscription.cancel_at_period_end
      ? `Thank you. Your subscription runs until ${day}.`
      : `Thank you. Your subscription continues, and the next payment is due on ${day}.`,
  };
}
