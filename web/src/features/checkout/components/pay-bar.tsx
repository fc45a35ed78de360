import { CHECKOUT_MESSAGES } from "#contracts/messages/checkout.ts";
import { formatGbp } from "#contracts/money.ts";
import { VAT_NOTE } from "../../../content/promises.ts";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { savePendingCheckout } from "../../session/return-to.ts";
import { useSession } from "../../session/session.ts";
import { type CurrentPlan, isDifferentPlan } from "../current-plan.ts";
import {
  type CheckoutSelection,
  checkoutUrl,
  discountedTotalPence,
  itemsOf,
  promotionOf,
  totalMonthlyPence,
} from "../selection.ts";

/** The end of the order, which stays at the foot of the screen until the page comes to it. */
export function PayBar({
  selection,
  currentPlan,
  isBusy,
}: {
  selection: CheckoutSelection;
  currentPlan: CurrentPlan | null;
  isBusy: boolean;
}) {
  return (
    <div data-tone="tide" className="checkout-bar needs-script">
      {currentPlan === null ? (
        <Pay selection={selection} isBusy={isBusy} />
      ) : (
        <Button
          type="submit"
          disabled={isBusy || !isDifferentPlan(selection, currentPlan)}
          className="checkout-pay"
        >
          {isBusy ? CHECKOUT_MESSAGES.processing : "See what’s due today"}
        </Button>
      )}
    </div>
  );
}

function Pay({ selection, isBusy }: { selection: CheckoutSelection; isBusy: boolean }) {
  const session = useSession();
  const isEmpty = itemsOf(selection).length === 0;
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
        {!isEmpty && (
          <>
            {promotion !== null && (
              <p className="checkout-total checkout-offer tabular">
                <span>{`First ${promotion.months} months, ${promotion.percentOff}% off`}</span>
                <strong className="font-display text-2xl">{discounted}</strong>
              </p>
            )}
            <p className="checkout-total tabular">
              <span>
                {promotion === null ? "Total per month" : "Then per month"}{" "}
                <span className="checkout-vat">{VAT_NOTE}</span>
              </span>
              <strong className="font-display text-2xl">{total}</strong>
            </p>
          </>
        )}
      </div>
      {mustSignIn && !isEmpty ? (
        <ButtonLink
          href={paths.auth}
          className="checkout-pay"
          onClick={() => savePendingCheckout(sessionStorageOrNull(), checkoutUrl(selection))}
        >
          Sign in to use your code
        </ButtonLink>
      ) : (
        <Button type="submit" disabled={isBusy || isEmpty} className="checkout-pay">
          {labelOf(isBusy, isEmpty ? null : price)}
        </Button>
      )}
    </>
  );
}

/** The law wants the last button before paying to name the duty to pay. */
function labelOf(isBusy: boolean, price: string | null): string {
  if (isBusy) return CHECKOUT_MESSAGES.processing;
  return price === null ? "Choose a plan to subscribe" : `Subscribe and pay ${price}`;
}
