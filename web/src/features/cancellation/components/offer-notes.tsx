import type { RetentionOfferResponse } from "#contracts/api/cancellation.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import { renewalNotice } from "../renewal-notice.ts";

export function RenewalNote({ offer }: { offer: RetentionOfferResponse }) {
  const { renewal_pence: pence, currency, why_not: whyNot, ends_at: end } = offer;
  if (pence === null || whyNot === "not_active" || end !== null) return null;
  return (
    <p className="measure mt-6 border-l-4 border-sun pl-4 text-ink-soft">
      {`If you cancel now, your subscription ends at once. ${renewalNotice(pence, currency)}`}
      {whyNot === null && " If you take the discount, it comes off the payments after this one."}
    </p>
  );
}

/** @param endsAt seconds since the epoch; null when not set to cancel */
export function EndNote({ endsAt, hasOffer }: { endsAt: number | null; hasOffer: boolean }) {
  if (endsAt === null) return null;
  const day = formatLongDay(isoOf(endsAt));
  return (
    <p className="measure mt-6 border-l-4 border-sun pl-4 text-ink-soft">
      {hasOffer
        ? `Your subscription is set to end on ${day}. Taking the offer undoes that.`
        : `Your subscription is already set to end on ${day}.`}
    </p>
  );
}
