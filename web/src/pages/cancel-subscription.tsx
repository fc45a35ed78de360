import type { User } from "@supabase/auth-js";
import { isOpen, type SubscriptionStatus } from "#contracts/billing/subscription-status.ts";
import { CANCELLATION_MESSAGES } from "#contracts/messages/cancellation.ts";
import { AlreadyCancelled } from "../features/cancellation/components/already-cancelled.tsx";
import { CancelForm } from "../features/cancellation/components/cancel-form.tsx";
import { useDetails } from "../features/subscription/hooks/use-details.ts";
import { paths } from "../paths.ts";
import { signedInPage } from "../shell/signed-in-page.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { LoadError } from "../ui/load-error.tsx";
import { PageHead } from "../ui/page-title.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

export const page = signedInPage({
  title: "Cancel your subscription",
  description: "What ends and when, what might help, and the button that cancels.",
  For: CancelPage,
});

const TITLE = "Wait Before You Go";

function CancelPage({ user }: { user: User }) {
  const { data: details, error, mutate } = useDetails(user.id);
  if (details === undefined) {
    return (
      <>
        <PageHead title={TITLE} />
        <div className="page-width pb-(--section)">
          {error === undefined ? (
            <Skeleton />
          ) : (
            <LoadError text={CANCELLATION_MESSAGES.loadFailed} onRetry={mutate} />
          )}
        </div>
      </>
    );
  }
  if (details === null || !hasStarted(details.subscription_status)) return <NothingToCancel />;
  if (details.ends_at !== null) return <AlreadyCancelled details={details} />;
  return (
    <CancelForm title={TITLE} details={details} userId={user.id} onRejected={() => void mutate()} />
  );
}

/** Stripe expires an `incomplete` subscription by itself. */
function hasStarted(status: SubscriptionStatus): boolean {
  return isOpen(status) && status !== "incomplete";
}

function NothingToCancel() {
  return (
    <>
      <PageHead
        title={CANCELLATION_MESSAGES.noSubscription}
        lead="There’s nothing to cancel and nothing to pay."
      />
      <div className="page-width flex flex-wrap gap-4 pb-(--section)">
        <ButtonLink href={paths.dashboard}>Back to Dashboard</ButtonLink>
        <ButtonLink href={paths.pricing} variant="quiet">
          See the plans
        </ButtonLink>
      </div>
    </>
  );
}
