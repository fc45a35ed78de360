import type { ReactElement, ReactNode } from "react";
import { PageHead } from "./page-title.tsx";

type LegalPageProps = {
  title: string;
  lead: string;
  updated: string;
  summary?: readonly string[];
  /** The page numbers them, and lists them as its contents. */
  children: readonly ReactElement<ClauseProps>[];
};

export function LegalPage({ title, lead, updated, summary, children }: LegalPageProps) {
  const clauses = children.map(({ props }, index) => ({ ...props, number: index + 1 }));
  return (
    <>
      <PageHead title={title} lead={lead} />
      <div className="page-width grid gap-x-10 gap-y-8 pb-(--section) lg:grid-cols-12">
        <nav aria-label="On this page" className="lg:col-span-4">
          <div className="lg:sticky lg:top-28">
            <p className="border-t-2 border-ink pt-4 text-sm font-semibold">
              Last updated {updated}
            </p>
            <details className="legal-contents no-print mt-2 text-sm">
              <summary className="flex items-center justify-between py-3 font-semibold">
                Contents
                <span aria-hidden="true" className="disclosure-mark" />
              </summary>
              <ol className="mt-1 sm:columns-2 lg:columns-1">
                {clauses.map((clause) => (
                  <li key={clause.id} className="flex gap-3">
                    <span className="tabular w-6 py-3 text-ink-soft sm:py-1">{clause.number}</span>
                    <a href={`#${clause.id}`} className="py-3 hover:underline sm:py-1">
                      {clause.title}
                    </a>
                  </li>
                ))}
              </ol>
            </details>
          </div>
        </nav>
        <div className="measure min-w-0 lg:col-span-7 lg:col-start-6">
          {summary !== undefined && (
            <section aria-labelledby="summary" className="mb-10 bg-paper-deep p-6 sm:p-8">
              <h2 id="summary" className="text-xl">
                In short
              </h2>
              <div className="legal-text mt-4">
                <ul>
                  {summary.map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
                <p className="text-sm text-ink-soft">
                  A summary to find your way. The sections below are what counts.
                </p>
              </div>
            </section>
          )}
          {clauses.map((clause) => (
            <Clause key={clause.id} {...clause} />
          ))}
        </div>
      </div>
    </>
  );
}

type ClauseProps = { id: string; title: string; number?: number; children: ReactNode };

export function Clause({ id, title, number, children }: ClauseProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="border-t border-rule py-8 first:border-t-2 first:border-ink first:pt-5"
    >
      <h2 id={`${id}-title`} className="text-xl">
        <span className="tabular mr-3 text-persimmon-text">{number}</span>
        {title}
      </h2>
      <div className="legal-text mt-4">{children}</div>
    </section>
  );
}
