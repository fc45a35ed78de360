import { useState } from "react";
import type {
  PlanChangePreview,
  PlanChangePreviewRequest,
  PlanChangeResponse,
} from "#contracts/api/plan-change.ts";
import { PLAN_CHANGE_MESSAGES } from "#contracts/messages/plan-change.ts";
import { formatGbp } from "#contracts/money.ts";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { hasCode } from "../../../lib/call-error.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import { failure, LEAVING, note, type Outcome, useAction } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { OutcomeNote } from "../../../ui/outcome-note.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { apiErrors } from "../../session/api-errors.ts";
import { useGoTo } from "../../session/use-go-to.ts";
import { confirmPlanChange } from "../api/plan-change.ts";
import { changeTitle, confirmLabel } from "../describe-plan-change.ts";
import { pendingPlanChange } from "../pending-plan-change.ts";
import { PlanChangeLines } from "./plan-change-lines.tsx";

type ConfirmPlanChangeProps = {
  selection: PlanChangePreviewRequest;
  preview: PlanChangePreview;
  onPreviewAgain: () => Promise<void>;
};

export function ConfirmPlanChange({ selection, preview, onPreviewAgain }: ConfirmPlanChangeProps) {
  const action = useAction();
  const goTo = useGoTo();
  /** Stripe page to pay with another card, after a decline. */
  const [payUrl, setPayUrl] = useState<string | null>(null);

  function payWithAnotherCard(url: string): void {
    void action.run(apiErrors(PLAN_CHANGE_MESSAGES.confirmFailed), async () => {
      goTo(url);
      return { ...failure(PLAN_CHANGE_MESSAGES.declined), isLeaving: true };
    });
  }

  function confirm(): void {
    void action.run(apiErrors(PLAN_CHANGE_MESSAGES.confirmFailed), async () => {
      try {
        return outcomeOf(await confirmPlanChange(selection, preview));
      } catch (error) {
        if (!hasCode(error, "amount_changed")) throw error;
        await onPreviewAgain();
        return failure(PLAN_CHANGE_MESSAGES.amountChanged);
      }
    });
  }

  function outcomeOf({ outcome, url }: PlanChangeResponse): Outcome {
    pendingPlanChange.write(sessionStorageOrNull(), {
      subscriptionId: preview.subscription_id,
      direction: preview.direction,
      to: preview.to,
      isApplied: outcome === "applied" || outcome === "scheduled",
      paidPence: preview.due_today_pence,
    });
    if (outcome === "applied" || outcome === "scheduled") {
      const change = outcome === "applied" ? "upgrade" : "downgrade";
      goTo(`${paths.checkoutSuccess}?${change}=true`);
      return LEAVING;
    }
    if (url === null) throw new Error(`There is no page for ${outcome}.`);
    if (outcome === "payment_needed") {
      setPayUrl(url);
      return failure(PLAN_CHANGE_MESSAGES.declined);
    }
    goTo(url);
    return { ...note(PLAN_CHANGE_MESSAGES.bankAsks), isLeaving: true };
  }

  return (
    <>
      <PageHead title={changeTitle(preview)} lead={leadOf(preview)} />
      <div className="page-width grid gap-x-10 gap-y-12 pb-(--section) lg:grid-cols-12">
        <div className="lg:col-span-7">
          <PlanChangeLines preview={preview} />
        </div>
        <section aria-labelledby="payment" className="lg:col-span-4 lg:col-start-9">
          <h2 id="payment" className="text-2xl">
            What you pay
          </h2>
          <PlanChangePrice preview={preview} />
          <OutcomeNote outcome={action.outcome} />
          <p className="button-row">
            {payUrl === null ? (
              <Button
                disabled={action.isRunning}
                onClick={confirm}
                className="tabular text-balance"
              >
                {action.isRunning ? "One moment..." : confirmLabel(preview)}
              </Button>
            ) : (
              <Button disabled={action.isRunning} onClick={() => payWithAnotherCard(payUrl)}>
                Pay with another card
              </Button>
            )}
            <ButtonLink href={paths.dashboard} variant="quiet">
              Back to Dashboard
            </ButtonLink>
          </p>
          <p className="mt-4 mb-6 text-(length:--text-sm) text-ink-soft [&_a]:underline [&_a]:underline-offset-[0.22em]">
            Our <Link href={paths.termsOfService}>Terms of Service</Link> apply, as before.
          </p>
        </section>
      </div>
    </>
  );
}

function leadOf({ when, next_payment_at: nextAt }: PlanChangePreview): string {
  return when === "now"
    ? "Starts now, charged to your card on file."
    : `Everything stays as it is until ${formatLongDay(isoOf(nextAt))}, and nothing is charged today.`;
}

const LATER = "You keep everything you have until then, and can cancel this on your dashboard.";

const HINTS: Readonly<Record<PlanChangePreview["direction"], string>> = {
  upgrade: "Today’s charge covers the rest of this month, less what you’ve already paid.",
  add: "Today’s charge covers the rest of this month.",
  downgrade: LATER,
  remove: LATER,
};

function PlanChangePrice({ preview }: { preview: PlanChangePreview }) {
  const { direction, due_today_pence: today, next_payment_pence: next } = preview;
  const nextDay = formatLongDay(isoOf(preview.next_payment_at));
  return (
    <>
      <dl className="account-list mt-5 mb-0 tabular *:items-baseline [&_dd]:font-semibold [&_dt]:text-ink-soft">
        <div>
          <dt>Due today</dt>
          <dd>
            <strong className="font-display text-2xl">{formatGbp(today)}</strong>
          </dd>
        </div>
        <div>
          <dt>Next payment</dt>
          <dd>{`${formatGbp(next)} on ${nextDay}`}</dd>
        </div>
      </dl>
      <p className="mt-4 mb-6 text-(length:--text-sm) text-ink-soft">{HINTS[direction]}</p>
    </>
  );
}
