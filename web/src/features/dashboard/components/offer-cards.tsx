import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { planOf, shortPlanName } from "#contracts/billing/plans.ts";
import { ADDONS, type CatalogueItem, isIncludedIn } from "#contracts/catalogue.ts";
import type { Action } from "../../../lib/use-action.ts";
import { usePaymentConfigured } from "../../../lib/use-site-config.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { AddonsCard } from "../../dashboard-cards/addons-card.tsx";
import { UpgradeCard } from "../../dashboard-cards/upgrade-card.tsx";
import { useOpenPlanChange } from "../../plan-change/hooks/use-open-plan-change.ts";
import { planChangeTarget } from "../../plan-change/plan-change-target.ts";
import { planChangeUrl } from "../../plan-change/plan-change-url.ts";
import {
  areAddonsOffered,
  isUpgradePromoted,
  type SubscriptionStatusView,
} from "../../subscription/subscription-status.ts";

export function OfferCards({
  statusView,
  details,
  action,
}: {
  statusView: SubscriptionStatusView;
  details: SubscriptionDetails | null;
  action: Action;
}) {
  const canPay = usePaymentConfigured();
  const openPlanChange = useOpenPlanChange(action);
  const addons: readonly CatalogueItem[] = ADDONS;
  const offered = addons.filter(
    (addon) => !hasItem(details, addon.priceId) && !isIncludedIn(addon, statusView.priceId),
  );
  const upgrade = planChangeTarget(statusView, "upgrade").to;
  const from = planOf(statusView.priceId);
  const to = planOf(upgrade?.priceId ?? null);
  return (
    <>
      {isUpgradePromoted(statusView) && from !== null && to !== null && (
        <UpgradeCard
          from={from}
          to={to}
          action={
            <Button
              variant="secondary"
              disabled={action.isRunning}
              onClick={() => void openPlanChange(to, "upgrade")}
            >
              {`Upgrade to ${shortPlanName(to)}`}
            </Button>
          }
        />
      )}
      {areAddonsOffered(statusView, canPay) && offered.length > 0 && (
        <AddonsCard
          addons={offered}
          renderAction={({ priceId, name }) => (
            <ButtonLink
              href={planChangeUrl({ add: [priceId] })}
              variant="quiet"
              className="mt-auto self-start"
            >
              Add to my package<span className="sr-only">: {name}</span>
            </ButtonLink>
          )}
        />
      )}
    </>
  );
}

function hasItem(details: SubscriptionDetails | null, priceId: string): boolean {
  return details !== null && details.items.some((item) => item.price_id === priceId);
}
