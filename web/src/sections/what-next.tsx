import type { ReactNode } from "react";
import type { Step } from "../content/step.ts";
import { Steps } from "../ui/steps.tsx";
import { PicturedPage } from "./pictured-page.tsx";

/** A confirmation: what has happened, what comes next, and what one can do meanwhile. */
export function WhatNext({
  title,
  lead,
  picture,
  hasActsFirst = false,
  heading = "What happens next",
  steps,
  meanwhile,
  children,
}: {
  title: string;
  lead: string;
  picture: string;
  hasActsFirst?: boolean;
  heading?: string;
  steps: readonly Step[];
  meanwhile: string;
  children: ReactNode;
}) {
  return (
    <PicturedPage
      title={title}
      lead={lead}
      picture={picture}
      hasActsFirst={hasActsFirst}
      aside={
        <section aria-labelledby="meanwhile" className="flex flex-col items-start gap-4">
          <h2 id="meanwhile" className="text-xl">
            {meanwhile}
          </h2>
          {children}
        </section>
      }
    >
      <section aria-labelledby="next" className="mt-10">
        <h2 id="next" className="mb-4 text-xl">
          {heading}
        </h2>
        <Steps steps={steps} />
      </section>
    </PicturedPage>
  );
}
