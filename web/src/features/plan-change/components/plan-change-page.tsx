import { type ReactNode, useMemo } from "react";
import { useSearch } from "wouter";
import { CHANGE_MESSAGES } from "#contracts/messages/plan-change.ts";
import { CallError } from "../../../lib/call-error.ts";
import { useAction } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { OutcomeNote } from "../../../ui/outcome-note.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { Skeleton } from "../../account/components/skeleton.tsx";
import { openStripePage } from "../../subscription/api/open-stripe-page.ts";
import { LoadError } from "../../subscription/components/load-error.tsx";
import { fetchPlanChangePreview } from "../api/request-plan-change.ts";
import { usePlanChangePreview } from "../hooks/use-plan-change-preview.ts";
import { parsePlanSelection } from "../plan-selection.ts";
import { ConfirmPlanChange } from "./confirm-plan-change.tsx";

export function PlanChangePage() {
  const search = useSearch();
  const selection = useMemo(() => parsePlanSelection(search), [search]);
  const { data: preview, error, isValidating, mutate } = usePlanChangePreview(selection);

  if (selection === null) return <NoPlanSelected />;
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
    return <NoPreview error={error} onRetry={() => void mutate()} />;
  }
  return (
    <Frame title="Change your plan">
      <Skeleton />
    </Frame>
  );
}

function NoPlanSelected() {
  return (
    <Frame
      title="No change to show."
      lead="Choose another plan or an add-on, and you’ll see what’s due today before anything changes."
      action={
        <ButtonLink href={paths.checkout} arrow>
          See plans and add-ons
        </ButtonLink>
      }
    />
  );
}

function NoPreview({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const code = error instanceof CallError ? error.code : null;
  switch (code ?? "") {
    case "invalid_input":
      return <NoPlanSelected />;
    case "no_subscription":
      return (
        <Frame
          title="There is nothing to change yet."
          lead="You need a running subscription first. Choose a plan to start one."
          action={
            <ButtonLink href={paths.checkout} arrow>
              Choose a plan
            </ButtonLink>
          }
        />
      );
    case "subscription_ending":
      return (
        <Frame
          title="Your subscription is set to end."
          lead="Choose to keep it first, then change it. There’s a button on your dashboard."
          action={<ButtonLink href={paths.dashboard}>Keep my subscription</ButtonLink>}
        />
      );
    case "payment_due":
      return <PaymentDue />;
    case "change_refused":
      return (
        <Frame
          title="We can’t make this change."
          lead={error instanceof CallError ? error.message : undefined}
        />
      );
    default:
      return (
        <Frame title="Change your plan">
          <LoadError text={CHANGE_MESSAGES.failed} onRetry={onRetry} />
        </Frame>
      );
  }
}

function PaymentDue() {
  const action = useAction();
  return (
    <Frame
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
    </Frame>
  );
}

function Frame({
  title,
  lead,
  action,
  children,
}: {
  title: string;
  lead?: string | undefined;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <>
      <PageHead title={title} lead={lead} />
      <div className="page-width pb-(--section)">
        {children}
        <p className="customer-ways">
          {action}
          <ButtonLink href={paths.dashboard} variant={action === undefined ? "secondary" : "quiet"}>
            Back to Dashboard
          </ButtonLink>
        </p>
      </div>
    </>
  );
}
