import { PLANS } from "#contracts/catalogue.ts";
import { formatGbp } from "#contracts/money.ts";
import { DEMO_ACTIONS } from "../../content/demo-account.ts";
import { VAT_NOTE } from "../../content/pricing.ts";
import { DemoButton } from "../../features/demo/demo-button.tsx";

const [starter, plus] = PLANS;

/** What the dashboard offers to customers of the smallest plan. */
export function DemoUpgrade() {
  return (
    <section aria-labelledby="upgrade" className="bg-foam p-6 sm:p-10">
      <p className="text-sm text-ink-soft">Customers of the {starter.name} see this here:</p>
      <div className="mt-3 flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
        <div>
          <h2 id="upgrade" className="text-2xl">
            From {starter.features[0]} to {plus.features[0].replace(/\D.*/, "")}.
          </h2>
          <p className="mt-3 text-ink-soft">
            The {plus.name} at {formatGbp(plus.pricePence)} a month, {VAT_NOTE}.
          </p>
        </div>
        <DemoButton action={DEMO_ACTIONS.toPlus} variant="primary" />
      </div>
    </section>
  );
}
