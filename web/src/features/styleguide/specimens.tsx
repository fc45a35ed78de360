import { type ReactNode, useState } from "react";
import { SampleCard } from "../../art/sample-card.tsx";
import { BUSINESSES } from "../../content/businesses.ts";
import { CASE_STUDIES } from "../../content/case-studies.ts";
import { shownClaims } from "../../content/claims.ts";
import { paths } from "../../paths.ts";
import { Band } from "../../ui/band.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmailAddress } from "../../ui/email-address.tsx";
import { ErrorBanner } from "../../ui/error-banner.tsx";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { Honeypot, SelectField, TextArea, TextField } from "../../ui/field.tsx";
import { Figures } from "../../ui/figures.tsx";
import { FormError } from "../../ui/form-error.tsx";
import { Arrow, ArrowUpRight, Chevron, Close, Menu, Pause, Play, Tick } from "../../ui/icons.tsx";
import { EmailLink, LegalPage } from "../../ui/legal-page.tsx";
import { ExternalLink, Link } from "../../ui/link.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { Loading } from "../../ui/loading.tsx";
import { NoScriptNote } from "../../ui/no-script-note.tsx";
import { NotConfigured } from "../../ui/not-configured.tsx";
import { OutcomeNote } from "../../ui/outcome-note.tsx";
import { PageHead, PageTitle } from "../../ui/page-title.tsx";
import { PhoneAnalytics, WeeklyViews } from "../../ui/phone-analytics.tsx";
import { PostFrame, ReelFrame } from "../../ui/post-frame.tsx";
import { ProgressSteps } from "../../ui/progress-steps.tsx";
import { Section } from "../../ui/section.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { Steps } from "../../ui/steps.tsx";
import { TableScroller } from "../../ui/table-scroller.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { WaveDivider } from "../../ui/wave-divider.tsx";
import { WaysOn } from "../../ui/ways-on.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";
import { Named, Panels, Reveal, Row, type Scheme } from "./panels.tsx";

type Specimen = {
  readonly file: string;
  readonly Show: () => ReactNode;
};

export const SPECIMENS: readonly Specimen[] = [
  { file: "band", Show: Bands },
  { file: "button", Show: Buttons },
  { file: "dialog", Show: Dialogs },
  { file: "email-address", Show: EmailAddresses },
  { file: "error-banner", Show: ErrorBanners },
  { file: "error-boundary", Show: FailedParts },
  { file: "field", Show: Fields },
  { file: "figures", Show: FigureRows },
  { file: "form-error", Show: FormErrors },
  { file: "icons", Show: Icons },
  { file: "legal-page", Show: LegalPages },
  { file: "link", Show: Links },
  { file: "load-error", Show: LoadErrors },
  { file: "loading", Show: LoadingNotes },
  { file: "no-script-note", Show: NoScriptNotes },
  { file: "not-configured", Show: NotConfiguredNotes },
  { file: "outcome-note", Show: OutcomeNotes },
  { file: "page-title", Show: PageTitles },
  { file: "phone-analytics", Show: Phones },
  { file: "post-frame", Show: Posts },
  { file: "progress-steps", Show: ProgressRows },
  { file: "section", Show: Sections },
  { file: "skeleton", Show: Skeletons },
  { file: "status-badge", Show: StatusBadges },
  { file: "steps", Show: StepRows },
  { file: "table-scroller", Show: Tables },
  { file: "tabs", Show: TabRows },
  { file: "wave-divider", Show: WaveDividers },
  { file: "ways-on", Show: ListsOfWaysOn },
  { file: "wordmark", Show: Wordmarks },
];

const VARIANTS = ["primary", "secondary", "quiet", "danger", "quiet-danger"] as const;

function Buttons() {
  return (
    <Panels>
      {() => (
        <div className="grid gap-6">
          <Row>
            {VARIANTS.map((variant) => (
              <Named key={variant} name={variant}>
                <Button variant={variant}>Send message</Button>
              </Named>
            ))}
            <Named name="with an arrow">
              <ButtonLink href={paths.pricing} arrow>
                See the plans
              </ButtonLink>
            </Named>
          </Row>
          <Row>
            {VARIANTS.map((variant) => (
              <Named key={variant} name={`${variant}, disabled`}>
                <Button variant={variant} disabled>
                  Sending…
                </Button>
              </Named>
            ))}
          </Row>
          <div data-tone="tide" className="bg-tide p-6 text-on-tide">
            <Row>
              {VARIANTS.map((variant) => (
                <Button key={variant} variant={variant}>
                  {variant}, on the tide
                </Button>
              ))}
            </Row>
          </div>
          <div className="bg-persimmon p-6 text-on-persimmon">
            <div data-tone="persimmon">
              <Row>
                {(["primary", "secondary"] as const).map((variant) => (
                  <Button key={variant} variant={variant}>
                    {variant}, on persimmon
                  </Button>
                ))}
              </Row>
            </div>
          </div>
        </div>
      )}
    </Panels>
  );
}

function Dialogs() {
  return <Panels>{(scheme) => <OneDialog scheme={scheme} />}</Panels>;
}

function OneDialog({ scheme }: { scheme: Scheme }) {
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

function Fields() {
  return (
    <Panels>
      {(scheme) => (
        <form aria-label={`Fields on ${scheme} paper`} className="grid gap-6 sm:grid-cols-2">
          <TextField label="Empty and required" name="empty" required />
          <TextField label="Filled" name="filled" defaultValue="Byron & Co" />
          <TextField
            label="With an error"
            name="error"
            defaultValue="ada@"
            error="Enter an email address."
          />
          <TextField label="Disabled" name="disabled" defaultValue="Byron & Co" disabled />
          <SelectField label="One of several" name="subject">
            <option>General enquiry</option>
            <option>Custom package</option>
          </SelectField>
          <SelectField label="None chosen" name="missing" error="Choose a subject." required>
            <option value="">Choose one</option>
          </SelectField>
          <TextArea label="Several lines" name="message" />
          <TextArea
            label="Several lines, with an error"
            name="short"
            error="Write a few words more."
          />
          <p className="text-sm text-ink-soft">
            A field that only machines fill in follows; nobody sees it.
          </p>
          <Honeypot />
        </form>
      )}
    </Panels>
  );
}

function FigureRows() {
  const claims = shownClaims("reply", "businesses", "reach");
  return <Panels>{() => <Figures claims={claims} className="sm:grid-cols-3" />}</Panels>;
}

function EmailAddresses() {
  return (
    <Panels>
      {() => (
        <p className="max-w-40">
          <EmailAddress address="wilhelmina.bartholomew@shop.example" />
        </p>
      )}
    </Panels>
  );
}

function FailedParts() {
  return (
    <Panels>
      {() => (
        <ErrorBoundary isPart>
          <Broken />
        </ErrorBoundary>
      )}
    </Panels>
  );
}

function Broken(): never {
  throw new Error("A part that fails, for the styleguide");
}

function FormErrors() {
  return (
    <Panels>
      {() => (
        <Reveal>
          <FormError message="Your message was not sent. Try again in a minute." />
        </Reveal>
      )}
    </Panels>
  );
}

function LoadErrors() {
  return (
    <Panels>
      {() => <LoadError text="We couldn’t load your posts." onRetry={() => undefined} />}
    </Panels>
  );
}

function LoadingNotes() {
  return <Panels>{() => <Loading />}</Panels>;
}

function NoScriptNotes() {
  return (
    <Panels>
      {() => (
        <div data-pending="failed">
          <p className="text-sm text-ink-soft">Shown where scripts are off or did not load.</p>
          <NoScriptNote />
        </div>
      )}
    </Panels>
  );
}

function NotConfiguredNotes() {
  return (
    <Panels>
      {() => <NotConfigured message="Accounts are not available on this site yet." className="" />}
    </Panels>
  );
}

function OutcomeNotes() {
  return (
    <Panels>{() => <OutcomeNote outcome={{ tone: "note", text: "An email is sent." }} />}</Panels>
  );
}

function ErrorBanners() {
  return <Panels>{(scheme) => <OneErrorBanner scheme={scheme} />}</Panels>;
}

function OneErrorBanner({ scheme }: { scheme: Scheme }) {
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

function Icons() {
  const drawn = { Arrow, ArrowUpRight, Chevron, Close, Menu, Pause, Play, Tick };
  return (
    <Panels>
      {() => (
        <Row>
          {Object.entries(drawn).map(([name, Icon]) => (
            <Named key={name} name={name}>
              <Icon className="size-8" />
            </Named>
          ))}
        </Row>
      )}
    </Panels>
  );
}

function LegalPages() {
  return (
    <Reveal>
      <LegalPage
        title="House Rules"
        lead="What applies here."
        updated="January 2025"
        sections={[
          { id: "first-rule", title: "First rule", body: <p>Texts are set to be read.</p> },
          {
            id: "second-rule",
            title: "Second rule",
            body: (
              <ul>
                <li>Lists have marks.</li>
                <li>They print, too.</li>
                <li>
                  Questions go to <EmailLink />.
                </li>
              </ul>
            ),
          },
        ]}
      />
    </Reveal>
  );
}

function Links() {
  return (
    <Panels>
      {() => (
        <p>
          A link stands{" "}
          <Link href={paths.services} className="text-link">
            inside the text
          </Link>{" "}
          or leads{" "}
          <ExternalLink href="https://www.instagram.com/tidepost" className="text-link">
            to another site
          </ExternalLink>
          , and says so.
        </p>
      )}
    </Panels>
  );
}

function PageTitles() {
  return (
    <Reveal>
      <PageHead title="What it costs, all of it." lead="Title and introduction of an inner page." />
      <PageTitle className="text-5xl">The largest, for the home page.</PageTitle>
    </Reveal>
  );
}

function Phones() {
  return (
    <Panels>
      {() => (
        <div className="grid gap-6 sm:grid-cols-3">
          {CASE_STUDIES.slice(0, 3).map((study) => (
            <PhoneAnalytics key={study.clientName} study={study} />
          ))}
          {CASE_STUDIES.slice(0, 1).map((study) => (
            <WeeklyViews key={study.clientName} study={study} className="" />
          ))}
        </div>
      )}
    </Panels>
  );
}

function Posts() {
  const business = BUSINESSES.food;
  const letters = (
    <SampleCard
      card={{ look: "words", big: ["Eggs", "until", "three."], small: ["Every day"] }}
      colours={business.colours}
      className="absolute size-full"
    />
  );
  const frame = { business, caption: "Two eggs, our own bread, butter to the edge." };
  return (
    <Panels>
      {() => (
        <div className="grid gap-6 sm:grid-cols-3">
          <PostFrame {...frame} slides={3}>
            {letters}
          </PostFrame>
          <ReelFrame {...frame}>{letters}</ReelFrame>
        </div>
      )}
    </Panels>
  );
}

const TONES = ["paper", "deep", "tide"] as const;

function Sections() {
  return (
    <Panels>
      {(scheme) =>
        TONES.map((tone) => (
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
        ))
      }
    </Panels>
  );
}

function Bands() {
  return (
    <Panels>
      {() => (
        <Band tone="deep" className="py-6">
          A band without a title.
        </Band>
      )}
    </Panels>
  );
}

function Skeletons() {
  return (
    <Panels>
      {() => (
        <>
          <Skeleton shape="row" />
          <Skeleton shape="card" />
          <Reveal>
            <Skeleton />
          </Reveal>
        </>
      )}
    </Panels>
  );
}

function StatusBadges() {
  return (
    <Panels>
      {() => (
        <Row>
          <Named name="good">
            <StatusBadge tone="good">Active</StatusBadge>
          </Named>
          <Named name="waiting">
            <StatusBadge tone="waiting">Pending</StatusBadge>
          </Named>
        </Row>
      )}
    </Panels>
  );
}

const NUMBERED = [
  { when: "1", title: "Numbered", text: "A number stands close to what it counts." },
  { when: "2", title: "One after the other", text: "As the rows of a tide table." },
];

const STEPS = [
  { when: "24 hours", title: "We get in touch", text: "By telephone or email, as you like." },
  { when: "5 days", title: "You see the first posts", text: "And say what should be different." },
];

function StepRows() {
  return (
    <Panels>
      {() => (
        <>
          <Steps steps={STEPS} />
          <div className="mt-6">
            <Steps steps={NUMBERED} />
          </div>
          <div data-tone="tide" className="mt-6 bg-tide p-6 text-on-tide">
            <Steps steps={STEPS} />
          </div>
        </>
      )}
    </Panels>
  );
}

function ProgressRows() {
  return <Panels>{() => <ProgressSteps steps={["Plan", "Pay", "Brief"]} current={1} />}</Panels>;
}

function Tables() {
  return (
    <Panels>
      {(scheme) => (
        <TableScroller label={`A table on ${scheme} paper`}>
          <table className="tabular w-full min-w-170 text-left text-sm">
            <caption className="sr-only">Two campaigns</caption>
            <thead>
              <tr>
                <th scope="col" className="border-b-2 border-ink py-3 pr-4">
                  Status
                </th>
                <th scope="col" className="border-b-2 border-ink py-3 text-right">
                  Spent
                </th>
              </tr>
            </thead>
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
      )}
    </Panels>
  );
}

function TabRows() {
  return (
    <Panels>
      {(scheme) => (
        <Tabs
          label={`Tabs on ${scheme} paper`}
          tabs={["First", "Second", "Third"].map((label) => ({
            id: `${scheme}-${label.toLowerCase()}`,
            label,
            content: <p>The {label.toLowerCase()} panel. Its address can be linked to.</p>,
          }))}
        />
      )}
    </Panels>
  );
}

function WaveDividers() {
  return (
    <Panels>
      {() => (
        <>
          <WaveDivider className="text-tide-deep" />
          <div className="h-8 bg-tide-deep" />
        </>
      )}
    </Panels>
  );
}

function ListsOfWaysOn() {
  return (
    <Panels>
      {() => (
        <WaysOn
          ways={[
            { label: "Our work", href: paths.portfolio },
            { label: "Contact us", href: paths.contact },
          ]}
        />
      )}
    </Panels>
  );
}

function Wordmarks() {
  return (
    <Panels>
      {() => (
        <Row>
          <Wordmark />
          <span data-tone="tide" className="bg-tide-deep p-4 text-on-tide">
            <Wordmark />
          </span>
          <Named name="compact: the mark alone below 24rem">
            <Wordmark compact />
          </Named>
        </Row>
      )}
    </Panels>
  );
}
