import { LEAD_CONTENT, LEAD_VALUE } from "#contracts/advertising.ts";
import type { Effect } from "../pipeline/effect.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";

export function reportLeadConversion(deps: EffectDeps): Effect<"ContactSubmitted"> {
  return {
    queue: "conversions",
    repeatMayDuplicate: true,
    when: (event) => event.data.conversionConsent,
    async run(event) {
      if (deps.reporter === null) return skipped("not_configured");
      const { payload, email, conversion } = await deps.getEnquiry(event.data.submissionId);
      if (conversion === null) return skipped("erased");
      const { externalId } = await deps.reporter.report({
        name: "Lead",
        content: LEAD_CONTENT[event.data.formType],
        ...LEAD_VALUE,
        person: { email, firstName: payload.first_name, lastName: payload.last_name },
        occurredAt: event.occurredAt,
        conversion,
      });
      return { externalId, facts: { outcome: "sent" } };
    },
  };
}
