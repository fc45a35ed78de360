import { WithdrawRequest, type WithdrawResponse } from "#contracts/api/plan-change.ts";
import type { SubscriptionState } from "#contracts/billing/stripe-state.ts";
import { itemsKey } from "#contracts/billing/subscription-transitions.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import type { StripeSchedule } from "#db/stripe/response-shapes.ts";
import { itemsOfPhase } from "#db/stripe/subscription-state.ts";
import type { EdgeDeps } from "../../deps.ts";
import { newRoutes } from "../../http/env.ts";
import { takeJson } from "../../http/json-body.ts";
import { confirmRoutes } from "./confirm.ts";
import { previewRoutes } from "./preview.ts";
import { readStripeSubscription } from "./read.ts";
import { PLAN_CHANGE_MAX_BYTES, getChangeableSubscription, syncChange } from "./request.ts";
import { clearRestoreMark, releaseSchedule } from "./schedule.ts";

export function planChangeRoutes(deps: EdgeDeps) {
  return newRoutes()
    .route("/preview", previewRoutes(deps))
    .route("/", confirmRoutes(deps))
    .route("/withdraw", withdrawRoutes(deps));
}

const IN_EFFECT = "This change has taken effect already. To have something else, please choose it.";

/** `POST /functions/v1/plan-change/withdraw` */
const withdrawRoutes = (deps: EdgeDeps) =>
  takeJson(deps, PLAN_CHANGE_MAX_BYTES, WithdrawRequest, async (c, { subscriptionId }) => {
    const { payments, subscription } = await getChangeableSubscription(c, deps, subscriptionId);
    const { stripe } = payments;
    const { schedule, snapshot, restorePriceIds } = await readStripeSubscription(
      stripe,
      subscription.id,
    );
    if (snapshot.scheduled !== null || !isInEffect(schedule, snapshot)) {
      if (schedule !== null) await releaseSchedule(stripe, schedule.id);
      if (restorePriceIds !== null) await clearRestoreMark(stripe, subscription.id);
    }
    await syncChange(c, deps, stripe, subscription.customerId);
    // The period may have ended in the meantime.
    if (schedule !== null) {
      const after = await readStripeSubscription(stripe, subscription.id);
      if (isInEffect(schedule, after.snapshot)) throw new AppError("change_refused", IN_EFFECT);
    }
    const { withdrawn } = BILLING_MESSAGES.change;
    return c.json<WithdrawResponse>({ success: true, message: withdrawn });
  });

function isInEffect(schedule: StripeSchedule | null, { items }: SubscriptionState): boolean {
  const last = schedule?.phases.at(-1);
  return last !== undefined && itemsKey(itemsOfPhase(last)) === itemsKey(items);
}
