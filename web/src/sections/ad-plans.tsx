import { AD_PLANS, AD_SETUP_FEE_PENCE } from "#contracts/catalogue.ts";
import { formatPrice } from "#contracts/money.ts";
import { withVat } from "../content/promises.ts";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Tick } from "../ui/icons.tsx";

export const AD_PLANS_ID = "ad-plans";

export function AdPlans() {
  return (
    <section aria-labelledby={AD_PLANS_ID} className="page-width section-space">
      <h2 id={AD_PLANS_ID} className="text-3xl">
        Meta Ads Management
      </h2>
      <p className="measure mt-4 text-lg text-ink-soft">
        A monthly fee for our work and one fee to set it up. Ad spend is paid separately, straight
        to Meta. As an add-on to a package it has no set-up fee.
      </p>
      <ul className="mt-10 border-b-2 border-ink">
        {AD_PLANS.map((plan) => (
          <li
            key={plan.id}
            className="grid gap-x-10 gap-y-6 border-t-2 border-ink py-8 md:grid-cols-2"
          >
            <div className="grid content-start gap-x-10 gap-y-4 lg:grid-cols-2">
              <h3 className="text-2xl">{plan.name}</h3>
              <p>
                <span className="block font-display text-3xl font-bold">
                  {formatPrice(plan.pricePence)}
                </span>
                <span className="mt-2 block text-sm text-ink-soft">{withVat("a month")}</span>
                <span className="block text-sm font-semibold">
                  plus {formatPrice(AD_SETUP_FEE_PENCE)} set-up, once
                </span>
              </p>
            </div>
            <div>
              <p className="font-semibold">{plan.adSpend}</p>
              <ul className="mt-3 grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-2">
                {plan.features.map((feature) => (
                  <li key={feature} className="flex gap-2.5">
                    <Tick className="mt-1 size-3.5 shrink-0 text-persimmon-text" />
                    {feature}
                  </li>
                ))}
              </ul>
              <ButtonLink
                href={`${paths.contact}?ads=${plan.name}`}
                variant="secondary"
                className="mt-6"
                aria-label={`Get Started with ${plan.name}`}
              >
                Get Started
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
