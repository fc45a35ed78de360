import { CHECKOUT_MESSAGES } from "#contracts/checkout-messages.ts";
import { formatGbp } from "#contracts/money.ts";
import { VAT_NOTE } from "../../content/pricing.ts";
import { MONEY_BACK_DAYS } from "../../content/promises.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { itemsOf, monthlyPence, type Picks } from "./picks.ts";

/** The order as it will be paid for, and the button that pays. */
export function OrderSummary({ picks, isBusy }: { picks: Picks; isBusy: boolean }) {
  const items = itemsOf(picks);
  const total = formatGbp(monthlyPence(picks));
  return (
    <section aria-labelledby="order" data-tone="tide" className="checkout-slip">
      <h2 id="order" className="text-2xl">
        Your order
      </h2>
      <div aria-live="polite">
        {items.length === 0 ? (
          <p className="checkout-nothing">
            {picks.preset === null
              ? "Nothing chosen yet. Choose a plan, and what it costs stands here."
              : `${picks.preset.name} joins a plan. Choose yours, and what both cost stands here.`}
          </p>
        ) : (
          <>
            <ul className="checkout-lines tabular">
              {items.map((item) => (
                <li key={item.id}>
                  <span>{item.name}</span>
                  <span>{formatGbp(item.pricePence)}</span>
                </li>
              ))}
            </ul>
            <p className="checkout-total tabular">
              <span>Total per month</span>
              <strong className="font-display text-2xl">{total}</strong>
              <span className="checkout-vat">{VAT_NOTE}</span>
            </p>
          </>
        )}
      </div>
      <p className="checkout-terms">
        {`Charged today and then monthly in advance, in pounds. No contract: cancel anytime, and it ends with the month that you have paid for. ${MONEY_BACK_DAYS}-day money-back guarantee.`}
      </p>
      <Button
        type="submit"
        disabled={isBusy || items.length === 0}
        className="checkout-pay needs-script"
      >
        {labelOf(isBusy, items.length > 0 ? total : null)}
      </Button>
      <noscript>
        <p className="checkout-terms">
          Paying here needs JavaScript. Switch it on, or write to us and we send you a link.
        </p>
      </noscript>
      <p className="checkout-small">
        The next page is that of Stripe, our payment provider: it takes your card, and we never see
        its number. Our <Link href={paths.termsOfService}>Terms of Service</Link> and{" "}
        <Link href={paths.privacyPolicy}>Privacy Policy</Link> apply.
      </p>
    </section>
  );
}

/** Names the duty and the sum, as the last button before paying has to. */
function labelOf(isBusy: boolean, total: string | null): string {
  if (isBusy) return CHECKOUT_MESSAGES.processing;
  return total === null ? "Choose a plan to subscribe" : `Subscribe and pay ${total} a month`;
}
