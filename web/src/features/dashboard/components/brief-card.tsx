import type { BriefResponse } from "#contracts/api/content/brief.ts";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { useDashboard } from "../dashboard-context.ts";

export function BriefCard({ brief }: { brief: BriefResponse }) {
  const { variantOf } = useDashboard();
  return (
    <section aria-labelledby="brief-card" className="bg-foam p-[clamp(1.25rem,1rem+1.5vw,2.25rem)]">
      <h2 id="brief-card" className="text-2xl">
        Tell us about your business
      </h2>
      <p className="measure mt-3 text-ink-soft">
        Say what you do and where you post, and we can start on your first content. The rest can
        wait.
      </p>
      <ButtonLink href={paths.brief} variant={variantOf("brief")} className="mt-5" arrow>
        {brief.revision === 0 ? "Start" : "Carry on"}
      </ButtonLink>
    </section>
  );
}
