import { ADDONS, type CatalogueItem, PLANS } from "#contracts/catalogue.ts";
import { formatPrice } from "#contracts/money.ts";
import { hyphenated, TERMS } from "#contracts/terms.ts";
import { withVat } from "../content/promises.ts";
import { inLine } from "../lib/in-line.ts";
import { inWords, spellOutCapitalised } from "../lib/in-words.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { ConfigurationNotice } from "../sections/configuration-notice.tsx";
import { Guarantee } from "../sections/guarantee.tsx";
import { PlanComparison } from "../sections/plan-comparison.tsx";
import { Plans } from "../sections/plans.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { PageHead } from "../ui/page-title.tsx";
import { Section } from "../ui/section.tsx";

export const page: Page = {
  title: "Plans and prices",
  description: `${spellOutCapitalised(PLANS.length)} monthly plans and ${inWords(ADDONS.length)} add-ons, ${withVat("in pounds")}. No minimum term, cancel anytime, ${hyphenated(TERMS.guarantee)} money-back guarantee.`,
  Body: () => (
    <>
      <PageHead
        title="What it costs, all of it."
        lead={`${spellOutCapitalised(PLANS.length)} plans, charged monthly in advance. Add what you need, leave out what you don’t, and stop when you like.`}
      />
      <ConfigurationNotice />
      <section aria-labelledby="plans" className="page-width pb-(--section)">
        <h2 id="plans" className="sr-only">
          Plans
        </h2>
        <Plans
          canCall
          more={
            <ButtonLink href={`#${ADD_ONS}`} variant="quiet">
              {`Add-ons from ${ADDONS_FROM} a month`}
            </ButtonLink>
          }
        />
      </section>
      <PlanComparison />
      <Section
        id={ADD_ONS}
        tone="deep"
        title="Add-ons"
        lead="Add to any plan; remove at the end of any month."
      >
        <ul className="border-b border-rule">
          {ADDONS.map((addon) => (
            <AddonRow key={addon.id} addon={addon} />
          ))}
        </ul>
      </Section>
      <Guarantee />
    </>
  ),
};

const ADD_ONS = "add-ons";
const ADDONS_FROM = formatPrice(Math.min(...ADDONS.map(({ pricePence }) => pricePence)));

function AddonRow({ addon }: { addon: CatalogueItem }) {
  return (
    <li className="grid items-start gap-x-8 gap-y-4 border-t border-rule py-7 sm:grid-cols-[1fr_auto]">
      <div>
        <h3 className="text-xl">{addon.name}</h3>
        <p className="mt-2 text-ink-soft">{inLine(addon.features)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 sm:flex-col sm:items-end">
        <p className="tabular">
          <strong className="font-display text-2xl">{formatPrice(addon.pricePence)}</strong>
          <span className="ml-2 text-sm text-ink-soft">{withVat("a month")}</span>
        </p>
        <ButtonLink
          href={paths.scheduleDemo}
          variant="quiet"
          arrow
          aria-label={`Book a Call about ${addon.name}`}
        >
          Book a Call
        </ButtonLink>
      </div>
    </li>
  );
}
