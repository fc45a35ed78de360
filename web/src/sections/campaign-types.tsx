import { CAMPAIGN_TYPES } from "../content/campaigns.ts";
import { Section } from "../ui/section.tsx";

export function CampaignTypes() {
  return (
    <Section
      id="campaign-types"
      title="Four kinds of campaign"
      lead="Each has one job. We tell you which one you are paying for."
    >
      <dl className="grid gap-x-10 sm:grid-cols-2">
        {CAMPAIGN_TYPES.map(({ type, description }) => (
          <div key={type} className="border-t-2 border-ink pt-4 pb-10">
            <dt className="font-display text-2xl font-bold">{type}</dt>
            <dd className="measure mt-3 text-ink-soft">{description}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
