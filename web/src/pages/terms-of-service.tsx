import { COMPANY, COUNTRY_NAMES_SOLD_TO, registrationOf } from "#contracts/company.ts";
import { TRIAL } from "#contracts/content/trial.ts";
import { hyphenated, inText, REFUND_TIME, TERMS, TERMS_DATED } from "#contracts/terms.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { Clause, LegalPage } from "../ui/legal-page.tsx";
import { EmailLink, TextLink } from "../ui/link.tsx";

export const page: Page = {
  title: "Terms of Service",
  description: `The agreement between you and ${COMPANY.name}: what you get, what it costs, how to cancel and how refunds work.`,
  Body: () => (
    <LegalPage
      title="Terms of Service"
      lead="What you can expect from us, and what we ask of you."
      updated={TERMS_DATED}
      summary={[
        "You pay monthly in advance and can cancel whenever you like. You keep everything until the end of the month you’ve paid for.",
        `Ask within ${inText(TERMS.guarantee)} of your first payment and you get all of it back.`,
        "No post goes live until you, or someone you’ve named, has approved it.",
        "What we make for you is yours once its month is paid for.",
      ]}
    >
      <Clause id="agreement" title="This agreement">
        <p>
          These terms are the agreement between you and {COMPANY.legalName}, trading as{" "}
          {COMPANY.name}. {registrationOf(COMPANY)} These terms apply when you subscribe to a plan,
          start a free trial or open an account.
        </p>
        <p>We sell to businesses and people in these countries: {COUNTRY_NAMES_SOLD_TO}.</p>
        <p>
          If you act for a business, you confirm that you’re allowed to make agreements for it.
          Nothing in these terms takes away your legal rights as a consumer.
        </p>
      </Clause>
      <Clause id="service" title="What we do for you">
        <p>
          We plan, create and publish social media content for your business. How many posts you
          get, on how many platforms and with what else depends on the plan and add-ons you choose.
          The <TextLink href={paths.pricing}>pricing page</TextLink> lists them all.
        </p>
        <p>
          No post goes live until you, or someone you’ve named, has approved it. You can undo an
          approval until the post is live. We do our best work for reach and results, but we can’t
          promise a number of followers, sales or views: platforms and their audiences are out of
          our hands.
        </p>
      </Clause>
      <Clause id="your-part" title="Your part">
        <ul>
          <li>Give us the information, material and access we need, in good time.</li>
          <li>Only give us material you have the right to use.</li>
          <li>
            If you name people who may approve posts for you, let them know. They approve through a
            link in an email, and so can anyone they forward it to.
          </li>
          <li>Check facts, prices and offers in the content before you approve it.</li>
          <li>Keep your password to yourself and tell us if you think someone else knows it.</li>
          <li>Follow the rules of the platforms we publish on for you.</li>
        </ul>
      </Clause>
      <Clause id="trial" title="Free trial">
        <p>
          The {hyphenated(TERMS.trial)} free trial includes {TRIAL.posts} custom posts or{" "}
          {TRIAL.reels} edited reel with captions. You don’t need a card, and it ends by itself. One
          trial per business.
        </p>
      </Clause>
      <Clause id="fees" title="Fees and payment">
        <p>
          Fees are charged monthly in advance, in pounds sterling (GBP), through our payment
          provider. Your subscription renews each month until you cancel it. What you spend on
          advertising goes to the advertising platform and isn’t part of our fees. An ad plan has a
          set-up fee, charged once; an add-on to a package has none.
        </p>
        <p>
          If a payment fails, we’ll tell you and try again. If it still fails, we may pause the work
          until it’s paid. We’ll tell you about a price change at least {inText(TERMS.notice)}{" "}
          before it applies to you, and you can cancel before it does.
        </p>
      </Clause>
      <Clause id="guarantee" title={`${hyphenated(TERMS.guarantee)} money-back guarantee`}>
        <p>
          If you’re not satisfied, ask within {inText(TERMS.guarantee)} of your first payment and
          we’ll refund everything you’ve paid for your subscription, which then ends. Ask in
          writing: with the button on your dashboard, or by email to <EmailLink />. You don’t have
          to give a reason, and nobody has to agree to it. If your account, address or card has used
          the guarantee before, a person decides and tells you why.
        </p>
        <p>
          Refunds go back to the card that paid and take {REFUND_TIME} to appear. This guarantee is
          on top of your legal rights to cancel and to get a refund.
        </p>
      </Clause>
      <Clause id="cancellation" title="Cancelling">
        <p>
          There is no minimum term. You can cancel at any time on your dashboard or by writing to
          us. The cancellation takes effect at the end of the billing period you’ve paid for; until
          then you keep the full service, and you won’t be charged again. We may end the agreement
          with {inText(TERMS.notice)}’ notice, or at once if you seriously break these terms, and
          will then refund the time you’ve paid for and not used.
        </p>
      </Clause>
      <Clause id="content" title="Who owns the content">
        <p>
          What you give us stays yours. What we make for you becomes yours once you’ve paid for the
          month it belongs to. You allow us to use your material for that work and, unless you tell
          us otherwise, to show finished work as an example of what we do.
        </p>
      </Clause>
      <Clause id="liability" title="Liability">
        <p>
          Nothing in these terms limits liability for death or personal injury caused by negligence,
          for fraud, or for anything else for which the law allows no limit.
        </p>
        <p>
          Otherwise our total liability to you is capped at the fees that you paid in the 12 months
          before the event, and we are not liable for indirect loss or for loss of profit, revenue
          or data.
        </p>
        <p>
          If you are a consumer, the paragraph above doesn’t apply to loss that anyone could foresee
          when you subscribed, nor to our duty to work with reasonable care and skill.
        </p>
      </Clause>
      <Clause id="privacy" title="Personal data">
        <p>
          How we handle personal data is set out in our{" "}
          <TextLink href={paths.privacyPolicy}>Privacy Policy</TextLink>.
        </p>
      </Clause>
      <Clause id="changes" title="Changes to these terms">
        <p>
          We may change these terms for good reason, for example when the law or the service
          changes. We’ll tell customers at least {inText(TERMS.notice)} ahead. If you don’t agree,
          you can cancel before the change takes effect.
        </p>
        <p>
          These are the terms of {TERMS_DATED}. They say more than those before them about
          consumers’ rights, ad set-up fees and earlier versions; nothing else has changed. We keep
          the earlier ones:
        </p>
        <ul>
          {EARLIER_VERSIONS.map(({ dated, file }) => (
            <li key={file}>
              <a href={file} className="text-link">
                {dated}
              </a>
            </li>
          ))}
        </ul>
      </Clause>
      <Clause id="law" title="Law and disputes">
        <p>
          English law governs these terms and the courts of England and Wales decide disputes about
          them. If you are a consumer living elsewhere in the United Kingdom you may also go to the
          courts there. Please write to us first: <EmailLink />.
        </p>
      </Clause>
    </LegalPage>
  ),
};

/** Files of `web/public/`. */
const EARLIER_VERSIONS = [
  { dated: "January 2025", file: "/legal/terms-of-service-2025-01.txt" },
] as const;
