import type { ReactNode } from "react";
import { PageHead } from "./page-title.tsx";

export type LegalSection = {
  readonly id: string;
  readonly title: string;
  readonly body: ReactNode;
};

type LegalPageProps = {
  title: string;
  lead: string;
  updated: string;
  summary?: readonly string[];
  sections: readonly LegalSection[];
};

export function LegalPage({ title, lead, updated, summary, sections }: LegalPageProps) {
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
                {sections.map((section, index) => (
                  <li key={section.id} className="flex gap-3">
                    <span className="tabular w-6 py-3 text-ink-soft sm:py-1">{index + 1}</span>
                    <a href={`#${section.id}`} className="py-3 hover:underline sm:py-1">
                      {section.title}
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
          {sections.map((section, index) => (
            <section
              key={section.id}
              id={section.id}
              aria-labelledby={`${section.id}-title`}
              className="border-t border-rule py-8 first:border-t-2 first:border-ink first:pt-5"
            >
              <h2 id={`${section.id}-title`} className="text-xl">
                <span className="tabular mr-3 text-persimmon-text">{index + 1}</span>
                {section.title}
              </h2>
              <div className="legal-text mt-4">{section.body}</div>
            </section>
          ))}
        </div>
      </div>
    </>
  );
}
