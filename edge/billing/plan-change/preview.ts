import { Hono } from "hono";
import { type PlanChangePreview, PlanChangePreviewRequest } from "#contracts/api/plan-change.ts";
import { planAndAddons } from "#contracts/billing/stripe-state.ts";
import { retry } from "#db/retry.ts";
import type { EdgeDeps } from "../../deps.ts";
import type { AppEnv } from "../../http/env.ts";
import { validateJson } from "../../http/json-body.ts";
import { previewDueToday, previewNextPayment } from "./amounts.ts";
import { itemChanges, priceIdsOf } from "./item-changes.ts";
import {
  readStripeSubscription,
  requireChangeAllowed,
  requirePlanChange,
  type StripeSubscriptionRead,
} from "./read.ts";
import {
  BODY_MAX_BYTES,
  ON_STALE_READ,
  requireSubscription,
  secondsInPeriod,
  toSelection,
} from "./request.ts";

/** `POST /functions/v1/plan-change/preview` */
export function previewRoutes(deps: EdgeDeps) {
  return new Hono<AppEnv>().post(
    "/preview",
    ...validateJson(deps.checkoutLimiter, BODY_MAX_BYTES, PlanChangePreviewRequest),
    async (c) => {
      const { payments, subscription } = await requireSubscription(c, deps);
      const selection = toSelection(c.req.valid("json"));
      const preview = await retry(async () => {
        const current = await readStripeSubscription(payments.stripe, subscription.id);
        requireChangeAllowed(subscription, current);
        const decision = requirePlanChange(current, selection);
        const changes = await itemChanges(payments, current, decision);
        const prorationDate = secondsInPeriod(current, deps.now());
        const change = [payments.stripe, current, decision, changes] as const;
        const due = await previewDueToday(...change, prorationDate);
        const nextPence = await previewNextPayment(...change, due);
        const { plan, addons } = planAndAddons(current.snapshot.items);
        return {
          subscription_id: subscription.id,
          direction: decision.direction,
          when: decision.when,
          from: plan === null ? addons : [plan, ...addons],
          to: priceIdsOf(decision.target),
          due_today_pence: due.pence,
          proration_date: prorationDate,
          next_payment_pence: nextPence,
          next_payment_at: current.period.end,
          replaces: replacedBy(current),
        } satisfies PlanChangePreview;
      }, ON_STALE_READ);
      return c.json<PlanChangePreview>(preview);
    },
  );
}

function replacedBy({ snapshot: { scheduled } }: StripeSubscriptionRead): string[] | null {
  return scheduled === null ? null : [...scheduled.priceIds];
}
