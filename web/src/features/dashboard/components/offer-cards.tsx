import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { planOf, shortPlanName } from "#contracts/billing/plans.ts";
import { ADDONS, type CatalogueItem, isIncludedIn } from "#contracts/catalogue.ts";
import { formatGbp, formatPrice } from "#contracts/money.ts";
import { withVat } from "../../../content/promises.ts";
import { usePaymentConfigured } from "../../../lib/use-site-config.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Fold } from "../../dashboard-cards/fold.tsx";
import { UpgradeCard } from "../../dashboard-cards/upgrade-card.tsx";
import { useOpenPlanChange } from "../../plan-change/hooks/use-open-plan-change.ts";
import { planChangeTarget } from "../../plan-change/plan-change-target.ts";
import { planChangeUrl } from "../../plan-change/plan-change-url.ts";
import { areAddonsOffered, isUpgradePromoted } from "../../subscription/subscription-status.ts";
import { useDashboard } from "../dashboard-context.ts";

export function OfferCards() {
  const { statusView, details, action } = useDashboard();
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
        <Fold id="add-ons" title="Enhance Your Package" lead={offerOf(offered)}>
          <ul className="mt-3 grid gap-x-10 sm:grid-cols-2">
            {offered.map((addon) => (
              <Addon key={addon.id} addon={addon} />
            ))}
          </ul>
        </Fold>
      )}
    </>
  );
}

function hasItem(details: SubscriptionDetails | null, priceId: string): boolean {
  return details !== null && details.items.some((item) => item.price_id === priceId);
}

const SHOWN_FEATURES = 3;

function offerOf(addons: readonly CatalogueItem[]): string {
  const from = formatPrice(Math.min(...addons.map(({ pricePence }) => pricePence)));
  return `${addons.length} add-on${addons.length === 1 ? "" : "s"}, from ${from} a month`;
}

function Addon({ addon }: { addon: CatalogueItem }) {
  const more = addon.features.length - SHOWN_FEATURES;
  return (
    <li className="flex flex-col border-t-2 border-ink pt-4 pb-8">
      <h3 className="text-lg font-bold">{addon.name}</h3>
      <p className="tabular mt-1 text-sm text-ink-soft">
        <strong className="text-ink">{formatGbp(addon.pricePence)}</strong>
        {withVat(" a month")}
      </p>
      <ul className="mt-3 text-sm max-sm:[&>li]:inline max-sm:[&>li]:border-0 max-sm:[&>li:not(:last-child)]:after:content-['_·_']">
        {addon.features.slice(0, SHOWN_FEATURES).map((feature) => (
          <li key={feature} className="border-t border-rule py-1.5">
            {feature}
          </li>
        ))}
        {more > 0 && <li className="border-t border-rule py-1.5 text-ink-soft">and {more} more</li>}
      </ul>
      <ButtonLink
        href={planChangeUrl({ add: [addon.priceId] })}
        variant="quiet"
        className="mt-auto self-start"
      >
        Add to my package<span className="sr-only">: {addon.name}</span>
      </ButtonLink>
    </li>
  );
}
