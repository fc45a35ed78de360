import type { RetentionOfferResponse } from "#contracts/api/cancellation.ts";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { planOf } from "#contracts/billing/plans.ts";
import { hyphenated, TERMS } from "#contracts/terms.ts";
import { Tick } from "../../../ui/icons.tsx";
import { offerSums } from "../offer-sums.ts";

export function OfferTerms({ offer }: { offer: RetentionOfferResponse }) {
  const { percentOff, months } = RETENTION_OFFER;
  const { price, regular, saving } = offerSums(offer.payments);
  return (
    <section
      aria-labelledby="offer"
      data-tone="tide"
      className="retention-main bg-tide p-6 text-on-tide sm:p-10"
    >
      <h2 id="offer" className="text-2xl">
        {`${percentOff}% off your next ${months} months`}
      </h2>
      <dl className="retention-prices">
        <div>
          <dt>Regular price</dt>
          <dd>
            <s>{regular}</s> a month
          </dd>
        </div>
        <div>
          <dt>Your price</dt>
          <dd>
            <strong>{price}</strong> a month
          </dd>
        </div>
        <div>
          <dt>{`You save over ${months} months`}</dt>
          <dd>{saving}</dd>
        </div>
      </dl>
      {offer.payments[0]?.regular_pence !== planOf(offer.price_id)?.pricePence && (
        <p className="mt-4 text-on-tide-soft">
          These figures include your add-ons, any change you’ve booked and your other discounts, as
          they are today.
        </p>
      )}
      <ul className="retention-losses">
        <li>
          <Tick />A free {hyphenated(TERMS.strategyCall)} strategy call with an account manager
        </li>
        <li>
          <Tick />
          No contract: you can still cancel at any time
        </li>
      </ul>
    </section>
  );
}
