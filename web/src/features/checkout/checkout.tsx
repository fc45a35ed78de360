import type { FormEvent } from "react";
import { useBackendConfigured } from "../../lib/use-site-config.ts";
import { Button } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { ProblemBanner } from "../../ui/problem-banner.tsx";
import { AccountLine } from "./account-line.tsx";
import { AddonFacts, AddonPicker } from "./addon-picker.tsx";
import { CheckoutFault } from "./checkout-fault.ts";
import { describeAtCheckout } from "./describe-fault.ts";
import { NotConfigured } from "./not-configured.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { addressOf, itemsOf, offerOf, type Picks, withPlan, withToggled } from "./picks.ts";
import { PlanPicker } from "./plan-picker.tsx";
import type { Order } from "./request-checkout.ts";
import { picksBeside, type Subscriber } from "./subscriber.ts";
import { useCheckout } from "./use-checkout.ts";
import { usePicks } from "./use-picks.ts";

const ORDER = "order";

/**
 * Choosing a plan and its add-ons, and going to pay for them.
 *
 * @param subscriber what whoever is here has already; null for whoever has nothing, or while nobody knows
 */
export function Checkout({ subscriber }: { subscriber: Subscriber | null }) {
  const isConfigured = useBackendConfigured();
  const [chosen, setPicks] = usePicks();
  const picks = subscriber === null ? chosen : picksBeside(chosen, subscriber);
  return (
    <div className="page-width">
      <header className="checkout-head">
        <PageTitle>{titleOf(picks, subscriber)}</PageTitle>
        {isConfigured && (
          <p className="measure text-lg text-ink-soft">
            <AccountLine />
          </p>
        )}
      </header>
      {isConfigured ? (
        <OrderForm picks={picks} setPicks={setPicks} subscriber={subscriber} />
      ) : (
        <NotConfigured />
      )}
    </div>
  );
}

function titleOf({ preset }: Picks, subscriber: Subscriber | null): string {
  if (preset !== null) return "Add to Your Package";
  return subscriber === null ? "Choose Your Package" : "Change Your Package";
}

function OrderForm({
  picks,
  setPicks,
  subscriber,
}: {
  picks: Picks;
  setPicks: (picks: Picks) => void;
  subscriber: Subscriber | null;
}) {
  const { ordering, problem, isCodeRefused, begin, dismiss } = useCheckout(describeAtCheckout);
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
              {subscriber === null ? "It comes with a plan. " : "It joins your plan. "}
              <Link href={addressOf({ ...picks, addons: [], preset: null })} className="text-link">
                See all add-ons instead
              </Link>
            </p>
          </section>
        )}
        {plan !== null && preset === null && (
          <AddonPicker
            had={subscriber?.addons ?? []}
            chosen={addons}
            disabled={isBusy}
            onToggle={(addon) => setPicks(withToggled(picks, addon))}
          />
        )}
      </div>
      <div className="checkout-side">
        <ProblemBanner problem={problem} onDismiss={dismiss} />
        {problem !== null && isCodeRefused && (
          <Button
            variant="secondary"
            className="mb-6"
            onClick={() => {
              dismiss();
              setPicks({ ...picks, code: null });
            }}
          >
            Go on without the code
          </Button>
        )}
        <OrderSummary
          picks={picks}
          subscriber={subscriber}
          isBusy={isBusy}
          onCode={(code) => {
            dismiss();
            setPicks({ ...picks, code });
          }}
        />
      </div>
    </form>
  );
}

/** @throws {CheckoutFault} without a plan */
function orderOf(picks: Picks): Order {
  const items = itemsOf(picks);
  if (items.length === 0) throw new CheckoutFault("no-plan");
  return {
    what: {
      lineItems: items.map(({ priceId }) => ({ priceId, quantity: 1 })),
      ...(offerOf(picks.code) !== null && picks.code !== null && { code: picks.code }),
    },
    cancelPath: addressOf(picks),
  };
}
