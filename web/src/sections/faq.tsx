import { FAQ } from "../content/faq.ts";
import { anchors, paths } from "../paths.ts";
import { Link } from "../ui/link.tsx";
import { WideSection } from "./wide-section.tsx";

export function Faq() {
  return (
    <WideSection
      id={anchors.faq}
      tone="deep"
      title="Questions people ask first."
      lead={
        <>
          Something else on your mind?{" "}
          <Link href={paths.contact} className="text-link whitespace-nowrap text-ink">
            Write to us
          </Link>
          .
        </>
      }
    >
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
    </WideSection>
  );
}
