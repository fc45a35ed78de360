import { COMPANY } from "#contracts/company.ts";
import { REPORT_LINK_DAYS } from "#contracts/content/report-period.ts";
import { RETENTION_PERIODS } from "#contracts/retention-periods.ts";
import type { Page } from "../lib/page.ts";
import { paths } from "../paths.ts";
import { type LegalSection, LegalPage } from "../ui/legal-page.tsx";
import { Link } from "../ui/link.tsx";

export const page: Page = {
  title: "Privacy Policy | Tidepost",
  description:
    "Which personal data Tidepost collects, why, how long we keep it, who receives it and the rights you have.",
  Body: PrivacyPolicy,
};

const SECTIONS: readonly LegalSection[] = [
  {
    id: "who-we-are",
    title: "Who we are",
    body: (
      <>
        <p>
          {COMPANY.legalName}, trading as {COMPANY.name}, is registered in {COMPANY.jurisdiction}.
          We decide why and how the personal data described here is used, which makes us its
          controller under the UK General Data Protection Regulation and the Data Protection Act
          2018.
        </p>
        <p>
          Questions about this policy, and every request under it, reach us at <EmailLink />.
        </p>
      </>
    ),
  },
  {
    id: "what-we-collect",
    title: "What we collect",
    body: (
      <>
        <p>We collect only what a task needs:</p>
        <ul>
          <li>
            <strong>When you write to us:</strong> your name, email address, company, subject and
            message.
          </li>
          <li>
            <strong>When you start a free trial:</strong> your name and email address and, if you
            choose to give them, your phone number, company, website, type of business, preferred
            platform and goals.
          </li>
          <li>
            <strong>When you open an account:</strong> your name, email address, a protected form of
            your password that cannot be read back, and the times at which you signed in.
          </li>
          <li>
            <strong>When you subscribe:</strong> your plan, the state of your subscription, your
            orders, and the brand and last four digits of your card. Card numbers go straight to our
            payment provider and never reach us.
          </li>
          <li>
            <strong>When we work for you:</strong> your brief, which is what you tell us about your
            business; the name and email address of whoever else may approve for you; the material
            you hand us and access to the social media profiles that you connect.
          </li>
          <li>
            <strong>When you visit the site:</strong> technical records such as your internet
            address and the pages asked for, which keep the site safe and running.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: "why",
    title: "Why we use it, and on what basis",
    body: (
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
          <strong>To keep the site and your account safe,</strong> to stop abuse of our forms and to
          improve what we do. This is our legitimate interest, weighed against yours.
        </li>
        <li>
          <strong>To measure our advertising.</strong> We do this only if you have consented, and
          you can withdraw your consent at any time.
        </li>
      </ul>
    ),
  },
  {
    id: "browser",
    title: "What we keep in your browser",
    body: (
      <>
        <p>
          If a message cannot reach us at once, your browser keeps a copy and sends it when the
          connection is back. The copy is then removed; a reference number without your details
          stays, so that you can see that the message has arrived.
        </p>
        <p>
          If you sign in, your browser keeps your session until you sign out, and what you write in
          your brief until it is saved. A few more entries, such as the page that you came from,
          last as long as your tab or your purchase needs them. The advertising pixel and the
          embedded calendar wait for your consent. The{" "}
          <Link href={paths.cookiePolicy} className="text-link">
            Cookie Policy
          </Link>{" "}
          lists it all.
        </p>
      </>
    ),
  },
  {
    id: "who-receives-it",
    title: "Who receives it",
    body: (
      <>
        <p>
          We do not sell personal data. We share it with companies that work for us under contract,
          only as far as their task needs it: our hosting and database providers, our email
          provider, our payment provider and, if you book a call, the provider of the calendar.
          Social media platforms receive the content that you have approved.
        </p>
        <p>
          If our forms are being abused, Cloudflare Turnstile may check that you’re human, and
          Cloudflare then receives your internet address and technical details of your browser.
        </p>
        <p>We also share data where the law obliges us to.</p>
      </>
    ),
  },
  {
    id: "abroad",
    title: "Data outside the United Kingdom",
    body: (
      <p>
        Some of these companies process data outside the United Kingdom. Where the country has no
        adequacy decision we rely on the International Data Transfer Agreement or Addendum approved
        by the Information Commissioner. Write to us for a copy of the safeguards.
      </p>
    ),
  },
  {
    id: "how-long",
    title: "How long we keep it",
    body: (
      <ul>
        <li>
          Enquiries and trial requests: {RETENTION_PERIODS.enquiryYears} years after you sent them.
          What we keep for our advertising, if you have consented to that, goes after{" "}
          {RETENTION_PERIODS.recordDays} days.
        </li>
        <li>
          Your account: until you close it. Your name, address, password and sign-ins are gone from
          it at once, and so is what you wrote to us under that address, or about leaving or a
          refund. A number without a name stays, because your orders refer to it. If you used the
          money-back guarantee, scrambled forms of your account, address and card stay too, because
          it gives the money back once. One last email says that it is done. An account that nobody
          confirmed goes after {RETENTION_PERIODS.visitorDays} days.
        </li>
        <li>
          Your sign-ins, with internet address and the name of your browser: until you sign out, or{" "}
          {RETENTION_PERIODS.idleSessionDays} days after you last came back.
        </li>
        <li>
          Orders and invoices, and what became of your subscription: at least six years after the
          end of the financial year, as tax law asks, also after you have closed your account. They
          carry the address that you paid with.
        </li>
        <li>
          Our log of what was done, when and by whom: as long as the orders, because it proves what
          became of each payment. It has numbers in place of your name, and nobody can change it.
        </li>
        <li>
          A second address for your invoices, if you give one: until you take it off your billing
          page or close your account.
        </li>
        <li>
          Your brief, its earlier versions, who else may approve for you, and in your calendar each
          post with what was decided, by whom, what was asked to change, and the comments:{" "}
          {RETENTION_PERIODS.briefYears} year after your last subscription has ended, or until you
          close your account. You can remove those who may approve at any time; their addresses and
          the links in their emails are gone at once, and their names stay beside what they decided
          and wrote.
        </li>
        <li>
          Posts that we made for your free trial, with what you decided, asked to change and wrote:{" "}
          {RETENTION_PERIODS.briefYears} year, or until you have your trial request deleted.
        </li>
        <li>
          Your reports, with figures that we read in the profiles that you connect: as long as your
          brief. The link in the email about a report opens that report, without signing in, for{" "}
          {REPORT_LINK_DAYS} days.
        </li>
        <li>
          Files that you upload: as long as your brief, or until you remove them, which you can do
          at any time. We remove the location from photos and videos, and whatever else your camera
          has noted in them. What is left of an upload that you do not finish goes within two days.
        </li>
        <li>
          Other content we made for you: for the length of the subscription and 90 days after it.
        </li>
        <li>
          Technical records, such as pages asked for, messages sent and what our payment provider
          told us: {RETENTION_PERIODS.recordDays} days. What has failed stays until a person has
          settled it.
        </li>
      </ul>
    ),
  },
  {
    id: "your-rights",
    title: "Your rights",
    body: (
      <>
        <p>
          You may ask us for a copy of your data, to correct or erase it, to restrict what we do
          with it, or to hand it to you or to someone else in a form that machines can read. You may
          object to use that rests on our legitimate interest, and withdraw a consent at any time.
        </p>
        <p>
          Write to <EmailLink /> and we will answer within one month. It costs nothing. If you are
          not content with our answer you may complain to the{" "}
          <a className="text-link" href="https://ico.org.uk/make-a-complaint/">
            Information Commissioner’s Office
          </a>
          .
        </p>
      </>
    ),
  },
  {
    id: "children",
    title: "Children",
    body: (
      <p>
        Our service is for businesses. It is not meant for children under 16, and we do not
        knowingly collect their data. If you believe that a child has given us personal data, tell
        us and we will delete it.
      </p>
    ),
  },
  {
    id: "security",
    title: "How we protect it",
    body: (
      <p>
        Data travels encrypted and is encrypted where it is stored. Passwords are kept in a form
        that cannot be turned back. Only people who need data for their work can reach it, and what
        they do is recorded. Should a breach put you at risk, we will tell you and the Information
        Commissioner’s Office without delay.
      </p>
    ),
  },
  {
    id: "changes",
    title: "Changes to this policy",
    body: (
      <p>
        When we change this policy we change the date at its head. If a change matters to you as a
        customer, we write to you before it takes effect.
      </p>
    ),
  },
];

function PrivacyPolicy() {
  return (
    <LegalPage
      title="Privacy Policy"
      lead="What we know about you, why we know it, and what you can do about it, in plain English."
      updated="January 2025"
      sections={SECTIONS}
    />
  );
}

function EmailLink() {
  return (
    <a className="text-link" href={`mailto:${COMPANY.email}`}>
      {COMPANY.email}
    </a>
  );
}
