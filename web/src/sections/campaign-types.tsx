import { CampaignAudience } from "../art/campaign-audience.tsx";
import { CAMPAIGN_TYPES } from "../content/campaigns.ts";
import { Section } from "../ui/section.tsx";

/** @param isDrawn with the people whom each reaches */
export function CampaignTypes({ isDrawn = false }: { isDrawn?: boolean }) {
  return (
    <Section
      id="campaign-types"
      title="Four kinds of campaign"
      lead="Each has one job. We tell you which one you’re paying for."
    >
      <ul
        className={`grid gap-x-5 gap-y-8 sm:gap-x-10 ${isDrawn ? "grid-cols-2 sm:gap-y-12" : "sm:grid-cols-2"}`}
      >
        {CAMPAIGN_TYPES.map(({ type, description }) => (
          <li key={type} className="border-t-2 border-ink pt-5">
            {isDrawn && <CampaignAudience type={type} className="mb-5" />}
            <h3 className="text-xl sm:text-2xl">{type}</h3>
            <p className="measure mt-2 text-ink-soft">{description}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
