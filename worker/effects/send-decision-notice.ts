import type { EventOf } from "#contracts/events/catalogue.ts";
import type { EffectDeps } from "./effect.ts";
import { sendDecisionReceipt } from "./send-decision-receipt.ts";

type Decided = EventOf<"PostApproved"> | EventOf<"PostChangesRequested">;

/** Tells the owner what an approver decided. */
export function sendDecisionNotice(deps: Pick<EffectDeps, "claimReceipt" | "mailer" | "siteUrl">) {
  return {
    ...sendDecisionReceipt(deps, "owner"),
    when: ({ data }: Decided) => data.approverId !== null,
  };
}
