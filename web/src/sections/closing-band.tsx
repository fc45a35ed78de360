import type { ReactNode } from "react";

export function ClosingBand({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby="closing" className="bg-persimmon text-on-persimmon">
      <div className="page-width flex flex-wrap items-end justify-between gap-x-10 gap-y-8 py-(--section)">
        <h2 id="closing" className="max-w-[9em] text-4xl">
          {title}
        </h2>
        <div data-tone="persimmon" className="flex flex-wrap gap-4 max-sm:w-full">
          {children}
        </div>
      </div>
    </section>
  );
}
