import type { ReactNode } from "react";
import type { Step } from "../content/step.ts";
import { PageHead } from "../ui/page-title.tsx";
import { Steps } from "../ui/steps.tsx";

/** A confirmation: what has happened, what comes next, and what one can do meanwhile. */
export function WhatNext({
  title,
  lead,
  heading = "What happens next",
  steps,
  meanwhile,
  children,
}: {
  title: string;
  lead: string;
  heading?: string;
  steps: readonly Step[];
  meanwhile: string;
  children: ReactNode;
}) {
  return (
    <>
      <PageHead title={title} lead={lead} />
      <div className="page-width grid gap-x-10 gap-y-12 pb-(--section) lg:grid-cols-12">
        <section aria-labelledby="next" className="lg:col-span-7">
          <h2 id="next" className="mb-4 text-xl">
            {heading}
          </h2>
          <Steps steps={steps} />
        </section>
        <section
          aria-labelledby="meanwhile"
          className="flex flex-col items-start gap-4 lg:col-span-4 lg:col-start-9"
        >
          <h2 id="meanwhile" className="text-xl">
            {meanwhile}
          </h2>
          {children}
        </section>
      </div>
    </>
  );
}
