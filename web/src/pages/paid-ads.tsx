import { AD_PLANS, AD_SETUP_FEE_PENCE } from "#contracts/catalogue.ts";
import { formatPrice } from "#contracts/money.ts";
import { ScenicPicture } from "../art/picture.tsx";
import { withVat } from "../content/promises.ts";
import { ADS_FROM } from "../content/service-offers.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { CampaignResults } from "../sections/campaign-results.tsx";
import { CampaignTypes } from "../sections/campaign-types.tsx";
import { ClosingBand } from "../sections/closing-band.tsx";
import { NightclubStory } from "../sections/nightclub-story.tsx";
import { Band } from "../ui/band.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Ticked } from "../ui/icons.tsx";
import { PageTitle } from "../ui/page-title.tsx";

export const page: Page = {
  title: "Paid advertising on Facebook and Instagram",
  description:
    "Meta ads planned, made and measured for small businesses: what each plan costs, and the one-off set-up fee.",
  Body: () => (
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
          picture="lit-windows"
          sizes="(width < 48rem) 92vw, 30vw"
          hero
          className="aspect-4/3 w-full md:col-span-4 md:aspect-4/5"
        />
      </header>
      <CampaignResults />
      <CampaignTypes isDrawn />
      <NightclubStory isShort />
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
  ),
};

const AD_PLANS_ID = "ad-plans";

function AdPlans() {
  return (
    <Band tone="tide" labelledBy={AD_PLANS_ID}>
      <h2 id={AD_PLANS_ID} className="text-3xl">
        Meta Ads Management
      </h2>
      <p className="measure mt-4 text-lg text-ink-soft">
        A monthly fee for our work and one fee to set it up. Ad spend is paid separately, straight
        to Meta. As an add-on to a package it has no set-up fee.
      </p>
      <ul className="mt-10 grid gap-x-10 gap-y-12 md:grid-cols-3">
        {AD_PLANS.map((plan) => (
          <li key={plan.id} className="flex flex-col border-t-2 border-persimmon pt-5">
            <h3 className="text-2xl">{plan.name}</h3>
            <p className="mt-4">
              <span className="font-display text-4xl font-bold">
                {formatPrice(plan.pricePence)}
              </span>{" "}
              <span className="inline-block text-sm text-ink-soft">{withVat("a month")}</span>
              <span className="block text-sm font-semibold">
                plus {formatPrice(AD_SETUP_FEE_PENCE)} set-up, once
              </span>
            </p>
            <p className="mt-5 font-semibold">{plan.adSpend}</p>
            <ul className="mt-3 mb-6 grid gap-2">
              {plan.features.map((feature) => (
                <Ticked key={feature} className="gap-2.5" size="mt-1 size-3.5">
                  {feature}
                </Ticked>
              ))}
            </ul>
            <ButtonLink
              href={`${paths.contact}?ads=${plan.name}`}
              variant="secondary"
              className="mt-auto self-start"
              aria-label={`Get Started with ${plan.name}`}
            >
              Get Started
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Band>
  );
}
