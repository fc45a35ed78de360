import type { User } from "@supabase/auth-js";
import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { planOf } from "#contracts/billing/plans.ts";
import {
  isActive,
  isOpen,
  type SubscriptionStatus,
} from "#contracts/billing/subscription-status.ts";
import { RETENTION_MESSAGES } from "#contracts/messages/cancellation.ts";
import { hasAccountManager, isRunning } from "../../subscription/subscription-status.ts";
import { useDetails } from "../../subscription/hooks/use-details.ts";
import type { CustomerSituation } from "../reason-responses.ts";
import {
  clearCancellationDraft,
  saveCancellationDraft,
  type CancellationDraft,
  getCancellationDraft,
} from "../cancellation-draft.ts";
import { cancelSubscription } from "../api/subscription-requests.ts";
import { cancellationErrors } from "../cancellation-errors.ts";
import { LEAVING, useAction } from "../../../lib/use-action.ts";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { ErrorBanner } from "../../../ui/error-banner.tsx";
import { LoadError } from "../../subscription/components/load-error.tsx";
import { SubscriptionSkeleton } from "../../subscription/components/subscription-skeleton.tsx";
import { AlreadyCancelled } from "./already-cancelled.tsx";
import { CancelButtons } from "./cancel-buttons.tsx";
import { WhatYouLose } from "./what-you-lose.tsx";
import type { CancelReasonsProps } from "./cancel-reasons.tsx";
import type { ConfirmDialogProps } from "./confirm-dialog.tsx";

const TITLE = "Wait Before You Go";

/** Optional: without its chunk, the page leaves the form out. */
const CancelReasons = lazy(async (): Promise<{ default: ComponentType<CancelReasonsProps> }> => {
  try {
    return { default: (await import("./cancel-reasons.tsx")).CancelReasons };
  } catch {
    return { default: () => null };
  }
});

/** Without its chunk, the page continues as if the dialog had been confirmed. */
const ConfirmDialog = lazy(async (): Promise<{ default: ComponentType<ConfirmDialogProps> }> => {
  try {
    return { default: (await import("./confirm-dialog.tsx")).ConfirmDialog };
  } catch {
    return { default: ConfirmFallback };
  }
});

function ConfirmFallback({ open, onConfirm }: ConfirmDialogProps) {
  useEffect(() => {
    if (open) onConfirm();
  }, [open, onConfirm]);
  return null;
}

export function CancelPage({ user }: { user: User }) {
  const { data: details, error, mutate } = useDetails(user.id);
  if (details === undefined) {
    return (
      <>
        <PageHead title={TITLE} />
        <div className="page-width pb-(--section)">
          {error === undefined ? (
            <SubscriptionSkeleton />
          ) : (
            <LoadError text={RETENTION_MESSAGES.loadFailed} onRetry={() => void mutate()} />
          )}
        </div>
      </>
    );
  }
  if (details === null || !hasStarted(details.subscription_status)) return <NothingToCancel />;
  if (details.ends_at !== null) return <AlreadyCancelled details={details} />;
  return <CancelForm details={details} userId={user.id} onRejected={() => void mutate()} />;
}

/** Stripe expires an `incomplete` subscription by itself. */
function hasStarted(status: SubscriptionStatus): boolean {
  return isOpen(status) && status !== "incomplete";
}

function NothingToCancel() {
  return (
    <>
      <PageHead
        title={RETENTION_MESSAGES.noSubscription}
        lead="There is nothing to cancel, and nothing is charged."
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

function CancelForm({
  details,
  userId,
  onRejected,
}: {
  details: SubscriptionDetails;
  userId: string;
  onRejected: () => void;
}) {
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState(() => getCancellationDraft(sessionStorageOrNull(), userId));
  const [isConfirming, setConfirming] = useState(false);
  const action = useAction();
  const periodEnd = details.current_period_end;

  function changeDraft(next: CancellationDraft): void {
    setDraft(next);
    saveCancellationDraft(sessionStorageOrNull(), userId, next);
  }

  function cancel(): void {
    void action.run(
      async () => {
        await cancelSubscription(details.subscription_id, draft).catch((error: unknown) => {
          onRejected();
          throw error;
        });
        clearCancellationDraft(sessionStorageOrNull());
        navigate(paths.subscriptionCancelled);
        return LEAVING;
      },
      cancellationErrors("cancel"),
      "cancel",
    );
  }

  return (
    <>
      <PageHead
        title={TITLE}
        lead={
          <>
            Stay, or go: both take one click, and nothing that you have paid for is lost.{" "}
            <a href="#decision" className="text-link lg:hidden">
              Straight to the buttons
            </a>
          </>
        }
      />
      <div className="page-width retention-columns">
        <div className="retention-main">
          <ErrorBanner message={action.errorText} onDismiss={action.dismiss} />
          <WhatYouLose details={details} />
          <Suspense fallback={<span aria-hidden="true" className="retention-reasons skeleton" />}>
            <CancelReasons
              draft={draft}
              situation={situationOf(details)}
              disabled={action.isRunning}
              onChange={changeDraft}
            />
          </Suspense>
        </div>
        <CancelButtons
          isImmediate={details.ends_at_once}
          renewalPence={isActive(details.subscription_status) ? details.renewal_pence : null}
          until={periodEnd === null ? null : formatLongDay(isoOf(periodEnd))}
          guaranteeUntil={
            details.guarantee.state === "available" && details.guarantee.until !== null
              ? formatLongDay(isoOf(details.guarantee.until))
              : null
          }
          isCancelling={action.running === "cancel"}
          onContinue={() => setConfirming(true)}
          onCancel={cancel}
        />
      </div>
      <Suspense>
        <ConfirmDialog
          open={isConfirming}
          plan={planOf(details.price_id)?.name ?? "subscription"}
          onClose={() => setConfirming(false)}
          onConfirm={() => navigate(paths.retentionOffer)}
        />
      </Suspense>
    </>
  );
}

function situationOf(details: SubscriptionDetails): CustomerSituation {
  const hasPendingUpdate = details.awaiting !== null;
  const statusView = {
    status: details.subscription_status,
    priceId: details.price_id,
    isEnding: details.ends_at !== null,
    hasPendingUpdate,
  };
  return {
    priceId: details.price_id,
    isOfferOpen: details.is_offer_open,
    canChangePlan: isRunning(statusView) && !hasPendingUpdate,
    hasManager: hasAccountManager(statusView),
    details,
  };
}
