import { PlanChangeRequest, type PlanChangeResponse } from "#contracts/api/plan-change.ts";
import type { StripeGateway } from "../../adapters/stripe-gateway.ts";
import type { EdgeDeps } from "../../deps.ts";
import { takeJson } from "../../http/json-body.ts";
import { amountChangedError } from "./amounts.ts";
import { itemChanges } from "./item-changes.ts";
import {
  isAlreadyApplied,
  isOfferPending,
  requireChangeAllowed,
  requirePlanChange,
  type ConfirmedPlanChange,
  type StripeSubscriptionRead,
} from "./read.ts";
import {
  PLAN_CHANGE_MAX_BYTES,
  attemptChange,
  getChangeableSubscription,
  secondsInPeriod,
  syncChange,
  toSelection,
} from "./request.ts";
import { releaseOutdatedSchedule, scheduleChange } from "./schedule.ts";
import { upgradeNow } from "./upgrade.ts";

const PREVIEW_LIFETIME_S = 30 * 60;

/** `POST /functions/v1/plan-change`: confirms a preview. */
export const confirmRoutes = (deps: EdgeDeps) =>
  takeJson(
    deps,
    PLAN_CHANGE_MAX_BYTES,
    PlanChangeRequest,
    async (c, { prorationDate, dueTodayPence, ...request }) => {
      const { payments, subscription } = await getChangeableSubscription(c, deps);
      const selection = toSelection(request);
      const response = await attemptChange(payments, subscription.id, async (current) => {
        requireChangeAllowed(subscription, current);
        const ageS = secondsInPeriod(current, deps.now()) - prorationDate;
        const isCurrent = ageS >= 0 && ageS <= PREVIEW_LIFETIME_S;
        if (!isCurrent || prorationDate < current.period.start) throw amountChangedError();
        if (isAlreadyApplied(current, selection)) {
          // Left by a request that was cut off.
          await releaseOutdatedSchedule(payments.stripe, current);
          return { outcome: "applied", url: null } satisfies PlanChangeResponse;
        }
        return applyPlanChange(payments, current, {
          decision: requirePlanChange(current, selection),
          prorationDate,
          dueTodayPence,
          returnUrl: `${deps.config.SITE_URL}/checkout-success?upgrade=true`,
          async recheck(read) {
            const now = await getChangeableSubscription(c, deps, subscription.id);
            requireChangeAllowed(now.subscription, read);
            if (isOfferPending(now.subscription, read)) throw amountChangedError();
          },
        });
      });
      c.var.log.info("plan_change", { subscriptionId: subscription.id, outcome: response.outcome });
      await syncChange(c, deps, payments.stripe, subscription.customerId);
      return c.json(response);
    },
  );

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
