import type { User } from "@supabase/auth-js";
import { useMemo, useState } from "react";
import useSWR, { type SWRResponse } from "swr";
import { useSearch } from "wouter";
import type { PlanChangePreview, PlanChangePreviewRequest } from "#contracts/api/plan-change.ts";
import { COMPANY } from "#contracts/company.ts";
import { PLAN_CHANGE_MESSAGES } from "#contracts/messages/plan-change.ts";
import { fetchPlanChangePreview } from "../features/plan-change/api/plan-change.ts";
import { ChoosePlanChange } from "../features/plan-change/components/choose-plan-change.tsx";
import { ConfirmPlanChange } from "../features/plan-change/components/confirm-plan-change.tsx";
import {
  NothingToChange,
  PlanChangeFrame,
} from "../features/plan-change/components/plan-change-frame.tsx";
import { parsePlanSelection } from "../features/plan-change/plan-selection.ts";
import { openStripePage } from "../features/subscription/open-stripe-page.ts";
import { CallError } from "../lib/call-error.ts";
import { useAction } from "../lib/use-action.ts";
import { paths } from "../paths.ts";
import { signedInPage } from "../shell/signed-in-page.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { LoadError } from "../ui/load-error.tsx";
import { OutcomeNote } from "../ui/outcome-note.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

export const page = signedInPage({
  title: "Change your plan",
  description: `What changes in your ${COMPANY.name} subscription, what is due today and what comes next.`,
  For: PlanChangePage,
});

function PlanChangePage({ user: { id: userId } }: { user: User }) {
  const search = useSearch();
  const selection = useMemo(() => parsePlanSelection(search), [search]);
  const { data: preview, error, isValidating, mutate } = usePlanChangePreview(selection);

  if (selection === null) return <ChoosePlanChange userId={userId} />;
  if (preview !== undefined) {
    return (
      <ConfirmPlanChange
        selection={selection}
        preview={preview}
        onPreviewAgain={async () => {
          await mutate(fetchPlanChangePreview(selection), { revalidate: false });
        }}
      />
    );
  }
  if (error !== undefined && !isValidating) {
    return <NoPreview userId={userId} error={error} onRetry={() => void mutate()} />;
  }
  return (
    <PlanChangeFrame title="Change your plan">
      <Skeleton />
    </PlanChangeFrame>
  );
}

type NoPreviewProps = {
  userId: string;
  error: unknown;
  onRetry: () => void;
};

function NoPreview({ userId, error, onRetry }: NoPreviewProps) {
  const code = error instanceof CallError ? error.code : null;
  switch (code ?? "") {
    case "invalid_input":
      return <ChoosePlanChange userId={userId} />;
    case "no_subscription":
      return <NothingToChange />;
    case "subscription_ending":
      return (
        <PlanChangeFrame
          title="Your subscription is set to end."
          lead="Choose to keep it first, then change it."
          action={<ButtonLink href={paths.dashboard}>Keep my subscription</ButtonLink>}
        />
      );
    case "payment_due":
      return <PaymentDue />;
    case "change_refused":
      return (
        <PlanChangeFrame
          title="We can’t make this change."
          lead={error instanceof CallError ? error.message : undefined}
        />
      );
    default:
      return (
        <PlanChangeFrame title="Change your plan">
          <LoadError text={PLAN_CHANGE_MESSAGES.failed} onRetry={onRetry} />
        </PlanChangeFrame>
      );
  }
}

function PaymentDue() {
  const action = useAction();
  return (
    <PlanChangeFrame
      title="You have a payment outstanding."
      lead="Your last payment didn’t go through. Once it’s paid, you can change your plan."
      action={
        <Button
          disabled={action.isRunning}
          onClick={() => void openStripePage(action, { invoiceOf: null })}
        >
          Pay now
        </Button>
      }
    >
      <OutcomeNote outcome={action.outcome} />
    </PlanChangeFrame>
  );
}

/** Fetches once per visit, because the prorated price changes with time. */
function usePlanChangePreview(
  selection: PlanChangePreviewRequest | null,
): SWRResponse<PlanChangePreview, unknown> {
  const [visit] = useState(() => crypto.randomUUID());
  return useSWR<PlanChangePreview, unknown>(
    selection === null ? null : ["plan-change", visit, JSON.stringify(selection)],
    async () => fetchPlanChangePreview(selection ?? {}),
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  );
}
