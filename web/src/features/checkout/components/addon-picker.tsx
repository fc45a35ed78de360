import { useId } from "react";
import { ADDONS, type CatalogueItem } from "#contracts/catalogue.ts";
import { formatGbp } from "#contracts/money.ts";
import { withVat } from "../../../content/promises.ts";

const SHOWN_FEATURES = 3;

export function AddonPicker({
  current,
  chosen,
  disabled,
  onToggle,
}: {
  current: readonly CatalogueItem[];
  chosen: readonly CatalogueItem[];
  disabled: boolean;
  onToggle: (addon: CatalogueItem) => void;
}) {
  const offered = ADDONS.filter((addon) => !current.includes(addon));
  if (offered.length === 0) return null;
  return (
    <fieldset disabled={disabled} className="checkout-step">
      <legend className="text-2xl">Add-ons (optional)</legend>
      <div className="checkout-addons">
        {offered.map((addon) => (
          <AddonCard
            key={addon.id}
            addon={addon}
            isChosen={chosen.includes(addon)}
            onToggle={() => onToggle(addon)}
          />
        ))}
      </div>
      <p className="checkout-hint">Add to any plan; remove at the end of any month.</p>
    </fieldset>
  );
}

function AddonCard({
  addon,
  isChosen,
  onToggle,
}: {
  addon: CatalogueItem;
  isChosen: boolean;
  onToggle: () => void;
}) {
  const id = useId();
  return (
    <label className="checkout-option">
      <input
        type="checkbox"
        className="choice"
        name="addon"
        value={addon.id}
        checked={isChosen}
        onChange={onToggle}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-about`}
      />
      <span id={`${id}-name`} className="checkout-name">
        {addon.name}
      </span>
      <span id={`${id}-about`} className="checkout-about">
        <AddonFacts addon={addon} />
      </span>
    </label>
  );
}

/** Phrasing content only, because it stands inside a label. */
export function AddonFacts({ addon }: { addon: CatalogueItem }) {
  return (
    <>
      <span className="checkout-price tabular">
        <strong>{formatGbp(addon.pricePence)}</strong>
        <span>{withVat(" a month")}</span>
      </span>
      {addon.features.slice(0, SHOWN_FEATURES).map((feature) => (
        <span key={feature} className="checkout-feature">
          {feature}
        </span>
      ))}
    </>
  );
}
