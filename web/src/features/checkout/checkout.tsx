import type { FormEvent } from "react";
import { useBackendConfigured } from "../../lib/use-site-config.ts";
import { Link } from "../../ui/link.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { AccountLine } from "./account-line.tsx";
import { AddonFacts, AddonPicker } from "./addon-picker.tsx";
import { CheckoutFault } from "./checkout-fault.ts";
import { describeAtCheckout } from "./describe-fault.ts";
import { NotConfigured } from "./not-configured.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { addressOf, itemsOf, type Picks, withPlan, withToggled } from "./picks.ts";
import { PlanPicker } from "./plan-picker.tsx";
import { ProblemBanner } from "./problem-banner.tsx";
import type { Order } from "./request-checkout.ts";
import { useCheckout } from "./use-checkout.ts";
import { usePicks } from "./use-picks.ts";

const ORDER = "order";

/** Choosing a plan and its add-ons, and going to pay for them. */
export function Checkout() {
  const isConfigured = useBackendConfigured();
  const [picks, setPicks] = usePicks();
  return (
    <div className="page-width">
      <header className="checkout-head">
        <PageTitle>
          {picks.preset === null ? "Choose Your Package" : "Add to Your Package"}
        </PageTitle>
        {isConfigured && (
          <p className="measure text-lg text-ink-soft">
            <AccountLine />
          </p>
        )}
      </header>
      {isConfigured ? <OrderForm picks={picks} setPicks={setPicks} /> : <NotConfigured />}
    </div>
  );
}

function OrderForm({ picks, setPicks }: { picks: Picks; setPicks: (picks: Picks) => void }) {
  const { ordering, problem, begin, dismiss } = useCheckout(describeAtCheckout);
  const isBusy = ordering !== null;
  const { plan, addons, preset } = picks;

  function pay(event: FormEvent): void {
    event.preventDefault();
    void begin(ORDER, () => orderOf(picks));
  }

  return (
    <form onSubmit={pay} aria-busy={isBusy} className="checkout-form">
      <div className="checkout-choices">
        <PlanPicker
          chosen={plan}
          disabled={isBusy}
          onChoose={(chosen) => setPicks(withPlan(picks, chosen))}
        />
        {/* Beneath the plans, which so stay where the prerendered page has them. */}
        {preset !== null && (
          <section aria-labelledby="preset" className="checkout-preset">
            <h2 id="preset" className="text-2xl">
              {preset.name}
            </h2>
            <p className="checkout-about">
              <AddonFacts addon={preset} />
            </p>
            <p className="checkout-hint">
              It comes with a plan.{" "}
              <Link href={addressOf({ plan, addons: [], preset: null })} className="text-link">
                See all add-ons instead
              </Link>
            </p>
          </section>
        )}
        {plan !== null && preset === null && (
          <AddonPicker
            chosen={addons}
            disabled={isBusy}
            onToggle={(addon) => setPicks(withToggled(picks, addon))}
          />
        )}
      </div>
      <div className="checkout-side">
        <ProblemBanner problem={problem} onDismiss={dismiss} />
        <OrderSummary picks={picks} isBusy={isBusy} />
      </div>
    </form>
  );
}

/** @throws {CheckoutFault} without a plan */
function orderOf(picks: Picks): Order {
  const items = itemsOf(picks);
  if (items.length === 0) throw new CheckoutFault("no-plan");
  return {
    what: { lineItems: items.map(({ priceId }) => ({ priceId, quantity: 1 })) },
    cancelPath: addressOf(picks),
  };
}
