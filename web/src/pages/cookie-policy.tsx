import { COMPANY } from "#contracts/company.ts";
import { BOOKING } from "../content/booking.ts";
import { PIXEL } from "../content/pixel-provider.ts";
import { ConsentSettings } from "../features/consent/components/consent.tsx";
import { POLICY_VERSION } from "../features/consent/consent-record.ts";
import { formatMonth } from "../lib/dates.ts";
import { startLower } from "../lib/listed.ts";
import {
  ADVERTISING_ENTRIES,
  NECESSARY_ENTRIES,
  type StoragePolicyEntry,
} from "../lib/stored-in-browser.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { Clause, LegalPage } from "../ui/legal-page.tsx";
import { TextLink } from "../ui/link.tsx";

export const page: Page = {
  title: "Cookie Policy",
  description: `What ${COMPANY.name} stores in your browser, for how long and why, and what waits for your consent.`,
  Body: () => (
    <LegalPage
      title="Cookie Policy"
      lead="No cookies of our own, and nothing from other companies unless you accept."
      updated={formatMonth(POLICY_VERSION)}
    >
      <Clause id="in-short" title="In short">
        <p>
          This site sets no cookies of its own and loads nothing from other companies unless you
          accept; a check against abuse, described below, is the one exception. Anything else it
          keeps in your browser is there for something you do here, or because you accepted.
        </p>
      </Clause>
      <Clause id="your-choice" title="Your choice">
        <p>
          We don’t mind which you choose: every page works either way. You can change your answer
          here whenever you like, and it applies straight away.
        </p>
        <ConsentSettings />
      </Clause>
      <Clause id="what-we-store" title="What we store">
        <p>
          These entries are in your browser’s own storage, some only for the tab you have open. They
          are strictly necessary for what you asked for, so the law doesn’t require consent for
          them.
        </p>
        <details className="border-t border-rule">
          <summary className="flex items-center justify-between py-4 font-semibold">
            {`All ${NECESSARY_ENTRIES.length} entries, and how long each is kept`}
            <span aria-hidden="true" className="disclosure-mark" />
          </summary>
          <Entries entries={NECESSARY_ENTRIES} />
        </details>
        <p>These are stored only if you have accepted.</p>
        <Entries entries={ADVERTISING_ENTRIES} />
      </Clause>
      <Clause id="counting" title="How we count visits">
        <p>
          Each page you open adds one to that page’s count for the day. The page sends its address
          on this site and whether you came from outside; we keep the totals, and nothing that tells
          you from anyone else. Counting sets no cookie and stores or looks up nothing in your
          browser’s storage, so we don’t ask for consent. If your browser sends Global Privacy
          Control or Do Not Track, nothing is counted.
        </p>
      </Clause>
      <Clause id="others" title="What other companies may store">
        <p>Only if you accept, and never on pages where you sign in, pay or manage your account:</p>
        <ul>
          <li>
            <strong>{PIXEL.provider}</strong> learns that you wrote to us, booked a call, bought a
            plan or cancelled one, so we can see which ads work. Its script keeps the cookies _fbp
            and _fbc for 90 days. Our server tells it about your message too: the page, your
            browser’s name, and your name and address in a form that can only be matched with people
            who gave {PIXEL.provider} the same. What you write in a message is not passed on. If you
            buy a plan, it also passes on the plan and its price, the page, your browser’s name and
            your email address in the same form.
          </li>
          <li>
            <strong>{BOOKING.provider}</strong> shows its calendar on the{" "}
            <TextLink href={paths.scheduleDemo}>booking page</TextLink> when you press its button,
            and sets cookies under its own policy. The link beside it opens the same calendar on
            their site instead.
          </li>
        </ul>
        <p>
          If our forms are being abused, <strong>Cloudflare Turnstile</strong> may check that you’re
          human, including when you sign in. It protects the site, so it doesn’t wait for consent.
        </p>
      </Clause>
      <Clause id="remove" title="How to remove it">
        <p>
          Clear this site’s data in your browser’s settings. The site still works; you’ll be signed
          out, lose any message still waiting to be sent, and be asked about cookies again. When you
          reject cookies after having accepted them, {PIXEL.provider}’s are removed at once.
        </p>
      </Clause>
    </LegalPage>
  ),
};

function Entries({ entries }: { entries: readonly StoragePolicyEntry[] }) {
  return (
    <dl className="border-b border-rule text-sm">
      {entries.map((entry) => (
        <div
          key={entry.name}
          className="grid gap-x-6 gap-y-1 border-t border-rule py-4 sm:grid-cols-[2fr_3fr]"
        >
          <dt className="font-semibold wrap-anywhere">{entry.name}</dt>
          <dd>
            {entry.purpose}{" "}
            <span className="block text-ink-soft">{`Kept: ${startLower(entry.kept)}.`}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
