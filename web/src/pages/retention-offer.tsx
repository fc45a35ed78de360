import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { counted } from "#contracts/counted.ts";
import { Guarded } from "../features/account/components/guarded.tsx";
import { RetentionOfferPage } from "../features/cancellation/components/retention-offer-page.tsx";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import type { Page } from "../page.ts";
import { AccountBar } from "../shell/account-bar.tsx";

export const page: Page = {
  ...appStylesheet,
  noindex: true,
  title: "An offer before you go",
  description: `${RETENTION_OFFER.percentOff}% off your next ${counted(RETENTION_OFFER.months, "month")} and a free strategy call, or the way out.`,
  Bar: AccountBar,
  Body: RetentionOffer,
};

function RetentionOffer() {
  return (
    <Guarded title="An offer before you go">{(user) => <RetentionOfferPage user={user} />}</Guarded>
  );
}
