import { ADDONS } from "#contracts/catalogue.ts";
import { formatGbp } from "#contracts/money.ts";
import { NEXT_STEPS } from "../content/next-steps.ts";
import { withVat } from "../content/promises.ts";
import { DemoBanner } from "../features/demo/components/demo-banner.tsx";
import { inLine } from "../lib/in-line.ts";
import { spellOutCapitalised } from "../lib/in-words.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { WhatNext } from "../sections/what-next.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Section } from "../ui/section.tsx";

export const page: Page = {
  title: "Thank you",
  description:
    "What a new customer reads after subscribing: what happens next and what can be added.",
  noindex: true,
  Body: () => (
    <>
      <DemoBanner>You read this after subscribing. Nothing is ordered or due.</DemoBanner>
      <WhatNext
        title="Thank you. The tide is turning."
        lead="Your first month has begun. Two answers from you, and we start."
        picture="filming-phone"
        steps={NEXT_STEPS}
        meanwhile="Everything in one place"
      >
        <p className="text-ink-soft">
          Your plan, your orders and the date of your next report are on your dashboard.
        </p>
        <ButtonLink href={paths.dashboardDemo} arrow>
          See the dashboard
        </ButtonLink>
        <ButtonLink href={paths.contact} variant="quiet">
          Ask us something
        </ButtonLink>
      </WhatNext>
      <Section
        id="add-ons"
        tone="deep"
        title="While you’re here"
        lead={`${spellOutCapitalised(ADDONS.length)} things you can add to any plan and remove at the end of any month.`}
      >
        <ul className="grid gap-x-10 sm:grid-cols-2">
          {ADDONS.map((addon) => (
            <li key={addon.id} className="flex flex-col border-t-2 border-ink pt-4 pb-10">
              <h3 className="text-xl">{addon.name}</h3>
              <p className="mt-2 text-ink-soft">{inLine(addon.features)}</p>
              <p className="tabular mt-auto pt-5">
                <strong className="font-display text-2xl">{formatGbp(addon.pricePence)}</strong>
                <span className="ml-2 text-sm text-ink-soft">{withVat("a month")}</span>
              </p>
              <ButtonLink
                href={`${paths.checkout}?addon=${addon.id}`}
                variant="quiet"
                arrow
                className="self-start"
                aria-label={`Add to a package: ${addon.name}`}
              >
                Add to a package
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Section>
    </>
  ),
};
