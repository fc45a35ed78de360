import { FAQ } from "../content/faq.ts";
import { anchors, paths } from "../paths.ts";
import { Band } from "../ui/band.tsx";
import { ButtonLink } from "../ui/button.tsx";

export function Faq() {
  return (
    <Band id={anchors.faq} labelledBy="faq-title">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-10 gap-y-2">
        <h2 id="faq-title" className="text-2xl">
          Questions people ask first.
        </h2>
        <ButtonLink href={paths.contact} variant="quiet" arrow>
          Ask another
        </ButtonLink>
      </div>
      <div className="grid items-start gap-x-10 md:grid-cols-2">
        {FAQ.map((entry) => (
          <details key={entry.question} name="faq" className="group border-t border-rule">
            <summary className="flex items-center justify-between gap-6 py-4">
              <h3 className="text-xl">{entry.question}</h3>
              <span aria-hidden="true" className="disclosure-mark" />
            </summary>
            <p className="measure pb-6 text-ink-soft">{entry.answer}</p>
          </details>
        ))}
      </div>
    </Band>
  );
}
