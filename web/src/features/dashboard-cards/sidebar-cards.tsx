import type { ReactNode } from "react";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { type NextLink, NextLinks } from "../../ui/next-links.tsx";
import { Fold } from "./fold.tsx";

export function OverviewCard({
  rows,
}: {
  rows: readonly { readonly term: string; readonly detail: ReactNode }[];
}) {
  return (
    <Fold id="overview" title="Account Overview" lead="Name, email and plan">
      <dl className="tabular">
        {rows.map(({ term, detail }) => (
          <div
            key={term}
            className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-2.5"
          >
            <dt className="text-ink-soft">{term}</dt>
            <dd className="min-w-0 font-semibold">{detail}</dd>
          </div>
        ))}
      </dl>
    </Fold>
  );
}

export function QuickActions({ actions }: { actions: readonly NextLink[] }) {
  return (
    <nav aria-labelledby="quick-actions" className="border-t-2 border-ink pt-5">
      <h2 id="quick-actions" className="text-xl">
        Quick Actions
      </h2>
      <NextLinks ways={actions} className="mt-3" />
    </nav>
  );
}

export function SuccessStories({ note }: { note?: ReactNode }) {
  return (
    <section aria-labelledby="stories" className="bg-paper-deep p-6 md:col-span-2 lg:col-span-1">
      {note !== undefined && <p className="text-ink-soft">{note}</p>}
      <h2 id="stories" className="mt-3 text-xl">
        Join Our Success Stories
      </h2>
      <p className="mt-3 text-ink-soft">Choose a plan and be live within a week.</p>
      <ButtonLink href={paths.checkout} variant="secondary" className="mt-5">
        Get Started
      </ButtonLink>
    </section>
  );
}
