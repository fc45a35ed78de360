import { inText, TERMS } from "#contracts/terms.ts";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";

export function FinalCall({
  title = "Catch tomorrow’s tide.",
  text = `Choose a plan and we’ll be in touch within ${inText(TERMS.reply)}.`,
}: {
  title?: string;
  text?: string;
}) {
  return (
    <section aria-labelledby="final-call-title" data-tone="tide" className="bg-tide text-on-tide">
      <div className="page-width grid items-end gap-x-10 gap-y-8 py-(--section) lg:grid-cols-12">
        <h2 id="final-call-title" className="text-4xl lg:col-span-8">
          {title}
        </h2>
        <div className="lg:col-span-4">
          <p className="text-lg text-on-tide-soft">{text}</p>
          <div className="mt-7 flex flex-wrap gap-4">
            <ButtonLink href={paths.pricing} arrow>
              Get Started Now
            </ButtonLink>
            <ButtonLink href={paths.scheduleDemo} variant="secondary">
              Book a free call
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  );
}
