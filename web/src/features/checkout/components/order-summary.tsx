import type { CatalogueItem } from "#contracts/catalogue.ts";
import { GUARANTEE_DAYS } from "#contracts/company.ts";
import { CHECKOUT_MESSAGES } from "#contracts/messages/checkout.ts";
import { formatGbp } from "#contracts/money.ts";
import { VAT_NOTE } from "../../../content/promises.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { useSession } from "../../session/session.ts";
import { isDifferentPlan, itemsAfterChange, type CurrentPlan } from "../current-plan.ts";
import {
  itemsOf,
  totalMonthlyPence,
  discountedTotalPence,
  promotionOf,
  type CheckoutSelection,
} from "../selection.ts";
import { PromotionCodeField } from "./promotion-code-field.tsx";

export function OrderSummary({
  selection,
  currentPlan,
  isBusy,
  onCode,
}: {
  selection: CheckoutSelection;
  currentPlan: CurrentPlan | null;
  isBusy: boolean;
  onCode: (code: string | null) => void;
}) {
  return (
    <section aria-labelledby="order" data-tone="tide" className="checkout-slip">
      <h2 id="order" className="text-2xl">
        {currentPlan === null ? "Your order" : "Your package"}
      </h2>
      {currentPlan === null ? (
        <NewOrder selection={selection} isBusy={isBusy} onCode={onCode} />
      ) : (
        <ChangedPackage selection={selection} currentPlan={currentPlan} isBusy={isBusy} />
      )}
    </section>
  );
}

function NewOrder({
  selection,
  isBusy,
  onCode,
}: {
  selection: CheckoutSelection;
  isBusy: boolean;
  onCode: (code: string | null) => void;
}) {
  const session = useSession();
  const items = itemsOf(selection);
  const total = formatGbp(totalMonthlyPence(selection));
  const promotion = promotionOf(selection.code);
  const discounted =
    promotion === null ? null : formatGbp(discountedTotalPence(selection, promotion));
  const price =
    promotion === null
      ? `${total} a month${selection.code === null ? "" : ", less your code"}`
      : `${discounted} a month for ${promotion.months} months, then ${total} a month`;
  const mustSignIn =
    promotion !== null && session.state !== "signed-in" && session.state !== "returning";
  return (
    <>
      <div aria-live="polite">
        {items.length === 0 ? (
          <p className="checkout-nothing">
            {selection.preset === null
              ? "Nothing chosen yet. Choose a plan to see the price."
              : `${selection.preset.name} is added to a plan. Choose yours to see the price of both.`}
          </p>
        ) : (
          <>
            <Lines items={items} />
            {promotion !== null && discounted !== null && (
              <p className="checkout-total checkout-offer tabular">
                <span>{`First ${promotion.months} months, ${promotion.percentOff}% off`}</span>
                <strong className="font-display text-2xl">{discounted}</strong>
              </p>
            )}
            <p className="checkout-total tabular">
              <span>{promotion === null ? "Total per month" : "Then per month"}</span>
              <strong className="font-display text-2xl">{total}</strong>
              <span className="checkout-vat">{VAT_NOTE}</span>
            </p>
          </>
        )}
      </div>
      <PromotionCodeField selection={selection} disabled={isBusy} onCode={onCode} />
      <p className="checkout-terms">
        {`Charged today and then monthly in advance, in pounds. No contract: cancel anytime, and it ends when the month you’ve paid for is up. ${GUARANTEE_DAYS}-day money-back guarantee.`}
      </p>
      <Button
        type="submit"
        disabled={isBusy || items.length === 0 || mustSignIn}
        className="checkout-pay needs-script"
      >
        {labelOf(isBusy, items.length > 0 ? price : null)}
      </Button>
      <noscript>
        <p className="checkout-terms">
          Paying here needs JavaScript. Turn it on, or email us and we’ll send you a link.
        </p>
      </noscript>
      <p className="checkout-small">
        Next you’ll pay on Stripe’s secure page; we never see your card number. Our{" "}
        <Link href={paths.termsOfService}>Terms of Service</Link> and{" "}
        <Link href={paths.privacyPolicy}>Privacy Policy</Link> apply.
      </p>
    </>
  );
}

function ChangedPackage({
  selection,
  currentPlan,
  isBusy,
}: {
  selection: CheckoutSelection;
  currentPlan: CurrentPlan;
  isBusy: boolean;
}) {
  const items = itemsAfterChange(selection, currentPlan);
  const hasChanged = isDifferentPlan(selection, currentPlan);
  return (
    <>
      <div aria-live="polite">
        {/* Without sums: an older price may hold for what stays. */}
        <ul className="checkout-lines">
          {items.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      </div>
      <p className="checkout-terms">
        {hasChanged
          ? "Nothing is charged yet: the next page shows exactly what’s due today and each month after."
          : "This is what you have now. Choose what to change."}
      </p>
      <Button type="submit" disabled={isBusy || !hasChanged} className="checkout-pay needs-script">
        {isBusy ? CHECKOUT_MESSAGES.processing : "See what’s due today"}
      </Button>
    </>
  );
}

function Lines({ items }: { items: readonly CatalogueItem[] }) {
  return (
    <ul className="checkout-lines tabular">
      {items.map((item) => (
        <li key={item.id}>
          <span>{item.name}</span>
          <span>{formatGbp(item.pricePence)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The law wants the last button before paying to name the duty to pay. */
function labelOf(isBusy: boolean, price: string | null): string {
  if (isBusy) return CHECKOUT_MESSAGES.processing;
  return price === null ? "Choose a plan to subscribe" : `Subscribe and pay ${price}`;
}
