import { includedServices } from "#contracts/billing/included-services.ts";
import { nextPlanDown } from "#contracts/billing/plans.ts";
import { type Plan, PLANS } from "#contracts/catalogue.ts";
import { CHECKOUT_MESSAGES } from "#contracts/messages/checkout.ts";
import { formatPrice } from "#contracts/money.ts";
import { withVat } from "../../../content/promises.ts";
import { CallError } from "../../../lib/call-error.ts";
import { usePaymentConfigured } from "../../../lib/use-site-config.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorBanner } from "../../../ui/error-banner.tsx";
import { Tick } from "../../../ui/icons.tsx";
import type { CheckoutOrder } from "../api/request-checkout.ts";
import { PACKAGES_ERRORS } from "../checkout-errors.ts";
import { useCheckout } from "../hooks/use-checkout.ts";

const SUITS: Readonly<Record<(typeof PLANS)[number]["id"], string>> = {
  starter: "A steady, good-looking presence for one place or one person.",
  plus: "More to show each week, for a business that wants to be found and talked about.",
  premium: "Everything taken off your hands, with the figures to prove it.",
};

export function PackageList() {
  const isConfigured = usePaymentConfigured();
  const { pendingId, errorText, begin, dismiss } = useCheckout(PACKAGES_ERRORS);
  return (
    <>
      <ErrorBanner message={errorText} onDismiss={dismiss} />
      <ul>
        {PLANS.map((item) => (
          <PackageRow
            key={item.id}
            item={item}
            below={nextPlanDown(item)}
            description={SUITS[item.id]}
            disabled={!isConfigured || pendingId !== null}
            isOrdering={pendingId === item.id}
            onSelect={() => void begin(item.id, () => orderOf(item.id))}
          />
        ))}
      </ul>
    </>
  );
}

type PackageRowProps = {
  item: Plan;
  below: Plan | null;
  description: string;
  disabled: boolean;
  isOrdering: boolean;
  onSelect: () => void;
};

function PackageRow({ item, below, description, disabled, isOrdering, onSelect }: PackageRowProps) {
  const isPopular = item.popular === true;
  const [posts, ...features] = includedServices(item);
  const held = below === null ? [] : includedServices(below);
  const label = isOrdering ? CHECKOUT_MESSAGES.processing : "Select & Checkout";
  return (
    <li
      data-tone={isPopular ? "tide" : "paper"}
      className={`grid items-start gap-x-10 gap-y-7 border-t-2 py-[clamp(1.5rem,1rem+2vw,3rem)] lg:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_max-content] ${isPopular ? "-mx-(--gutter) border-tide bg-tide px-(--gutter) text-on-tide" : "border-ink [[data-tone=tide]+&]:border-t-0"}`}
    >
      <div>
        <h3 className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5 font-display font-bold text-2xl">
          {item.name}
          {isPopular && (
            <span className="bg-persimmon px-2 py-0.5 font-text text-xs font-semibold tracking-[0] text-on-persimmon forced-colors:border">
              Recommended
            </span>
          )}
        </h3>
        <p className="mt-4 text-ink-soft">{description}</p>
        <p className="tabular mt-5 text-(length:--text-sm) text-ink-soft">
          <strong
            className={`mr-2 font-display text-3xl ${isPopular ? "text-on-tide" : "text-ink"}`}
          >
            {formatPrice(item.pricePence)}
          </strong>
          <span>{withVat(" a month")}</span>
        </p>
      </div>
      <div className="lg:contents">
        <div>
          <p className="text-xl font-semibold">{posts}</p>
          <svg
            viewBox="0 0 30 2"
            className="mt-3 mb-5 w-full stroke-rule stroke-2 [stroke-dasharray:0.7_0.3]"
            aria-hidden="true"
          >
            <path d="M0 1h30" />
            <path d={`M0 1h${item.postsPerMonth}`} className="stroke-persimmon" />
          </svg>
          <ul className="grid gap-x-8 gap-y-2.5 md:max-lg:grid-cols-[1fr_1fr] min-[80rem]:grid-cols-[1fr_1fr]">
            {features.map((feature) => (
              <li
                key={feature}
                data-held-below={held.includes(feature) || undefined}
                /* What is new in a package stands out. */
                className="flex gap-3 data-held-below:text-ink-soft"
              >
                <Tick className="mt-1.5 size-4 shrink-0 text-persimmon-text" />
                {feature}
              </li>
            ))}
          </ul>
        </div>
        <div className="checkout-select needs-script max-[20rem]:block">
          {/* Repeated on phones, where the heading scrolls away before the button. */}
          <p aria-hidden="true" className="tabular">
            {`${item.name} `}
            <strong>{formatPrice(item.pricePence)}</strong>
          </p>
          <Button
            variant={isPopular ? "primary" : "secondary"}
            disabled={disabled}
            onClick={onSelect}
            className="max-[20rem]:whitespace-normal"
            aria-label={`${label}: ${item.name}`}
          >
            {label}
          </Button>
        </div>
      </div>
    </li>
  );
}

/** @throws {CallError} for a package that is not offered */
function orderOf(id: string): CheckoutOrder {
  const chosen = PLANS.find((item) => item.id === id);
  if (chosen === undefined) throw new CallError(0, "no-package");
  return { priceId: chosen.priceId, cancelPath: paths.checkoutCancel };
}
