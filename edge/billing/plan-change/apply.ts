import type { PlanChangeResponse } from "#contracts/api/plan-change.ts";
import type { StripeGateway } from "../../adapters/stripe-gateway.ts";
import { itemChanges } from "./item-changes.ts";
import type { ConfirmedPlanChange, StripeSubscriptionRead } from "./read.ts";
import { scheduleChange } from "./schedule.ts";
import { upgradeNow } from "./upgrade.ts";

/**
 * Applies a plan change for exactly the previewed sum. Safe to repeat.
 *
 * @throws {AppError} `amount_changed`, and what Stripe throws
 */
export async function applyPlanChange(
  payments: StripeGateway,
  current: StripeSubscriptionRead,
  input: ConfirmedPlanChange,
): Promise<PlanChangeResponse> {
  const changes = await itemChanges(payments, current, input.decision);
  return input.decision.when === "now"
    ? upgradeNow(payments, current, changes, input)
    : scheduleChange(payments, current, changes, input);
}
