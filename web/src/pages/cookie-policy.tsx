import { BOOKING } from "../content/booking.ts";
import { PIXEL } from "../content/pixel-provider.ts";
import {
  ADVERTISING_ENTRIES,
  NECESSARY_ENTRIES,
  type StoragePolicyEntry,
} from "../content/stored-in-browser.ts";
import { ConsentSettings } from "../features/consent/components/consent-settings.tsx";
import { POLICY_VERSION } from "../features/consent/consent-record.ts";
import { formatMonth } from "../lib/dates.ts";
import type { Page } from "../lib/page.ts";
import { paths } from "../paths.ts";
import { type LegalSection, LegalPage } from "../ui/legal-page.tsx";
import { Link } from "../ui/link.tsx";
import { TableScroller } from "../ui/table-scroller.tsx";

export const page: Page = {
  title: "Cookie Policy | Tidepost",
  description:
    "What Tidepost stores in your browser, for how long and why, and what waits for your consent.",
  Body: CookiePolicy,
};

const SECTIONS: readonly LegalSection[] = [
  {
    id: "in-short",
    title: "In short",
    body: (
      <p>
        This site sets no cookies of its own for visitors and loads nothing from other companies
        unless you accept that; a check against abuse, named below, is the one exception. What else
        it keeps in your browser is needed for something that you do here, or follows from your
        having accepted.
      </p>
    ),
  },
  {
    id: "your-choice",
    title: "Your choice",
    body: (
      <>
        <p>
          Both answers are as good to us: every page works without other companies. You can change
          yours here whenever you like, and it holds from that moment.
        </p>
        <ConsentSettings />
      </>
    ),
  },
  {
    id: "what-we-store",
    title: "What we store",
    body: (
      <>
        <p>
          These entries are in your browser’s own storage, some of them only for the tab that you
          have open. They are strictly necessary for what you asked for, so the law does not require
          consent for them.
        </p>
        <Entries label="What we store for what you do" entries={NECESSARY_ENTRIES} />
        <p>These are written only if you have accepted.</p>
        <Entries label="What we store if you accept" entries={ADVERTISING_ENTRIES} />
      </>
    ),
  },
  {
    id: "others",
    title: "What other companies may store",
    body: (
      <>
        <p>Only if you accept, and never on pages where you sign in, pay or manage your account:</p>
        <ul>
          <li>
            <strong>{PIXEL.provider}</strong> learns that you wrote to us, booked a call, bought a
            plan or cancelled one, so that we can see which adverts work. Its script keeps the
            cookies _fbp and _fbc for 90 days. Our server tells it of your message as well: the
            page, your browser’s name, and your name and address in a form that only matches those
            who gave {PIXEL.provider} the same. What you write in a message is not passed on. If you
            buy a plan, it also tells it of the plan and its price, the page, your browser’s name
            and your email address in the same form.
          </li>
          <li>
            <strong>{BOOKING.provider}</strong> shows its calendar on the{" "}
            <Link href={paths.scheduleDemo} className="text-link">
              booking page
            </Link>{" "}
            when you press its button, and sets cookies under its own policy. The link beside it
            opens the same calendar on their site instead.
          </li>
        </ul>
        <p>
          When our forms are abused, <strong>Cloudflare Turnstile</strong> may check that a person
          sends yours, also where you sign in. It protects the site, so it does not wait for
          consent.
        </p>
      </>
    ),
  },
  {
    id: "remove",
    title: "How to remove it",
    body: (
      <p>
        Clear this site’s data in your browser’s settings. Nothing on the site stops working; you
        are signed out, a message that was still waiting to be sent is lost, and we ask about
        cookies again. When you reject cookies after having accepted them, {PIXEL.provider}’s are
        removed at once.
      </p>
    ),
  },
];

function Entries({ label, entries }: { label: string; entries: readonly StoragePolicyEntry[] }) {
  return (
    <TableScroller label={label}>
      <table className="w-full min-w-120 text-left text-sm">
        <thead>
          <tr className="border-b-2 border-ink">
            <th scope="col" className="py-2 pr-4">
              Name
            </th>
            <th scope="col" className="py-2 pr-4">
              Purpose
            </th>
            <th scope="col" className="py-2">
              Kept
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.name} className="border-b border-rule align-top">
              <th scope="row" className="py-3 pr-4 font-semibold">
                {entry.name}
              </th>
              <td className="py-3 pr-4">{entry.purpose}</td>
              <td className="py-3">{entry.kept}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroller>
  );
}

function CookiePolicy() {
  return (
    <LegalPage
      title="Cookie Policy"
      lead="A short page, because there is little to tell."
      updated={formatMonth(POLICY_VERSION)}
      sections={SECTIONS}
    />
  );
}
