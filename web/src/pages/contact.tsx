import { COMPANY } from "#contracts/company.ts";
import { TRIAL } from "#contracts/content/trial.ts";
import { inText, TERMS } from "#contracts/terms.ts";
import { shownOrPromised } from "../content/claims.ts";
import { SUPPORT } from "../content/support.ts";
import { ContactForm } from "../features/enquiries/components/contact-form.tsx";
import { inWords, spellOutCapitalised } from "../lib/in-words.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { ClaimNote } from "../sections/claim-note.tsx";
import { Band } from "../ui/band.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Figures } from "../ui/figures.tsx";
import { ExternalLink, TextLink } from "../ui/link.tsx";
import { NoScriptNote } from "../ui/no-script-note.tsx";
import { PageHead } from "../ui/page-title.tsx";

export const page: Page = {
  title: "Contact us",
  description: `Ask about a plan, a custom package or your account. A person at ${COMPANY.name} answers within ${inText(TERMS.reply)}.`,
  Body: () => (
    <>
      <PageHead
        title="Tell us what you’re working on."
        lead="A question about a plan, something made to measure, or help with your account: write to us and a real person replies."
      />
      <div className="page-width grid gap-x-10 gap-y-14 pb-(--section) lg:grid-cols-12">
        <div className="lg:col-span-7">
          <NoScriptNote />
          <ContactForm />
          <p className="mt-10 text-sm text-ink-soft">
            See our <TextLink href={paths.privacyPolicy}>Privacy Policy</TextLink> and{" "}
            <TextLink href={paths.termsOfService}>Terms of Service</TextLink>.
          </p>
        </div>
        <aside className="grid content-start gap-x-10 gap-y-12 md:grid-cols-2 lg:col-span-4 lg:grid-cols-1 lg:col-start-9">
          <DirectEmail />
          <TrialInvitation />
        </aside>
      </div>
      <Band tone="tide" className="pt-14 pb-28" labelledBy="trust">
        <h2 id="trust" className="mb-8 text-2xl">
          {COMPANY.name} in figures
        </h2>
        <Figures claims={FIGURES} className="grid-cols-2 lg:grid-cols-4" />
        <ClaimNote about={FIGURES} className="mt-4 text-sm" />
      </Band>
    </>
  ),
};

const TRIAL_OFFER = `${inWords(TRIAL.posts)} custom posts or ${inWords(TRIAL.reels)} edited reel`;

const FIGURES = shownOrPromised("businesses", "rating", "reach", "reply");

function DirectEmail() {
  return (
    <section aria-labelledby="direct-email" className="border-t-2 border-ink pt-5">
      <h2 id="direct-email" className="text-xl">
        Prefer to email us directly?
      </h2>
      <p className="mt-1">
        <a
          href={`mailto:${COMPANY.email}`}
          className="inline-block py-2.5 text-link text-lg font-semibold break-all"
        >
          {COMPANY.email}
        </a>
      </p>
      <p className="mt-3 text-ink-soft">We answer within {inText(TERMS.reply)}.</p>
      <p className="mt-3 text-ink-soft">
        Or call{" "}
        <a href={SUPPORT.phone.href} className="text-link whitespace-nowrap">
          {SUPPORT.phone.label}
        </a>{" "}
        or{" "}
        <ExternalLink href={SUPPORT.whatsApp} className="text-link">
          message us on WhatsApp
        </ExternalLink>
        , {SUPPORT.hours}.
      </p>
    </section>
  );
}

function TrialInvitation() {
  return (
    <section aria-labelledby="trial" className="border-t-2 border-ink pt-5">
      <h2 id="trial" className="text-xl">
        See it on your own feed first
      </h2>
      <p className="mt-3 text-ink-soft">
        {`${spellOutCapitalised(TERMS.trial.days)} days, no card: ${TRIAL_OFFER}, captions included, made for your business.`}
      </p>
      <ButtonLink href={paths.freeTrial} variant="quiet" arrow className="mt-2">
        Start your free trial
      </ButtonLink>
    </section>
  );
}
