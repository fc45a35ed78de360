import { CampaignAudience } from "../art/campaign-audience.tsx";
import { CAMPAIGN_TYPES } from "../content/campaigns.ts";
import { Section } from "../ui/section.tsx";

export function CampaignTypes() {
  return (
    <Section
      id="campaign-types"
      title="Four kinds of campaign"
      lead="Each has one job. We tell you which one you’re paying for."
    >
      <ul className="grid grid-cols-2 gap-x-5 gap-y-8 sm:gap-x-10 sm:gap-y-12">
        {CAMPAIGN_TYPES.map(({ type, description }) => (
          <li key={type} className="border-t-2 border-ink pt-5">
            <CampaignAudience type={type} />
            <h3 className="mt-5 text-xl sm:text-2xl">{type}</h3>
            <p className="measure mt-2 text-ink-soft">{description}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
