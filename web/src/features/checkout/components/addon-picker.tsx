import { useId } from "react";
import { ADDONS, type CatalogueItem } from "#contracts/catalogue.ts";
import { formatGbp } from "#contracts/money.ts";
import { withVat } from "../../../content/promises.ts";

const SHOWN_FEATURES = 3;

type AddonPickerProps = {
  current: readonly CatalogueItem[];
  chosen: readonly CatalogueItem[];
  disabled: boolean;
  onToggle: (addon: CatalogueItem) => void;
};

export function AddonPicker({ current, chosen, disabled, onToggle }: AddonPickerProps) {
  const offered = ADDONS.filter((addon) => !current.includes(addon));
  if (offered.length === 0) return null;
  return (
    <fieldset disabled={disabled} className="block min-w-0">
      <legend className="mb-4 font-display text-2xl font-bold">Add-ons (optional)</legend>
      <div className="grid gap-3 sm:grid-cols-[1fr_1fr]">
        {offered.map((addon) => (
          <AddonCard
            key={addon.id}
            addon={addon}
            isChosen={chosen.includes(addon)}
            onToggle={() => onToggle(addon)}
          />
        ))}
      </div>
      <p className="mt-4 text-ink-soft">Add to any plan; remove at the end of any month.</p>
    </fieldset>
  );
}

type AddonCardProps = {
  addon: CatalogueItem;
  isChosen: boolean;
  onToggle: () => void;
};

function AddonCard({ addon, isChosen, onToggle }: AddonCardProps) {
  const id = useId();
  return (
    <label className="checkout-option">
      <input
        type="checkbox"
        className="choice mt-0.5"
        name="addon"
        value={addon.id}
        checked={isChosen}
        onChange={onToggle}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-about`}
      />
      <span
        id={`${id}-name`}
        className="row-start-1 flex flex-wrap items-center gap-x-3.5 gap-y-1.5 font-display font-bold"
      >
        {addon.name}
      </span>
      <span
        id={`${id}-about`}
        className="block text-(length:--text-sm) *:block max-[20rem]:col-span-full"
      >
        <AddonFacts addon={addon} />
      </span>
    </label>
  );
}

/** Phrasing content only, because it stands inside a label. */
export function AddonFacts({ addon }: { addon: CatalogueItem }) {
  return (
    <>
      <span className="tabular text-(length:--text-sm) text-ink-soft">
        <strong className="font-small text-(length:--text-xl) font-bold text-ink">
          {formatGbp(addon.pricePence)}
        </strong>
        <span>{withVat(" a month")}</span>
      </span>
      {addon.features.slice(0, SHOWN_FEATURES).map((feature, index) => (
        <span key={feature} className={`border-t border-rule py-1.5 ${index === 0 ? "mt-2" : ""}`}>
          {feature}
        </span>
      ))}
    </>
  );
}
