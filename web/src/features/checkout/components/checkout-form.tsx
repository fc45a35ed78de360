import type { FormEvent } from "react";
import { ADDONS, type CatalogueItem, isIncludedIn } from "#contracts/catalogue.ts";
import { CHECKOUT_MESSAGES } from "#contracts/messages/checkout.ts";
import { CallError } from "../../../lib/call-error.ts";
import { useBackendConfigured } from "../../../lib/use-site-config.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorBanner } from "../../../ui/error-banner.tsx";
import { Link } from "../../../ui/link.tsx";
import { NotConfigured } from "../../../ui/not-configured.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import type { CheckoutOrder } from "../api/request-checkout.ts";
import { CHECKOUT_ERRORS } from "../checkout-errors.ts";
import { type CurrentPlan, selectionBeside } from "../current-plan.ts";
import { useCheckout } from "../hooks/use-checkout.ts";
import { usePromotion } from "../hooks/use-promotion.ts";
import { useSelection } from "../hooks/use-selection.ts";
import { codeToSend, promotionOnOrder } from "../promotion.ts";
import {
  type CheckoutSelection,
  checkoutUrl,
  itemsOf,
  toggleAddon,
  withPlan,
} from "../selection.ts";
import { AccountLine } from "./account-line.tsx";
import { AddonFacts, AddonPicker } from "./addon-picker.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { PayBar } from "./pay-bar.tsx";
import { PlanPicker } from "./plan-picker.tsx";

const ACTION_NAME = "order";

export function Checkout({ currentPlan }: { currentPlan: CurrentPlan | null }) {
  const isConfigured = useBackendConfigured();
  const [saved, setSelection] = useSelection();
  const selection = currentPlan === null ? saved : selectionBeside(saved, currentPlan);
  return (
    <div className="page-width">
      <header className="grid items-end gap-x-10 gap-y-5 pt-[clamp(1.5rem,1rem+2.5vw,3.5rem)] pb-[clamp(1.25rem,1rem+1vw,2rem)] wrap-anywhere lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] xl:grid-cols-[minmax(0,8fr)_minmax(0,4.5fr)]">
        <PageTitle className="text-3xl">{titleOf(selection, currentPlan)}</PageTitle>
        {isConfigured && (
          <p className="measure text-lg text-ink-soft">
            <AccountLine />
          </p>
        )}
      </header>
      {isConfigured ? (
        <OrderForm selection={selection} setSelection={setSelection} currentPlan={currentPlan} />
      ) : (
        <NotConfigured
          message={CHECKOUT_MESSAGES.notConfigured}
          className="mb-[calc(var(--section)+2rem)] max-w-168 border-l-4 border-persimmon bg-paper-deep p-6"
        />
      )}
    </div>
  );
}

function titleOf({ preset }: CheckoutSelection, currentPlan: CurrentPlan | null): string {
  if (preset !== null) return "Add to Your Package";
  return currentPlan === null ? "Choose Your Package" : "Change Your Package";
}

type OrderFormProps = {
  selection: CheckoutSelection;
  setSelection: (selection: CheckoutSelection) => void;
  currentPlan: CurrentPlan | null;
};

function OrderForm({ selection, setSelection, currentPlan }: OrderFormProps) {
  const { pendingId, errorText, isCodeRefused, begin, dismiss } = useCheckout(CHECKOUT_ERRORS);
  const promotion = promotionOnOrder(
    usePromotion(currentPlan === null ? selection.code : null),
    selection,
  );
  const isBusy = pendingId !== null;
  const { plan, addons, preset } = selection;
  const order = { selection, promotion, currentPlan, isBusy };

  function pay(event: FormEvent): void {
    event.preventDefault();
    void begin(ACTION_NAME, () => orderOf(selection, codeToSend(selection, promotion)));
  }

  return (
    <form
      onSubmit={pay}
      aria-busy={isBusy}
      className="lg:grid lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-10 xl:grid-cols-[minmax(0,8fr)_minmax(0,4.5fr)]"
    >
      <div className="grid min-w-0 content-start gap-14">
        <PlanPicker
          chosen={plan}
          disabled={isBusy}
          onChoose={(chosen) => setSelection(withPlan(selection, chosen))}
        />
        {/* It stands below the plans, so that hydration does not move them. */}
        {preset !== null && (
          <section
            aria-labelledby="preset"
            className="border-2 border-persimmon bg-paper-deep p-[clamp(1.25rem,1rem+1vw,2rem)]"
          >
            <h2 id="preset" className="text-2xl">
              {preset.name}
            </h2>
            <p className="mt-3 block max-w-120 text-(length:--text-sm) *:block">
              <AddonFacts addon={preset} />
            </p>
            <p className="mt-4 text-ink-soft">
              {currentPlan === null ? "It’s added to a plan. " : "It’s added to your plan. "}
              <Link
                href={checkoutUrl({ ...selection, addons: [], preset: null })}
                className="text-link"
              >
                See all add-ons instead
              </Link>
            </p>
          </section>
        )}
        {plan !== null && preset === null && (
          <AddonPicker
            current={ADDONS.filter(
              (addon: CatalogueItem) =>
                currentPlan?.addons.includes(addon) === true ||
                isIncludedIn(addon, plan?.priceId ?? null),
            )}
            chosen={addons}
            disabled={isBusy}
            onToggle={(addon) => setSelection(toggleAddon(selection, addon))}
          />
        )}
      </div>
      <div className="min-w-0 max-lg:contents lg:sticky lg:top-6 lg:self-start">
        <ErrorBanner message={errorText} onDismiss={dismiss} />
        {isCodeRefused && (
          <Button
            variant="secondary"
            className="mb-6"
            onClick={() => {
              dismiss();
              setSelection({ ...selection, code: null });
            }}
          >
            Continue without the code
          </Button>
        )}
        <OrderSummary
          {...order}
          onCode={(code) => {
            dismiss();
            setSelection({ ...selection, code });
          }}
        />
        <PayBar {...order} />
      </div>
    </form>
  );
}

/** @throws {CallError} without a plan */
function orderOf(selection: CheckoutSelection, code: string | null): CheckoutOrder {
  const items = itemsOf(selection);
  if (items.length === 0) throw new CallError(0, "no-plan");
  return {
    lineItems: items.map(({ priceId }) => ({ priceId, quantity: 1 })),
    ...(code !== null && { code }),
    cancelPath: checkoutUrl(selection),
  };
}
