import { CHECKOUT_MESSAGES } from "#contracts/messages/checkout.ts";
import { formatGbp } from "#contracts/money.ts";
import { VAT_NOTE } from "../../../content/promises.ts";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { savePendingCheckout } from "../../session/return-to.ts";
import { isDifferentPlan } from "../current-plan.ts";
import {
  type CodeDiscount,
  discountedTime,
  discountedTotalPence,
  type Promotion,
} from "../promotion.ts";
import { checkoutUrl, itemsOf, totalMonthlyPence } from "../selection.ts";
import type { OrderProps } from "./order-summary.tsx";
import { FIRST_PLAN } from "./plan-picker.tsx";

/** The id of the words that say why the button is disabled. */
const MISSING = "missing";

const SUM = "tabular flex flex-wrap items-baseline justify-between gap-x-4";

/** The end of the order, which stays at the foot of the screen until the page comes to it. */
export function PayBar({ selection, promotion, currentPlan, isBusy }: OrderProps) {
  const isSame = currentPlan !== null && !isDifferentPlan(selection, currentPlan);
  return (
    <div data-tone="tide" className="checkout-bar needs-script">
      {currentPlan === null ? (
        <Pay selection={selection} promotion={promotion} isBusy={isBusy} />
      ) : (
        <>
          {isSame && <p id={MISSING}>This is what you have now. Choose what to change.</p>}
          <Button
            type="submit"
            disabled={isBusy || isSame}
            aria-describedby={isSame ? MISSING : undefined}
            className="tabular w-full text-balance"
          >
            {isBusy ? CHECKOUT_MESSAGES.processing : "See what’s due today"}
          </Button>
        </>
      )}
    </div>
  );
}

function Pay({ selection, promotion, isBusy }: Omit<OrderProps, "currentPlan">) {
  const isEmpty = itemsOf(selection).length === 0;
  const total = formatGbp(totalMonthlyPence(selection));
  const discount = promotion.state === "applied" ? promotion.discount : null;
  const reduced = discount === null ? total : formatGbp(discountedTotalPence(selection, discount));
  return (
    <>
      <div aria-live="polite">
        {isEmpty ? (
          <p id={MISSING}>
            <a
              href={`#${FIRST_PLAN}`}
              className="-my-2.5 inline-block py-2.5 underline underline-offset-[0.22em]"
            >
              Choose your plan
            </a>{" "}
            to see the price.
          </p>
        ) : (
          <>
            {discount !== null && (
              <p className={`${SUM} font-semibold`}>
                <span>{labelOfDiscount(discount)}</span>
                <strong className="ml-auto font-display text-2xl">{reduced}</strong>
              </p>
            )}
            <p className={`${SUM} ${discount === null ? "font-semibold" : ""}`}>
              <span>
                {totalLabelOf(discount)}{" "}
                <span className="text-(length:--text-sm) font-normal text-on-tide-soft">
                  {VAT_NOTE}
                </span>
              </span>
              <strong className="ml-auto font-display text-2xl">{total}</strong>
            </p>
          </>
        )}
      </div>
      {promotion.state === "applied" && promotion.mustSignIn && !isEmpty ? (
        <ButtonLink
          href={paths.auth}
          className="tabular w-full text-balance"
          onClick={() => savePendingCheckout(sessionStorageOrNull(), checkoutUrl(selection))}
        >
          Sign in to use your code
        </ButtonLink>
      ) : (
        <Button
          type="submit"
          disabled={isBusy || isEmpty}
          aria-describedby={isEmpty ? MISSING : undefined}
          className="tabular w-full text-balance"
        >
          {labelOf(isBusy, isEmpty ? null : priceOf({ total, reduced, discount, promotion }))}
        </Button>
      )}
    </>
  );
}

function labelOfDiscount(discount: CodeDiscount): string {
  const { percentOff, amountOffPence } = discount;
  const off = percentOff === null ? formatGbp(amountOffPence ?? 0) : `${percentOff}%`;
  return `${discountedTime(discount)}, ${off} off`;
}

function totalLabelOf(discount: CodeDiscount | null): string {
  if (discount === null) return "Total per month";
  return discount.months === null ? "Without the code" : "Then per month";
}

type PriceParts = {
  total: string;
  reduced: string;
  discount: CodeDiscount | null;
  promotion: Promotion;
};

function priceOf({ total, reduced, discount, promotion }: PriceParts): string {
  if (discount === null) {
    const isOpen = promotion.state === "checking" || promotion.state === "unknown";
    return `${total} a month${isOpen ? ", less your code" : ""}`;
  }
  const { months } = discount;
  if (months === null) return `${reduced} a month`;
  const now =
    months === 1 ? `${reduced} for the first month` : `${reduced} a month for ${months} months`;
  return `${now}, then ${total} a month`;
}

/** The law wants the last button before paying to name the duty to pay. */
function labelOf(isBusy: boolean, price: string | null): string {
  if (isBusy) return CHECKOUT_MESSAGES.processing;
  return price === null ? "Choose a plan to subscribe" : `Subscribe and pay ${price}`;
}
