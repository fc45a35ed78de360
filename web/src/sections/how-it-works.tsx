import { HOW_IT_WORKS } from "../content/how-it-works.ts";
import { anchors, paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Section } from "../ui/section.tsx";
import { Steps } from "../ui/steps.tsx";

export function HowItWorks() {
  return (
    <Section
      id={anchors.howItWorks}
      tone="deep"
      title="How it works"
      lead="From payment to published in a week. You set the course; we do the rowing."
      action={
        <ButtonLink href={paths.scheduleDemo} variant="quiet" arrow>
          Book a free call
        </ButtonLink>
      }
    >
      <Steps steps={HOW_IT_WORKS} />
    </Section>
  );
}
