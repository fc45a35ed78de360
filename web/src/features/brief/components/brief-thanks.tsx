import { useEffect, useRef } from "react";
import { inText, TERMS } from "#contracts/terms.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";

export function BriefThanks({ isFirst, onChange }: { isFirst: boolean; onChange: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="thanks" className="brief-thanks">
      <h2 id="thanks" ref={heading} tabIndex={-1} className="text-2xl">
        Thank you. We have your brief.
      </h2>
      <p className="measure mt-3 text-ink-soft">
        {isFirst
          ? `We’ll read it and make your first content from it. You’ll see that within ${inText(TERMS.firstContent)} of your payment, and nothing goes live without your yes.`
          : "We’ll read what’s changed and use it for everything you haven’t seen yet."}
      </p>
      <div className="customer-ways">
        <ButtonLink href={paths.dashboard} arrow>
          Go to the dashboard
        </ButtonLink>
        <Button variant="quiet" onClick={onChange}>
          Change something
        </Button>
      </div>
    </section>
  );
}
