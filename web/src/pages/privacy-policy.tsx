import { ENQUIRY_FIELDS } from "#contracts/api/enquiry-fields.ts";
import { COMPANY } from "#contracts/company.ts";
import { RETENTION_PERIODS } from "#contracts/retention-periods.ts";
import { inText, TERMS } from "#contracts/terms.ts";
import { listed } from "../lib/listed.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { Clause, LegalPage } from "../ui/legal-page.tsx";
import { EmailLink, TextLink } from "../ui/link.tsx";

const FIELDS = [
  ...Object.values(ENQUIRY_FIELDS).map(({ label }) => label.toLowerCase()),
  "town",
  "consent",
];

export const page: Page = {
  title: "Privacy Policy",
  description: `Which personal data ${COMPANY.name} collects, why, how long we keep it, who receives it and the rights you have.`,
  Body: () => (
    <LegalPage
      title="Privacy Policy"
      lead="What we know about you, why we know it, and what you can do about it, in plain English."
      updated="November 2026"
      summary={[
        "We collect what we need to answer you, to make your content and to take your payments. We don’t sell it.",
        "Card numbers go straight to our payment provider and never reach us.",
        "The advertising pixel and the booking calendar wait for your consent.",
        "You can have a copy of your data, have it corrected or have it deleted: write to us, and we answer within a month.",
      ]}
    >
      <Clause id="who-we-are" title="Who we are">
        <p>
          {`${COMPANY.legalName}, trading as ${COMPANY.name}, is registered in ${COMPANY.jurisdiction}. We decide why and how the personal data described here is used, which makes us its controller under the UK GDPR and the Data Protection Act 2018.`}
        </p>
        <p>
          Send questions and requests to <EmailLink />
          {`, or by post to ${COMPANY.legalName}, ${COMPANY.registeredOffice}.`}
        </p>
      </Clause>
      <Clause id="what-we-collect" title="What we collect">
        <ul>
          <li>
            <strong>When you write to us, ask for a call, a free trial or a sample month:</strong>{" "}
            what the form asks and you choose to give: {listed(FIELDS)}.
          </li>
          <li>
            <strong>When you open an account:</strong> your name, email address, your password in a
            form that nobody can read, whatever else you sign in with, such as a passkey or a phone
            number, and the times you signed in.
          </li>
          <li>
            <strong>When you book a call:</strong> its day and hour, and which account, purchase or
            enquiry of yours it belongs to. What you type in the calendar stays with its provider.
          </li>
          <li>
            <strong>When you subscribe:</strong> your plan, the state of your subscription, your
            orders, the details you ask us to put on invoices, such as an address, a tax number or a
            second email address, and the brand and last four digits of your card. Card numbers go
            straight to our payment provider and never reach us.
          </li>
          <li>
            <strong>When you cancel or ask for a refund:</strong> the reason and the words you
            choose to give.
          </li>
          <li>
            <strong>When we work for you:</strong> your brief about your business; the names and
            email addresses of others who may approve your posts; what you and they decide and write
            about each post; the material you give us, and access to and figures from the social
            media profiles you connect.
          </li>
          <li>
            <strong>When you visit the site:</strong> technical records such as your internet
            address and the pages you open, to keep the site safe and running.
          </li>
        </ul>
        <p id="counting">
          We also count how often each page is opened, and how often people come from outside the
          site: one number for each page and day. The counts have no identifier or internet address
          and store nothing in your browser, so we don’t ask for consent. If your browser sends
          Global Privacy Control or Do Not Track, your visit isn’t counted.
        </p>
      </Clause>
      <Clause id="why" title="Why we use it, and on what basis">
        <ul>
          <li>
            <strong>To answer you and to provide the service.</strong> This is needed for a contract
            with you, or for steps you ask for before one.
          </li>
          <li>
            <strong>To take payments and keep accounts.</strong> This is needed for the contract and
            to meet legal duties on accounting and tax.
          </li>
          <li>
            <strong>To keep the site and your account safe,</strong> to stop abuse of our forms and
            to improve what we do. This is our legitimate interest, weighed against yours.
          </li>
          <li>
            <strong>To email a sample month, and to measure our advertising.</strong> Only with your
            consent, which you can withdraw at any time.
          </li>
        </ul>
      </Clause>
      <Clause id="browser" title="What we keep in your browser">
        <p>
          If a message can’t reach us straight away, your browser keeps a copy and sends it when
          you’re back online. A reference number without your details stays as a receipt.
        </p>
        <p>
          If you sign in, your browser keeps your session until you sign out, what you write in your
          brief until it’s saved, and a comment or a form in your account until it’s sent. The
          advertising pixel and the booking calendar wait for your consent. The{" "}
          <TextLink href={paths.cookiePolicy}>Cookie Policy</TextLink> lists them all.
        </p>
      </Clause>
      <Clause id="who-receives-it" title="Who receives it">
        <p>
          We don’t sell personal data. Companies that work for us under contract receive what each
          of them needs:
        </p>
        <ul>
          {RECIPIENTS.map(({ name, what }) => (
            <li key={name}>
              <strong>{name}</strong>
              {` ${what}`}
            </li>
          ))}
        </ul>
        <p>We also share data where the law says we must.</p>
      </Clause>
      <Clause id="abroad" title="Data outside the United Kingdom">
        <p>
          Some of these companies use data abroad. Where the country has no adequacy decision we
          rely on the International Data Transfer Agreement or Addendum approved by the Information
          Commissioner. Write to us for a copy of the safeguards.
        </p>
      </Clause>
      <Clause id="how-long" title="How long we keep it">
        <ul>
          <li>
            <strong>Enquiries, trial requests and sample months:</strong>
            {` ${RETENTION_PERIODS.enquiryYears} years after you sent them. If you’ve accepted cookies, we delete what we keep for our advertising after ${RETENTION_PERIODS.recordDays} days.`}
          </li>
          <li>
            <strong>Calls you book:</strong>
            {` ${RETENTION_PERIODS.enquiryYears} years after the call. If you close your account before that, nothing says that the call was yours.`}
          </li>
          <li>
            <strong>Your account:</strong>
            {` until you close it. We then delete your name, address, password and sign-ins, and what you wrote to us under that address, or about leaving or a refund. A number without a name stays, because your orders refer to it. If you used the money-back guarantee, scrambled forms of your account, address and card stay too, because you can only use it once. One last email tells you that it’s done. We delete an account that nobody confirmed after ${RETENTION_PERIODS.visitorDays} days.`}
          </li>
          <li>
            <strong>Your sign-ins</strong>
            {`, with your internet address and browser: until you sign out, or ${RETENTION_PERIODS.idleSessionDays} days after you last came back.`}
          </li>
          <li>
            <strong>Orders and invoices</strong>, and the history of your subscription: at least six
            years after the end of the financial year, as tax law requires, even if you close your
            account. They show the email address you paid with.
          </li>
          <li>
            <strong>Our log of what was done</strong>, when and by whom: as long as the orders, as
            proof of each payment. It has numbers instead of your name, and nobody can change it.
          </li>
          <li>
            <strong>A second address for your invoices</strong>, if you give one: until you remove
            it or close your account.
          </li>
          <li>
            <strong>Your brief with its earlier versions</strong>
            {`, the people who may approve your posts, and each post in your calendar with the decisions, requests for changes and comments about it: ${RETENTION_PERIODS.briefYears} year after your last subscription ends, or until you close your account. You can remove people who may approve at any time: we delete their email addresses and end their links at once, and keep their names beside what they decided and wrote.`}
          </li>
          <li>
            <strong>Posts we made for your free trial</strong>
            {`, with your decisions, requests for changes and comments: ${RETENTION_PERIODS.briefYears} year, or until you ask us to delete your trial request.`}
          </li>
          <li>
            <strong>Your reports</strong>
            {`, with figures from the profiles you connect: as long as your brief. The link in the email about a report opens it, without signing in, for ${inText(TERMS.reportLink)}.`}
          </li>
          <li>
            <strong>Files you upload:</strong> as long as your brief, or until you remove them. We
            remove what your camera noted in photos and videos, such as the location. If you don’t
            finish an upload, we delete it within two days.
          </li>
          <li>
            <strong>Anything else we make for you:</strong> as long as your subscription, and 90
            days after it.
          </li>
          <li>
            <strong>Counts of pages opened:</strong>
            {` ${RETENTION_PERIODS.pageViewMonths} months.`}
          </li>
          <li>
            <strong>Technical records</strong>
            {`, such as pages opened, messages sent and what our payment provider told us: ${RETENTION_PERIODS.recordDays} days. Records of something that failed stay until a person has sorted it out.`}
          </li>
        </ul>
      </Clause>
      <Clause id="your-rights" title="Your rights">
        <p>
          You can ask us for a copy of your data, to correct or delete it, to restrict what we do
          with it, or to give it to you or someone else in a machine-readable form. You can object
          to what we do on the basis of our legitimate interest, and withdraw your consent at any
          time.
        </p>
        <p>
          Write to <EmailLink /> and we’ll answer within one month, free of charge.
        </p>
        <p id="complaints">
          <strong>To complain about how we use your data,</strong> write to the same address or by
          post, with “Data complaint” on top. We’ll confirm within {inText(TERMS.complaint)} that we
          have it, look into it without delay, and tell you what we found and did. You can complain
          to the{" "}
          <a className="text-link" href="https://ico.org.uk/make-a-complaint/">
            Information Commissioner’s Office
          </a>{" "}
          at any time.
        </p>
      </Clause>
      <Clause id="children" title="Children">
        <p>
          Our service is for businesses, not for children under 16. If you think a child has given
          us personal data, tell us and we’ll delete it.
        </p>
      </Clause>
      <Clause id="security" title="How we protect it">
        <p>
          Data is encrypted when it’s sent and where it’s stored. Only people who need data for
          their work can see it, and what they do is recorded. If a breach puts you at risk, we’ll
          tell you and the Information Commissioner’s Office without delay.
        </p>
        <p>
          If you’ve found a weakness, write to <EmailLink /> before you tell anyone else, and say
          how to see it. Please use your own account, stop once you see someone else’s data, and
          keep the site running. We’ll tell you what we do about it.
        </p>
      </Clause>
      <Clause id="changes" title="Changes to this policy">
        <p>If a change matters to you as a customer, we’ll write to you before it takes effect.</p>
      </Clause>
    </LegalPage>
  ),
};

const RECIPIENTS: readonly { name: string; what: string }[] = [
  {
    name: "Cloudflare",
    what: "runs the site and keeps the files you upload. If our forms are being abused, its Turnstile checks that you’re human, and receives your internet address and technical details of your browser.",
  },
  { name: "Neon", what: "keeps our database, in London." },
  { name: "Stripe", what: "takes payments and makes invoices." },
  { name: "Resend", what: "sends our emails." },
  {
    name: "Twilio",
    what: "sends codes by text message, if you sign in with a phone number.",
  },
  {
    name: "Calendly",
    what: "runs the booking calendar, if you book a call.",
  },
  {
    name: "Meta",
    what: "learns, with scrambled forms of your name and address, that you wrote to us or bought a plan, if you’ve accepted cookies.",
  },
  { name: "WhatsApp", what: "carries what you write to us there." },
  {
    name: "The provider you sign in with,",
    what: "such as Google, Apple or Facebook, learns that you have an account here, if you choose to sign in that way.",
  },
  {
    name: "Social media platforms",
    what: "receive the posts you, or someone you’ve named, have approved.",
  },
];
