import { paths } from "../../../paths.ts";
import { ButtonLink, Button } from "../../../ui/button.tsx";
import { useDashboard } from "../dashboard-context.ts";

export function NoSubscription({ onRefresh }: { onRefresh: () => void }) {
  const { variantOf } = useDashboard();
  return (
    <section
      aria-labelledby="subscription"
      className="border-2 border-dashed border-control p-[clamp(1rem,0.5rem+2.5vw,3.5rem)]"
    >
      <h2 id="subscription" className="text-xl">
        Your subscription appears here
      </h2>
      <p className="measure mt-4 text-ink-soft">
        Choose a plan and we’ll start on your first posts. There’s no minimum term, and you can
        cancel at any time.
      </p>
      <div className="button-row">
        <ButtonLink href={paths.pricing} variant={variantOf("plan")} arrow>
          See the plans
        </ButtonLink>
        <RefreshButton onRefresh={onRefresh} />
      </div>
    </section>
  );
}

export function RefreshButton({ onRefresh }: { onRefresh: () => void }) {
  const { action } = useDashboard();
  return (
    <Button variant="quiet" disabled={action.isRunning} onClick={onRefresh}>
      {action.isRunning ? "One moment..." : "Refresh Subscription Data"}
    </Button>
  );
}
