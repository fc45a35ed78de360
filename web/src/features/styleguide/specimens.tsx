import { type ReactNode, useState } from "react";
import { type FramedPost, frameOf } from "#contracts/content/post-frame.ts";
import { BUSINESSES } from "#contracts/sample-month/businesses.ts";
import { SampleCard } from "../../art/sample-card.tsx";
import { CASE_STUDIES } from "../../content/case-studies.ts";
import { shownClaims } from "../../content/claims.ts";
import { paths } from "../../paths.ts";
import { Band } from "../../ui/band.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Contents } from "../../ui/contents.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmailAddress } from "../../ui/email-address.tsx";
import { ErrorBanner } from "../../ui/error-banner.tsx";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { Honeypot, SelectField, TextArea, TextField } from "../../ui/field.tsx";
import { Figures } from "../../ui/figures.tsx";
import { FormError } from "../../ui/form-error.tsx";
import * as icons from "../../ui/icons.tsx";
import { Clause, LegalPage } from "../../ui/legal-page.tsx";
import { EmailLink, ExternalLink, Link, TextLink } from "../../ui/link.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { Loading } from "../../ui/loading.tsx";
import { NextLinks } from "../../ui/next-links.tsx";
import { NoScriptNote } from "../../ui/no-script-note.tsx";
import { NotConfigured } from "../../ui/not-configured.tsx";
import { OutcomeNote } from "../../ui/outcome-note.tsx";
import { PageHead, PageTitle } from "../../ui/page-title.tsx";
import { PhoneAnalytics, WeeklyViews } from "../../ui/phone-analytics.tsx";
import { PostFrame } from "../../ui/post-frame.tsx";
import { ProgressSteps } from "../../ui/progress-steps.tsx";
import { Section } from "../../ui/section.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { Steps } from "../../ui/steps.tsx";
import { TableScroller } from "../../ui/table-scroller.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Tag } from "../../ui/tag.tsx";
import { WaveDivider } from "../../ui/wave-divider.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";
import { Named, Reveal, Row, type Scheme } from "./panels.tsx";

const { Ticked, ...ICONS } = icons;

/** A function where ids, names of landmarks or state belong to one of the two panels. */
type Specimen = ReactNode | ((scheme: Scheme) => ReactNode);

const VARIANTS = ["primary", "secondary", "quiet", "danger", "quiet-danger"] as const;
const ON_TIDE = "mt-6 bg-tide p-6 text-on-tide";
const BUSINESS = BUSINESSES.food;
const EGGS: FramedPost = {
  format: "post",
  text: "Two eggs, our own bread, butter to the edge.",
  media: [{ kind: "picture", width: 1_080, height: 1_350 }],
};
const EGGS_AUTHOR = { name: BUSINESS.handle, note: BUSINESS.place, colours: BUSINESS.colours };
const LETTERS = (
  <SampleCard
    card={{ look: "words", big: ["Eggs", "until", "three."], small: ["Every day"] }}
    colours={BUSINESS.colours}
    className="absolute size-full"
  />
);
const STEPS = [
  { when: "24 hours", title: "We get in touch", text: "By telephone or email, as you like." },
  { when: "5 days", title: "You see the first posts", text: "And say what should be different." },
];
const NUMBERED = [
  { title: "Numbered", text: "A number stands close to what it counts." },
  { title: "One after the other", text: "As the rows of a tide table." },
];

/** Specimens by file of `ui/` and component. */
export const SPECIMENS: Readonly<Record<string, Readonly<Record<string, Specimen>>>> = {
  band: {
    Band: (
      <Band tone="deep" className="py-6">
        A band without a title.
      </Band>
    ),
  },
  button: {
    Button: (
      <>
        <Row>
          {VARIANTS.map((variant) => named(variant, <Button variant={variant}>Send</Button>))}
        </Row>
        <Row>
          {VARIANTS.map((variant) =>
            named(
              `${variant}, disabled`,
              <Button variant={variant} disabled>
                Sending…
              </Button>,
            ),
          )}
        </Row>
        <div data-tone="tide" className={ON_TIDE}>
          <Row>
            {VARIANTS.map((variant) => named(variant, <Button variant={variant}>Send</Button>))}
          </Row>
        </div>
        <div className="mt-6 bg-persimmon p-6 text-on-persimmon">
          <div data-tone="persimmon">
            <Row>
              <Button>Send</Button>
              <Button variant="secondary">Send</Button>
            </Row>
          </div>
        </div>
      </>
    ),
    ButtonLink: (
      <ButtonLink href={paths.pricing} arrow>
        See the plans
      </ButtonLink>
    ),
  },
  contents: { Contents: <Contents titles={{ name: "Name", email: "Email address" }} /> },
  dialog: { Dialog: (scheme) => <OpenedDialog scheme={scheme} /> },
  "email-address": {
    EmailAddress: (
      <p className="max-w-40">
        <EmailAddress address="wilhelmina.bartholomew@shop.example" />
      </p>
    ),
  },
  "error-banner": { ErrorBanner: (scheme) => <RaisedBanner scheme={scheme} /> },
  "error-boundary": {
    ErrorBoundary: (
      <ErrorBoundary retry={() => Promise.resolve(false)}>
        <Broken />
      </ErrorBoundary>
    ),
  },
  field: {
    TextField: (
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField label="Empty and required" name="empty" required />
        <TextField label="Filled" name="filled" defaultValue="Byron & Co" />
        <TextField label="With an error" name="error" error="Enter an email address." />
        <TextField label="Disabled" name="disabled" defaultValue="Byron & Co" disabled />
      </div>
    ),
    TextArea: (
      <div className="grid gap-6 sm:grid-cols-2">
        <TextArea label="Several lines" name="message" />
        <TextArea label="With an error" name="short" error="Write a few words more." />
      </div>
    ),
    SelectField: (
      <div className="grid gap-6 sm:grid-cols-2">
        <SelectField label="One of several" name="subject">
          <option>General enquiry</option>
          <option>Custom package</option>
        </SelectField>
        <SelectField label="None chosen" name="missing" error="Choose a subject." required>
          <option value="">Choose one</option>
        </SelectField>
      </div>
    ),
    Honeypot: (
      <div className="text-sm text-ink-soft">
        A field that only machines fill in follows; nobody sees it.
        <Honeypot />
      </div>
    ),
  },
  figures: {
    Figures: (
      <Figures claims={shownClaims("reply", "businesses", "reach")} className="sm:grid-cols-3" />
    ),
  },
  "form-error": {
    FormError: (
      <Reveal>
        <FormError message="Your message was not sent. Try again in a minute." />
      </Reveal>
    ),
  },
  icons: {
    ...Object.fromEntries(
      Object.entries(ICONS).map(([name, Icon]) => [name, <Icon key={name} className="size-8" />]),
    ),
    Ticked: (
      <ul>
        <Ticked>You approve everything</Ticked>
      </ul>
    ),
  },
  "legal-page": {
    LegalPage: (
      <Reveal>
        <LegalPage title="House Rules" lead="What applies here." updated="January 2025">
          <Clause id="first-rule" title="First rule">
            <p>Texts are set to be read.</p>
          </Clause>
          <Clause id="second-rule" title="Second rule">
            <ul>
              <li>Lists have marks.</li>
              <li>They print, too.</li>
            </ul>
          </Clause>
        </LegalPage>
      </Reveal>
    ),
    Clause: (scheme) => (
      <Clause id={`clause-${scheme}`} title="One clause" number={3}>
        <p>It has its number from its page.</p>
      </Clause>
    ),
  },
  link: {
    Link: <Link href={paths.services}>To another page</Link>,
    TextLink: <TextLink href={paths.services}>To another page, in a sentence</TextLink>,
    EmailLink: <EmailLink />,
    ExternalLink: (
      <ExternalLink href="https://www.instagram.com/tidepost" className="text-link">
        To another site
      </ExternalLink>
    ),
  },
  "load-error": {
    LoadError: <LoadError text="We couldn’t load your posts." onRetry={() => undefined} />,
  },
  loading: { Loading: <Loading /> },
  "next-links": {
    NextLinks: (
      <NextLinks
        ways={[
          { label: "Our work", href: paths.portfolio },
          { label: "Contact us", href: paths.contact },
        ]}
      />
    ),
  },
  "no-script-note": {
    NoScriptNote: (
      <div data-pending="failed">
        <p className="text-sm text-ink-soft">Shown where scripts are off or did not load.</p>
        <NoScriptNote />
      </div>
    ),
  },
  "not-configured": {
    NotConfigured: (
      <NotConfigured message="Accounts are not available on this site yet." className="" />
    ),
  },
  "outcome-note": {
    OutcomeNote: <OutcomeNote outcome={{ tone: "note", text: "An email is sent." }} />,
  },
  "page-title": {
    PageHead: (
      <PageHead title="What it costs, all of it." lead="Title and introduction of an inner page." />
    ),
    PageTitle: <PageTitle className="text-5xl">The largest, for the home page.</PageTitle>,
  },
  part: {},
  "phone-analytics": {
    PhoneAnalytics: (
      <div className="grid gap-6 sm:grid-cols-3">
        {CASE_STUDIES.slice(0, 3).map((study) => (
          <PhoneAnalytics key={study.clientName} study={study} />
        ))}
      </div>
    ),
    WeeklyViews: CASE_STUDIES.slice(0, 1).map((study) => (
      <WeeklyViews key={study.clientName} study={study} className="max-w-sm" />
    )),
  },
  "post-frame": {
    PostFrame: (
      <div className="grid gap-6 sm:grid-cols-3">
        {(["instagram", "facebook", "x"] as const).map((platform) => (
          <PostFrame
            key={platform}
            frame={frameOf(EGGS, platform)}
            author={EGGS_AUTHOR}
            tiles={[LETTERS]}
          />
        ))}
        <PostFrame
          frame={frameOf({ ...EGGS, format: "reel" }, "instagram")}
          author={EGGS_AUTHOR}
          tiles={[LETTERS]}
        />
        <PostFrame
          frame={frameOf({ ...EGGS, media: [] }, "instagram")}
          author={EGGS_AUTHOR}
          tiles={[]}
        />
      </div>
    ),
  },
  "progress-steps": {
    ProgressSteps: <ProgressSteps steps={["Plan", "Pay", "Brief"]} current={1} />,
  },
  section: {
    Section: (scheme) =>
      (["paper", "deep", "tide"] as const).map((tone) => (
        <Section
          key={tone}
          id={`section-${scheme}-${tone}`}
          tone={tone}
          title={`A ${tone} section, ${scheme}`}
          lead="Its heading stays in view on wide screens."
          action={<ButtonLink href={paths.contact}>Its action</ButtonLink>}
        >
          <p>What it is about.</p>
        </Section>
      )),
  },
  skeleton: {
    Skeleton: (
      <>
        <Skeleton shape="row" />
        <Skeleton shape="card" />
        <Skeleton shape="month" />
        <Skeleton shape="report" />
        <Reveal>
          <Skeleton />
        </Reveal>
      </>
    ),
  },
  "status-badge": {
    StatusBadge: (
      <Row>
        <StatusBadge tone="good">Active</StatusBadge>
        <StatusBadge tone="waiting">Pending</StatusBadge>
      </Row>
    ),
  },
  steps: {
    Steps: (
      <>
        <Steps steps={STEPS} />
        <div className="mt-6">
          <Steps steps={NUMBERED} />
        </div>
        <div data-tone="tide" className={ON_TIDE}>
          <Steps steps={STEPS} />
        </div>
      </>
    ),
  },
  "table-scroller": {
    TableScroller: (scheme) => (
      <TableScroller label={`A table on ${scheme} paper`}>
        <table className="tabular w-full min-w-170 text-left text-sm">
          <caption className="sr-only">Two campaigns</caption>
          <tbody>
            {["Ongoing", "Ended 31 Dec 2024"].map((status) => (
              <tr key={status}>
                <th scope="row" className="border-b border-rule py-3 pr-4 font-normal">
                  {status}
                </th>
                <td className="border-b border-rule py-3 text-right">£1,204.50</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroller>
    ),
  },
  tabs: {
    Tabs: (scheme) => (
      <Tabs
        label={`Tabs on ${scheme} paper`}
        tabs={["First", "Second", "Third"].map((label) => ({
          id: `${scheme}-${label.toLowerCase()}`,
          label,
          content: <p>The {label.toLowerCase()} panel. Its address can be linked to.</p>,
        }))}
      />
    ),
  },
  tag: { Tag: <Tag>Sample</Tag> },
  "wave-divider": {
    WaveDivider: (
      <>
        <WaveDivider className="text-tide-deep" />
        <div className="h-8 bg-tide-deep" />
      </>
    ),
  },
  wordmark: {
    Wordmark: (
      <Row>
        <Wordmark />
        <span data-tone="tide" className="bg-tide-deep p-4 text-on-tide">
          <Wordmark />
        </span>
        {named("compact: the mark alone below 24rem", <Wordmark compact />)}
      </Row>
    ),
  },
};

function named(name: string, specimen: ReactNode): ReactNode {
  return (
    <Named key={name} name={name}>
      {specimen}
    </Named>
  );
}

function Broken(): never {
  throw new Error("A part that fails, for the styleguide");
}

function OpenedDialog({ scheme }: { scheme: Scheme }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Open on {scheme} paper
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Thank you for your message">
        <p className="mt-4">It closes with Esc, with a click beside it, or with its cross.</p>
      </Dialog>
    </>
  );
}

function RaisedBanner({ scheme }: { scheme: Scheme }) {
  const [message, setMessage] = useState<string | null>(null);
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => setMessage("We cannot reach our payment provider just now.")}
      >
        Fail on {scheme} paper
      </Button>
      <ErrorBanner message={message} onDismiss={() => setMessage(null)} />
    </>
  );
}
