import { BOOKING } from "../content/booking.ts";
import { PIXEL } from "../content/pixel.ts";
import { CONSENT_KEY, POLICY_VERSION } from "../features/consent/consent-record.ts";
import { ConsentSettings } from "../features/consent/consent-settings.tsx";
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

const STORED = [
  {
    name: CONSENT_KEY,
    purpose: "Whether you accepted or rejected cookies of other companies, and when.",
    duration: "Until you clear it, or until this policy changes",
  },
  {
    name: "contactFormBackup",
    purpose: "A message that has not reached us yet. It is sent when the connection is back.",
    duration: "Until it has arrived",
  },
  {
    name: "contactFormSubmission",
    purpose: "Reference and time of your last message, without your details.",
    duration: "Until you clear it",
  },
  {
    name: "checkoutGuest",
    purpose:
      "A number for this browser at the checkout, so that a second click does not order twice.",
    duration: "Until you clear it; it counts for a day",
  },
] as const;

const SECTIONS: readonly LegalSection[] = [
  {
    id: "in-short",
    title: "In short",
    body: (
      <p>
        This site sets no cookies of its own for visitors and loads nothing from other companies
        unless you accept that. What else it keeps in your browser is needed for something that you
        have done.
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
          These entries are in your browser’s local storage. They are strictly necessary for what
          you asked for, so the law does not require consent for them.
        </p>
        <TableScroller label="Entries in local storage">
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
              {STORED.map((entry) => (
                <tr key={entry.name} className="border-b border-rule align-top">
                  <th scope="row" className="py-3 pr-4 font-semibold">
                    {entry.name}
                  </th>
                  <td className="py-3 pr-4">{entry.purpose}</td>
                  <td className="py-3">{entry.duration}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroller>
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
            who gave {PIXEL.provider} the same. What you write in a message is not passed on.
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
      </>
    ),
  },
  {
    id: "remove",
    title: "How to remove it",
    body: (
      <p>
        Clear this site’s data in your browser’s settings. Nothing on the site stops working; a
        message that was still waiting to be sent is lost, and we ask about cookies again. When you
        reject cookies after having accepted them, {PIXEL.provider}’s are removed at once.
      </p>
    ),
  },
];

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
