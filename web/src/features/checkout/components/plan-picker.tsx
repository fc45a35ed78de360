import { useId } from "react";
import { type CatalogueItem, PLANS } from "#contracts/catalogue.ts";
import { formatGbp } from "#contracts/money.ts";
import { withVat } from "../../../content/promises.ts";
import { inLine } from "../../../lib/in-line.ts";

const plans: readonly CatalogueItem[] = PLANS;

const isShared = (feature: string) => plans.every((plan) => plan.features.includes(feature));
const SHARED = PLANS[0].features.filter(isShared);

export function PlanPicker({
  chosen,
  disabled,
  onChoose,
}: {
  chosen: CatalogueItem | null;
  disabled: boolean;
  onChoose: (plan: CatalogueItem) => void;
}) {
  return (
    <fieldset disabled={disabled} className="checkout-step">
      <legend className="text-2xl">Your plan</legend>
      {plans.map((plan) => (
        <PlanRow
          key={plan.id}
          plan={plan}
          isChosen={plan.id === chosen?.id}
          onChoose={() => onChoose(plan)}
        />
      ))}
      <p className="checkout-hint">
        {`Every plan includes: ${SHARED.map((feature) => feature.toLowerCase()).join(", ")}.`}
      </p>
    </fieldset>
  );
}

function PlanRow({
  plan,
  isChosen,
  onChoose,
}: {
  plan: CatalogueItem;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const id = useId();
  return (
    <label className="checkout-option checkout-plan">
      <input
        type="radio"
        className="choice"
        name="plan"
        value={plan.id}
        checked={isChosen}
        onChange={onChoose}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-price ${id}-features`}
      />
      <span className="checkout-name text-xl">
        <span id={`${id}-name`}>{plan.name}</span>
        {plan.popular === true && <span className="checkout-flag">Most popular</span>}
      </span>
      <span id={`${id}-price`} className="checkout-price tabular">
        <strong>{formatGbp(plan.pricePence)}</strong>
        <span>{withVat(" a month")}</span>
      </span>
      <span id={`${id}-features`} className="checkout-features">
        {inLine(plan.features.filter((feature) => !isShared(feature)))}
      </span>
    </label>
  );
}
