import type { CatalogueItem } from "#contracts/catalogue.ts";
import { formatGbp } from "#contracts/money.ts";
import { hyphenated, TERMS } from "#contracts/terms.ts";
import { paths } from "../../../paths.ts";
import { Link } from "../../../ui/link.tsx";
import { type CurrentPlan, isDifferentPlan, itemsAfterChange } from "../current-plan.ts";
import type { Promotion } from "../promotion.ts";
import { type CheckoutSelection, itemsOf } from "../selection.ts";
import { PromotionCodeField } from "./promotion-code-field.tsx";

/** Stripe takes these for every British account. */
const CARDS = ["Visa", "Mastercard", "American Express"] as const;

const LINE = "flex justify-between gap-6 border-b border-tide-rule py-3";

/** What is ordered, beside which plan, and whether the payment page is opening. */
export type OrderProps = {
  selection: CheckoutSelection;
  promotion: Promotion;
  currentPlan: CurrentPlan | null;
  isBusy: boolean;
};

type OrderSummaryProps = OrderProps & { onCode: (code: string | null) => void };

export function OrderSummary({ currentPlan, ...order }: OrderSummaryProps) {
  return (
    <section
      aria-labelledby="order"
      data-tone="tide"
      className="mt-12 bg-tide p-[clamp(1.5rem,1rem+2vw,2.5rem)] pb-5 text-on-tide max-lg:-mx-(--gutter) max-lg:px-(--gutter) lg:mt-0"
    >
      <h2 id="order" className="text-2xl">
        {currentPlan === null ? "Your order" : "Your package"}
      </h2>
      {currentPlan === null ? (
        <NewOrder {...order} />
      ) : (
        <ChangedPackage selection={order.selection} currentPlan={currentPlan} />
      )}
    </section>
  );
}

type NewOrderProps = Omit<OrderSummaryProps, "currentPlan">;

function NewOrder({ selection, promotion, isBusy, onCode }: NewOrderProps) {
  const items = itemsOf(selection);
  return (
    <>
      <div aria-live="polite">
        {items.length === 0 ? (
          <p className="mt-4 text-on-tide-soft">
            {selection.preset === null
              ? "Nothing chosen yet."
              : `${selection.preset.name} is added to a plan.`}
          </p>
        ) : (
          <Lines items={items} />
        )}
      </div>
      <PromotionCodeField
        selection={selection}
        promotion={promotion}
        disabled={isBusy}
        onCode={onCode}
      />
      <p className="mt-5 text-(length:--text-sm) text-on-tide-soft">
        {`Charged today and then monthly in advance, in pounds. No minimum term: cancel anytime, and it ends when the month you’ve paid for is up. ${hyphenated(TERMS.guarantee)} money-back guarantee.`}
      </p>
      <noscript>
        <p className="mt-5 text-(length:--text-sm) text-on-tide-soft">
          Paying here needs JavaScript. Turn it on, or email us and we’ll send you a link.
        </p>
      </noscript>
      <p className="mt-4 text-(length:--text-sm) text-on-tide-soft [&_a]:underline [&_a]:underline-offset-[0.22em]">
        Next you’ll pay on Stripe’s secure page; we never see your card number. Our{" "}
        <Link href={paths.termsOfService}>Terms of Service</Link> and{" "}
        <Link href={paths.privacyPolicy}>Privacy Policy</Link> apply.
      </p>
      <ul
        aria-label="Cards we take"
        className="mt-3 flex flex-wrap gap-2 text-(length:--text-xs) font-semibold"
      >
        {CARDS.map((card) => (
          <li key={card} className="rounded-md border border-on-tide-soft px-2 py-0.5">
            {card}
          </li>
        ))}
      </ul>
    </>
  );
}

type ChangedPackageProps = { selection: CheckoutSelection; currentPlan: CurrentPlan };

function ChangedPackage({ selection, currentPlan }: ChangedPackageProps) {
  return (
    <>
      <div aria-live="polite">
        {/* It names no sums: an older price may hold for what stays. */}
        <ul className="mt-5 border-t border-tide-rule">
          {itemsAfterChange(selection, currentPlan).map(({ id, name }) => (
            <li key={id} className={LINE}>
              {name}
            </li>
          ))}
        </ul>
      </div>
      {isDifferentPlan(selection, currentPlan) && (
        <p className="mt-5 text-(length:--text-sm) text-on-tide-soft">
          Nothing is charged yet: the next page shows exactly what’s due today and each month after.
        </p>
      )}
    </>
  );
}

function Lines({ items }: { items: readonly CatalogueItem[] }) {
  return (
    <ul className="tabular mt-5 border-t border-tide-rule">
      {items.map((item) => (
        <li key={item.id} className={LINE}>
          <span>{item.name}</span>
          <span>{formatGbp(item.pricePence)}</span>
        </li>
      ))}
    </ul>
  );
}
