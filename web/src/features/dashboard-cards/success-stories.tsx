import type { ReactNode } from "react";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";

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
