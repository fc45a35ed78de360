import { BOOKING } from "../content/booking.ts";
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
    name: "contactFormBackup",
    purpose: "A message that has not reached us yet. It is sent when the connection is back.",
    duration: "Until it has arrived",
  },
  {
    name: "contactFormSubmission",
    purpose: "Reference and time of your last message, without your details.",
    duration: "Until you clear it",
  },
] as const;

const SECTIONS: readonly LegalSection[] = [
  {
    id: "in-short",
    title: "In short",
    body: (
      <p>
        This site sets no cookies of its own for visitors and loads nothing from other companies
        unless you ask for it. What it keeps in your browser is needed for something that you have
        done.
      </p>
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
      <p>
        On the{" "}
        <Link href={paths.scheduleDemo} className="text-link">
          booking page
        </Link>{" "}
        you can show the calendar of {BOOKING.provider}. It is loaded only when you press its button
        and then sets cookies under {BOOKING.provider}’s own policy. The link beside it opens the
        same calendar on their site instead.
      </p>
    ),
  },
  {
    id: "remove",
    title: "How to remove it",
    body: (
      <p>
        Clear this site’s data in your browser’s settings. Nothing on the site stops working; a
        message that was still waiting to be sent is lost.
      </p>
    ),
  },
];

function CookiePolicy() {
  return (
    <LegalPage
      title="Cookie Policy"
      lead="A short page, because there is little to tell."
      updated="January 2025"
      sections={SECTIONS}
    />
  );
}
