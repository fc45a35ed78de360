import { useId } from "react";
import { includedServices } from "#contracts/billing/included-services.ts";
import { CHEAPEST_PLAN } from "#contracts/billing/plans.ts";
import { type CatalogueItem, type Plan, PLANS } from "#contracts/catalogue.ts";
import { formatGbp } from "#contracts/money.ts";
import { withVat } from "../../../content/promises.ts";
import { inLine } from "../../../lib/in-line.ts";

/** The id of its first choice. */
export const FIRST_PLAN = "first-plan";

const plans: readonly Plan[] = PLANS;

const isShared = (feature: string) => plans.every((plan) => plan.features.includes(feature));
const SHARED = CHEAPEST_PLAN.features.filter(isShared);

type PlanPickerProps = {
  chosen: CatalogueItem | null;
  disabled: boolean;
  onChoose: (plan: CatalogueItem) => void;
};

export function PlanPicker({ chosen, disabled, onChoose }: PlanPickerProps) {
  return (
    <fieldset disabled={disabled} className="block min-w-0">
      <legend className="mb-4 font-display text-2xl font-bold">Your plan</legend>
      {plans.map((plan) => (
        <PlanRow
          key={plan.id}
          plan={plan}
          isChosen={plan.id === chosen?.id}
          onChoose={() => onChoose(plan)}
        />
      ))}
      <p className="mt-4 text-ink-soft">
        {`Every plan includes: ${SHARED.map((feature) => feature.toLowerCase()).join(", ")}.`}
      </p>
    </fieldset>
  );
}

type PlanRowProps = {
  plan: Plan;
  isChosen: boolean;
  onChoose: () => void;
};

function PlanRow({ plan, isChosen, onChoose }: PlanRowProps) {
  const id = useId();
  return (
    <label className="checkout-option p-[min(max(1.25rem,1rem+1vw),6.25vw,2rem)] not-first-of-type:-mt-0.5 md:grid-cols-[1.5rem_minmax(0,1fr)_auto]">
      <input
        type="radio"
        id={plan === plans[0] ? FIRST_PLAN : undefined}
        className="choice mt-1.5 scroll-mt-20"
        name="plan"
        value={plan.id}
        checked={isChosen}
        onChange={onChoose}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-price ${id}-features`}
      />
      <span className="row-start-1 flex flex-wrap items-center gap-x-3.5 gap-y-1.5 font-display text-xl font-bold">
        <span id={`${id}-name`}>{plan.name}</span>
        {plan.popular === true && (
          <span className="bg-persimmon px-2 py-0.5 font-text text-xs font-semibold tracking-[0] text-on-persimmon forced-colors:border">
            Most popular
          </span>
        )}
      </span>
      <span
        id={`${id}-price`}
        className="tabular text-(length:--text-sm) text-ink-soft max-[20rem]:col-span-full md:col-start-3 md:col-end-4 md:row-start-1 md:row-end-3 md:text-right"
      >
        <strong className="font-small text-(length:--text-xl) font-bold text-ink md:block md:leading-[1.3]">
          {formatGbp(plan.pricePence)}
        </strong>
        <span>{withVat(" a month")}</span>
      </span>
      <span id={`${id}-features`} className="mt-1 text-ink-soft max-[20rem]:col-span-full">
        {inLine(includedServices(plan).filter((feature) => !isShared(feature)))}
      </span>
    </label>
  );
}
