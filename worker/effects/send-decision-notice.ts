import type { EffectDeps } from "./effect-deps.ts";
import { sendDecisionReceipt } from "./send-decision-receipt.ts";

/** Tells the owner what an approver decided. */
export function sendDecisionNotice(deps: EffectDeps) {
  return {
    ...sendDecisionReceipt(deps, "owner"),
    when: ({ data }: { data: { by: "owner" | "approver" } }) => data.by === "approver",
  };
}
