import type { ReactNode } from "react";
import { ADDONS, type CatalogueItem } from "#contracts/catalogue.ts";
import { formatGbp, formatPrice } from "#contracts/money.ts";
import { withVat } from "../../content/promises.ts";
import { Fold } from "./fold.tsx";

const SHOWN_FEATURES = 3;

export function AddonsCard({
  addons = ADDONS,
  renderAction,
}: {
  addons?: readonly CatalogueItem[];
  renderAction: (addon: CatalogueItem) => ReactNode;
}) {
  return (
    <Fold id="add-ons" title="Enhance Your Package" lead={offerOf(addons)}>
      <ul className="mt-3 grid gap-x-10 sm:grid-cols-2">
        {addons.map((addon) => (
          <Addon key={addon.id} addon={addon} action={renderAction(addon)} />
        ))}
      </ul>
    </Fold>
  );
}

function offerOf(addons: readonly CatalogueItem[]): string {
  const from = formatPrice(Math.min(...addons.map(({ pricePence }) => pricePence)));
  return `${addons.length} add-on${addons.length === 1 ? "" : "s"}, from ${from} a month`;
}

function Addon({ addon, action }: { addon: CatalogueItem; action: ReactNode }) {
  const more = addon.features.length - SHOWN_FEATURES;
  return (
    <li className="flex flex-col border-t-2 border-ink pt-4 pb-8">
      <h3 className="text-lg font-bold">{addon.name}</h3>
      <p className="tabular mt-1 text-sm text-ink-soft">
        <strong className="text-ink">{formatGbp(addon.pricePence)}</strong>
        {withVat(" a month")}
      </p>
      <ul className="addon-features mt-3 text-sm">
        {addon.features.slice(0, SHOWN_FEATURES).map((feature) => (
          <li key={feature} className="border-t border-rule py-1.5">
            {feature}
          </li>
        ))}
        {more > 0 && <li className="border-t border-rule py-1.5 text-ink-soft">and {more} more</li>}
      </ul>
      {action}
    </li>
  );
}
