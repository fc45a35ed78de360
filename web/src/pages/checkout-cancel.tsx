import { CHEAPEST_PLAN } from "#contracts/billing/plans.ts";
import { TRIAL } from "#contracts/content/trial.ts";
import { formatPrice } from "#contracts/money.ts";
import { inText, TERMS } from "#contracts/terms.ts";
import type { Step } from "../content/step.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { WhatNext } from "../sections/what-next.tsx";
import { checkoutShell } from "../shell/checkout-shell.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { TextLink } from "../ui/link.tsx";

export const page: Page = {
  ...checkoutShell,
  title: "Checkout cancelled",
  description: "Nothing was charged. Go back to the checkout, or talk to us first.",
  noindex: true,
  Body: () => (
    <WhatNext
      title="Checkout cancelled."
      lead="Nothing was charged and nothing was ordered."
      picture="lit-windows"
      hasActsFirst
      heading="If something put you off"
      steps={DOUBTS}
      meanwhile="Where to now?"
    >
      <ButtonLink href={paths.checkout} arrow>
        Return to Checkout
      </ButtonLink>
      <ButtonLink href={paths.scheduleDemo} variant="secondary">
        Schedule a Strategy Call
      </ButtonLink>
      <div className="flex flex-wrap gap-x-6">
        <ButtonLink href={paths.contact} variant="quiet">
          Contact Support
        </ButtonLink>
        <ButtonLink href={paths.home} variant="quiet">
          Back to Homepage
        </ButtonLink>
      </div>
    </WhatNext>
  ),
};

const DOUBTS: readonly Step[] = [
  {
    when: "Price",
    title: "Start with less",
    text: `The ${CHEAPEST_PLAN.name} is ${formatPrice(CHEAPEST_PLAN.pricePence)} a month, with no minimum term.`,
  },
  {
    when: "Doubt",
    title: "Try it first",
    text: (
      <>
        {`${TRIAL.posts} custom posts or ${TRIAL.reels} edited reel, for ${inText(TERMS.trial)} and without a card: `}
        <TextLink href={paths.freeTrial}>start your free trial</TextLink>.
      </>
    ),
  },
];
