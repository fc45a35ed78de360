import type { EventOf } from "#contracts/events/catalogue.ts";
import type { EffectDeps, SharedEffect } from "./effect.ts";

export function openApprovalLinks(
  deps: Pick<EffectDeps, "openApprovalLinks">,
): SharedEffect<EventOf<"PostProposed"> | EventOf<"FreshApprovalLinkRequested">> {
  return {
    queue: "database",
    repeatMayDuplicate: false,
    async run(event) {
      return { externalId: null, facts: { opened: await deps.openApprovalLinks(event) } };
    },
  };
}
