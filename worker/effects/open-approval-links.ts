import type { EventOf } from "#contracts/events/catalogue.ts";
import type { SharedEffect } from "../pipeline/effect.ts";
import type { EffectDeps } from "./effect-deps.ts";

export function openApprovalLinks(
  deps: EffectDeps,
): SharedEffect<EventOf<"PostProposed"> | EventOf<"FreshApprovalLinkRequested">> {
  return {
    queue: "database",
    repeatMayDuplicate: false,
    async run(event) {
      return { externalId: null, facts: { opened: await deps.openApprovalLinks(event) } };
    },
  };
}
