import { paths } from "../../../paths.ts";
import { ButtonLink, Button } from "../../../ui/button.tsx";

export function NoSubscription({
  isMain,
  isBusy,
  onRefresh,
}: {
  isMain: boolean;
  isBusy: boolean;
  onRefresh: () => void;
}) {
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
      <div className="customer-ways">
        <ButtonLink href={paths.pricing} variant={isMain ? "primary" : "secondary"} arrow>
          See the plans
        </ButtonLink>
        <RefreshButton isBusy={isBusy} onRefresh={onRefresh} />
      </div>
    </section>
  );
}

export function RefreshButton({ isBusy, onRefresh }: { isBusy: boolean; onRefresh: () => void }) {
  return (
    <Button variant="quiet" disabled={isBusy} onClick={onRefresh}>
      {isBusy ? "One moment..." : "Refresh Subscription Data"}
    </Button>
  );
}
