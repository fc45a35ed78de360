import { COMPANY, PEOPLE } from "#contracts/company.ts";
import { hyphenated, inText, TERMS } from "#contracts/terms.ts";
import { NEXT_STEPS } from "../content/next-steps.ts";
import { PackageList } from "../features/checkout/components/package-list.tsx";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { ClosingBand } from "../sections/closing-band.tsx";
import { ConfigurationNotice } from "../sections/configuration-notice.tsx";
import { ReportSample } from "../sections/report-sample.tsx";
import { Testimonials } from "../sections/testimonials.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { PageHead } from "../ui/page-title.tsx";
import { Section } from "../ui/section.tsx";
import { Steps } from "../ui/steps.tsx";

export const page: Page = {
  ...appStylesheet,
  // The site's own button leads away from what was talked about.
  Bar: () => null,
  title: "Your packages after our call",
  description: "The packages we talked about, and what happens next.",
  noindex: true,
  Body: PostCall,
};

function PostCall() {
  const { director } = PEOPLE;
  return (
    <>
      <PageHead
        title="Good to talk."
        lead={
          <>
            Thank you for your time. Choose what fits, and we’ll be in touch within{" "}
            {inText(TERMS.reply)}.
            <span className="mt-3 block font-semibold text-ink">
              {director === null
                ? `The founder, ${COMPANY.name}`
                : `${director.name}, ${director.role}`}
            </span>
          </>
        }
      />
      <ConfigurationNotice />
      <section aria-labelledby="packages" className="page-width pb-(--section)">
        <h2 id="packages" className="sr-only">
          Packages
        </h2>
        <PackageList />
        <p className="mt-10 text-ink-soft">
          None of them quite right?{" "}
          <ButtonLink href={paths.contact} variant="quiet" arrow>
            Ask for a bespoke package
          </ButtonLink>
        </p>
      </section>
      <Section id="next" tone="deep" title="After you subscribe">
        <Steps steps={NEXT_STEPS} />
      </Section>
      <ReportSample />
      <Testimonials />
      <ClosingBand
        title={
          <>
            {hyphenated(TERMS.guarantee)} <span className="whitespace-nowrap">money-back</span>{" "}
            promise
          </>
        }
      >
        <ButtonLink href={`${paths.postCall}#packages`}>Choose a package</ButtonLink>
        <ButtonLink href={`${paths.termsOfService}#guarantee`} variant="secondary">
          Read the terms
        </ButtonLink>
      </ClosingBand>
    </>
  );
}
