import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { counted } from "#contracts/counted.ts";
import { RetentionOfferPage } from "../features/cancellation/components/retention-offer-page.tsx";
import { signedInPage } from "../shell/signed-in-page.tsx";

export const page = signedInPage({
  title: "An offer before you go",
  description: `${RETENTION_OFFER.percentOff}% off your next ${counted(RETENTION_OFFER.months, "month")} and a free strategy call, or the way out.`,
  For: RetentionOfferPage,
});
