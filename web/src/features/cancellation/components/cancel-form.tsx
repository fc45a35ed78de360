import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { planOf } from "#contracts/billing/plans.ts";
import { CANCELLATION_MESSAGES } from "#contracts/messages/cancellation.ts";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import { LEAVING, useAction } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { ErrorBanner } from "../../../ui/error-banner.tsx";
import { Ticked } from "../../../ui/icons.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { part } from "../../../ui/part.tsx";
import { discountText } from "../../subscription/discount-text.ts";
import {
  hasAccountManager,
  isChangeable,
  statusViewOfDetails,
} from "../../subscription/subscription-status.ts";
import { cancelSubscription } from "../api/subscription-requests.ts";
import {
  type CancellationDraft,
  clearCancellationDraft,
  getCancellationDraft,
  saveCancellationDraft,
} from "../cancellation-draft.ts";
import { cancellationErrors } from "../cancellation-errors.ts";
import type { CustomerSituation } from "../reason-responses.ts";
import { CancelButtons } from "./cancel-buttons.tsx";
import type { ConfirmDialogProps } from "./confirm-dialog.tsx";

const CancelReasons = part(
  async () => (await import("./cancel-reasons.tsx")).CancelReasons,
  <span aria-hidden="true" className="skeleton mt-14 h-180" />,
);

/** Without its chunk, the page continues as if the dialog had been confirmed. */
const ConfirmDialog = part<ConfirmDialogProps>(
  () =>
    import("./confirm-dialog.tsx").then(
      ({ ConfirmDialog: Dialog }) => Dialog,
      () => ConfirmFallback,
    ),
  null,
);

function ConfirmFallback({ open, onConfirm }: ConfirmDialogProps) {
  useEffect(() => {
    if (open) onConfirm();
  }, [open, onConfirm]);
  return null;
}

type CancelFormProps = {
  title: string;
  details: SubscriptionDetails;
  userId: string;
  onRejected: () => void;
};

export function CancelForm({ title, details, userId, onRejected }: CancelFormProps) {
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState(() => getCancellationDraft(sessionStorageOrNull(), userId));
  const [isConfirming, setConfirming] = useState(false);
  const action = useAction();

  function changeDraft(next: CancellationDraft): void {
    setDraft(next);
    saveCancellationDraft(sessionStorageOrNull(), userId, next);
  }

  function cancel(): void {
    void action.run(cancellationErrors("cancel"), async () => {
      await cancelSubscription(details.subscription_id, draft).catch((error: unknown) => {
        onRejected();
        throw error;
      });
      clearCancellationDraft(sessionStorageOrNull());
      navigate(paths.subscriptionCancelled);
      return LEAVING;
    });
  }

  return (
    <>
      <PageHead
        title={title}
        lead={
          <>
            Stay or go: both take one click, and everything works until the end.{" "}
            <a href="#decision" className="text-link lg:hidden">
              Straight to the buttons
            </a>
          </>
        }
      />
      <div className="page-width retention-columns">
        <div className="min-w-0">
          <ErrorBanner message={action.errorText} onDismiss={action.dismiss} />
          <WhatYouLose details={details} />
          <CancelReasons
            draft={draft}
            situation={situationOf(details)}
            disabled={action.isRunning}
            onChange={changeDraft}
          />
        </div>
        <CancelButtons
          details={details}
          isCancelling={action.isRunning}
          onContinue={() => setConfirming(true)}
          onCancel={cancel}
        />
      </div>
      <ConfirmDialog
        open={isConfirming}
        plan={planOf(details.price_id)?.name ?? "subscription"}
        onClose={() => setConfirming(false)}
        onConfirm={() => navigate(paths.retentionOffer)}
      />
    </>
  );
}

function situationOf(details: SubscriptionDetails): CustomerSituation {
  const statusView = statusViewOfDetails(details);
  return {
    priceId: details.price_id,
    // It is not offered beside a change that is booked already.
    canChangePlan: isChangeable(statusView) && details.scheduled === null,
    hasManager: hasAccountManager(statusView),
    details,
  };
}

function WhatYouLose({ details }: { details: SubscriptionDetails }) {
  const plan = planOf(details.price_id);
  const until = details.current_period_end;
  return (
    <section aria-labelledby="losses" data-tone="tide" className="bg-tide p-6 text-on-tide sm:p-10">
      <h2 id="losses" className="text-2xl">
        What you would lose
      </h2>
      {plan !== null && (
        <p className="mt-3 text-on-tide-soft">{`Your ${details.items[0]?.name ?? plan.name}, with`}</p>
      )}
      <ul className="mt-5 grid gap-x-8 gap-y-3 md:grid-cols-[1fr_1fr]">
        {whatIsLost(details).map((loss) => (
          <Ticked key={loss}>{loss}</Ticked>
        ))}
      </ul>
      {until !== null && !details.ends_at_once && (
        <p className="mt-6 border-t border-tide-rule pt-5 text-on-tide-soft">
          You keep everything until{" "}
          <strong className="text-on-tide">{formatLongDay(isoOf(until))}</strong>, whatever you
          decide.
          {details.is_paid_longer && ` ${CANCELLATION_MESSAGES.paidLonger}`}
        </p>
      )}
    </section>
  );
}

function whatIsLost({
  price_id: priceId,
  items,
  discounts,
  payments,
  collection,
}: SubscriptionDetails): readonly string[] {
  const plan = planOf(priceId);
  return [
    ...(plan?.features ?? []),
    ...items.slice(plan === null ? 0 : 1).map(({ name }) => name),
    ...(collection === "unknown" ? [] : discounts).map((discount) =>
      discountText(discount, payments),
    ),
  ];
}
