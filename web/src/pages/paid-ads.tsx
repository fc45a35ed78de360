import { ADS_FROM } from "../content/service-offers.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { AD_PLANS_ID, AdPlans } from "../sections/ad-plans.tsx";
import { CampaignResults } from "../sections/campaign-results.tsx";
import { CampaignTypes } from "../sections/campaign-types.tsx";
import { ClosingBand } from "../sections/closing-band.tsx";
import { NightclubStory } from "../sections/nightclub-story.tsx";
import { ScenicPicture } from "../sections/scenic-picture.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { PageTitle } from "../ui/page-title.tsx";

export const page: Page = {
  title: "Paid advertising on Facebook and Instagram",
  description:
    "Meta ads planned, made and measured for small businesses: what each plan costs, and the one-off set-up fee.",
  Body: PaidAds,
};

function PaidAds() {
  return (
    <>
      <header className="page-width grid items-center gap-x-10 gap-y-8 py-(--section) md:grid-cols-12">
        <div className="md:col-span-8">
          <PageTitle>Pay for the crowd you want, not the one you get.</PageTitle>
          <p className="measure mt-6 text-lg text-ink-soft">
            {`Facebook and Instagram campaigns that are planned, made and measured by one crew. You see what every pound did. ${ADS_FROM}. What you spend on ads is yours to set, and goes to Meta.`}
          </p>
          <ButtonLink href={`#${AD_PLANS_ID}`} className="mt-6">
            See the ad plans
          </ButtonLink>
        </div>
        <ScenicPicture
          picture="card-reader"
          scene="growth"
          sizes="(width < 48rem) 92vw, 30vw"
          hero
          className="aspect-4/3 w-full md:col-span-4 md:aspect-4/5"
        />
      </header>
      <CampaignResults />
      <CampaignTypes />
      <NightclubStory />
      <AdPlans />
      <ClosingBand title="Put a small budget to the test.">
        <ButtonLink href={paths.checkout} arrow>
          Start Today
        </ButtonLink>
        <ButtonLink href={paths.contact} variant="secondary">
          Ask us first
        </ButtonLink>
      </ClosingBand>
    </>
  );
}
