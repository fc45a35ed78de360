import type { RetentionOfferResponse } from "#contracts/api/cancellation.ts";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { planOf } from "#contracts/billing/plans.ts";
import { hyphenated, TERMS } from "#contracts/terms.ts";
import { Ticked } from "../../../ui/icons.tsx";
import { offerSums } from "../offer-sums.ts";

const ROW =
  "flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 border-t border-tide-rule py-3.5";

export function OfferTerms({ offer }: { offer: RetentionOfferResponse }) {
  const { percentOff, months } = RETENTION_OFFER;
  const { price, regular, saving } = offerSums(offer.payments);
  return (
    <section
      aria-labelledby="offer"
      data-tone="tide"
      className="min-w-0 bg-tide p-6 text-on-tide sm:p-10"
    >
      <h2 id="offer" className="text-2xl">
        {`${percentOff}% off your next ${months} months`}
      </h2>
      <dl className="tabular my-6 border-b border-tide-rule">
        <div className={ROW}>
          <dt className="text-on-tide-soft">Regular price</dt>
          <dd className="font-semibold">
            <s>{regular}</s> a month
          </dd>
        </div>
        <div className={ROW}>
          <dt className="text-on-tide-soft">Your price</dt>
          <dd className="font-semibold">
            <strong className="font-display text-(length:--text-3xl) leading-none">{price}</strong>{" "}
            a month
          </dd>
        </div>
        <div className={ROW}>
          <dt className="text-on-tide-soft">{`You save over ${months} months`}</dt>
          <dd className="font-semibold">{saving}</dd>
        </div>
      </dl>
      {offer.payments[0]?.regular_pence !== planOf(offer.price_id)?.pricePence && (
        <p className="mt-4 text-on-tide-soft">
          These figures include your add-ons, any change you’ve booked and your other discounts, as
          they are today.
        </p>
      )}
      <ul className="mt-5 grid gap-x-8 gap-y-3 md:grid-cols-[1fr_1fr]">
        <Ticked>{`A free ${hyphenated(TERMS.strategyCall)} strategy call with an account manager`}</Ticked>
        <Ticked>No minimum term: you can still cancel at any time</Ticked>
      </ul>
    </section>
  );
}
