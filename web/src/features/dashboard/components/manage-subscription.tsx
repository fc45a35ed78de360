import type { Action } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { ManageCard } from "../../dashboard-cards/manage-card.tsx";
import { useOpenPlanChange } from "../../plan-change/hooks/use-open-plan-change.ts";
import { type Direction, planChangeTarget } from "../../plan-change/plan-change-target.ts";
import type { SubscriptionStatusView } from "../../subscription/subscription-status.ts";

const CHANGES = [
  { direction: "upgrade", label: "Upgrade Plan" },
  { direction: "downgrade", label: "Downgrade Plan" },
] as const satisfies readonly { direction: Direction; label: string }[];

export function ManageSubscription({
  statusView,
  action,
}: {
  statusView: SubscriptionStatusView;
  action: Action;
}) {
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
