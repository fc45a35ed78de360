import type { Page } from "../page.ts";
import { homeSection, paths } from "../paths.ts";
import { NextLinks } from "../ui/next-links.tsx";
import { PageTitle } from "../ui/page-title.tsx";

export const page: Page = {
  title: "Page not found",
  description: "There is no page at this address.",
  noindex: true,
  Body: () => (
    <div className="overflow-x-clip">
      <div className="page-width pt-(--section)">
        <div className="grid gap-x-10 gap-y-12 lg:grid-cols-12">
          <div className="lg:col-span-7">
            <PageTitle>The tide has taken this page.</PageTitle>
            <p className="measure mt-5 text-lg text-ink-soft">
              There’s nothing at this address. It may have moved, or the link may have a typo in it.
            </p>
          </div>
          <nav aria-label="Where to next" className="lg:col-span-4 lg:col-start-9">
            <NextLinks ways={WAYS_ON} className="text-lg" />
          </nav>
        </div>
        {/* The footer's wave overlaps it. */}
        <p
          aria-hidden="true"
          className="mt-12 -mb-[0.13em] font-display text-[min(51vw,6rem+26vw,53svh)] leading-[0.72] font-bold tracking-[-0.012em] whitespace-nowrap text-persimmon-text"
        >
          404
        </p>
      </div>
    </div>
  ),
};

const WAYS_ON = [
  { label: "What we do", href: paths.services },
  { label: "Our work", href: paths.portfolio },
  { label: "Plans and prices", href: homeSection("pricing") },
  { label: "Book a free call", href: paths.scheduleDemo },
  { label: "Contact us", href: paths.contact },
];
