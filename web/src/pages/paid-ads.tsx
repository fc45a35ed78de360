import type { Page } from "../lib/page.ts";
import { paths } from "../paths.ts";
import { AdPlans } from "../sections/ad-plans.tsx";
import { CampaignResults } from "../sections/campaign-results.tsx";
import { CampaignTypes } from "../sections/campaign-types.tsx";
import { ClosingBand } from "../sections/closing-band.tsx";
import { NightclubStory } from "../sections/nightclub-story.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { PageHead } from "../ui/page-title.tsx";

export const page: Page = {
  title: "Paid advertising on Facebook and Instagram | Tidepost",
  description:
    "Meta ads planned, made and measured for small businesses: campaign results, what each plan costs, and what the set-up fee covers.",
  Body: PaidAds,
};

function PaidAds() {
  return (
    <>
      <PageHead
        title="Pay for the crowd you want, not the one you get."
        lead="Facebook and Instagram campaigns that are planned, made and measured by one crew. You see what every pound did."
      />
      <CampaignResults />
      <CampaignTypes />
      <NightclubStory />
      <AdPlans />
      <ClosingBand title="Put a small budget to a big test.">
        <ButtonLink href={paths.checkout} arrow>
          Start Today
        </ButtonLink>
        <ButtonLink href={paths.contact} variant="secondary">
          Get Started
        </ButtonLink>
      </ClosingBand>
    </>
  );
}
