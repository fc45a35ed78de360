import type { ReactNode } from "react";
import { COMEBACK_OFFER } from "#contracts/billing/coupons.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { useOpenPlanChange } from "../../plan-change/hooks/use-open-plan-change.ts";
import { type Direction, planChangeTarget } from "../../plan-change/plan-change-target.ts";
import { useDashboard } from "../dashboard-context.ts";

const CHANGES = [
  { direction: "upgrade", label: "Upgrade Plan" },
  { direction: "downgrade", label: "Downgrade Plan" },
] as const satisfies readonly { direction: Direction; label: string }[];

export function ManageSubscription() {
  const { statusView, action } = useDashboard();
  const openPlanChange = useOpenPlanChange(action);
  const changes = CHANGES.map((change) => ({
    ...change,
    ...planChangeTarget(statusView, change.direction),
  }));
  const reasons = new Set(changes.flatMap(({ why }) => (why === null ? [] : [why])));
  return (
    <ManageCard
      actions={
        <>
          {changes.map(({ direction, label, to }) => (
            <Button
              key={direction}
              variant="secondary"
              disabled={to === null || action.isRunning}
              {...(to === null && { "aria-describedby": "no-change" })}
              onClick={() => {
                if (to !== null) void openPlanChange(to, direction);
              }}
            >
              {label}
            </Button>
          ))}
          {!statusView.isEnding && (
            <ButtonLink href={paths.cancelSubscription} variant="quiet-danger">
              Cancel Subscription
            </ButtonLink>
          )}
        </>
      }
    >
      {reasons.size > 0 && (
        <p id="no-change" className="mt-3 text-sm text-ink-soft">
          {[...reasons].join(". ")}.
        </p>
      )}
    </ManageCard>
  );
}

export function ComeBack() {
  const { details, variantOf } = useDashboard();
  const { percentOff, months, code } = COMEBACK_OFFER;
  return details?.can_use_comeback_code ? (
    <ManageCard
      title="Come back any time"
      actions={
        <ButtonLink href={`${paths.checkout}?code=${code}`} variant={variantOf("plan")} arrow>
          {`Come back with ${percentOff}% off`}
        </ButtonLink>
      }
    >
      <p className="mt-3 text-sm text-ink-soft">
        {`Your first ${months} months back cost ${percentOff}% less. The code ${code} is filled in for you.`}
      </p>
    </ManageCard>
  ) : (
    <ManageCard
      title="Start again"
      actions={
        <ButtonLink href={paths.checkout} variant={variantOf("plan")} arrow>
          Choose a plan
        </ButtonLink>
      }
    />
  );
}

type ManageCardProps = {
  title?: string;
  actions: ReactNode;
  children?: ReactNode;
};

function ManageCard({ title = "Manage Your Subscription", actions, children }: ManageCardProps) {
  return (
    <section aria-labelledby="manage" className="border-2 border-t-0 border-rule p-6 sm:p-7">
      <h2 id="manage" className="text-xl">
        {title}
      </h2>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3 max-sm:grid max-sm:grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] max-sm:justify-items-start max-sm:gap-x-3 max-sm:[&>a]:col-span-full max-sm:[&>button]:px-1">
        {actions}
      </div>
      {children}
    </section>
  );
}
