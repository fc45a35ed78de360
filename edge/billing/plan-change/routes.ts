import { type Context, Hono } from "hono";
import type { Stripe } from "stripe";
import {
  type PlanChangeResponse,
  type PlanChangePreview,
  PlanChangePreviewRequest,
  PlanChangeRequest,
  type WithdrawResponse,
  WithdrawRequest,
} from "#contracts/api/plan-change.ts";
import type { PlanSelection } from "#contracts/billing/plan-change.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { planAndAddons, type SubscriptionState } from "#contracts/billing/stripe-state.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { itemsKey } from "#contracts/billing/subscription-events.ts";
import { AppError } from "#contracts/errors.ts";
import { findSubscriptionOfUser, type UserSubscriptionRow } from "#db/billing/find-subscription.ts";
import { retry } from "#db/retry.ts";
import { isInvalidRequest, isStripeUnavailable } from "#db/stripe/errors.ts";
import { SCHEDULED_PRICES_KEY } from "#db/stripe/metadata-keys.ts";
import { syncCustomer } from "#db/stripe/sync-customer.ts";
import type { EdgeDeps } from "../../deps.ts";
import { isDatabaseUnavailable } from "../../adapters/database.ts";
import { type StripeGateway, requireStripe } from "../../adapters/stripe-gateway.ts";
import { requireUser, unauthenticatedError } from "../../http/current-user.ts";
import { publishEvents } from "../../http/publish-events.ts";
import {
  amountChanged,
  clearRestoreMark,
  releaseOutdatedSchedule,
  applyPlanChange,
  releaseSchedule,
} from "./apply.ts";
import { previewDueToday, previewNextPayment } from "./preview.ts";
import {
  type StripeSubscriptionRead,
  isAlreadyApplied,
  isOfferPending,
  itemChanges,
  namesOf,
  readStripeSubscription,
  requireChangeAllowed,
  requirePlanChange,
} from "./read.ts";
import type { AppEnv } from "../../http/env.ts";
import { validateJson } from "../../http/json-body.ts";

const BODY_MAX_BYTES = 32 * 1024;

const SHOWN_FOR_S = 30 * 60;

const { change: WORDS } = BILLING_MESSAGES;

const IN_EFFECT = "This change has taken effect already. To have something else, please choose it.";

/** `POST /functions/v1/plan-change`, `/preview` and `/withdraw` */
export function planChangeRoutes(deps: EdgeDeps) {
  return new Hono<AppEnv>()
    .post(
      "/preview",
      ...validateJson(deps.checkoutLimiter, BODY_MAX_BYTES, PlanChangePreviewRequest),
      async (c) => {
        const { payments, own } = await requireOwn(c, deps);
        const selection = selectionOf(c.req.valid("json"));
        const preview = await retry(async () => {
          const current = await readStripeSubscription(payments.stripe, own.id);
          requireChangeAllowed(own, current);
          const decision = requirePlanChange(current, selection);
          const changes = await itemChanges(payments, current, decision);
          const prorationDate = nowIn(current, deps.now());
          const parts = [payments.stripe, current, decision, changes] as const;
          const due = await previewDueToday(...parts, prorationDate);
          const nextPence = await previewNextPayment(...parts, due);
          const { plan, addons } = planAndAddons(current.snapshot.items);
          return {
            subscription_id: own.id,
            direction: decision.direction,
            when: decision.when,
            from: plan === null ? addons : [plan, ...addons],
            to: namesOf(decision.target),
            due_today_pence: due.pence,
            proration_date: prorationDate,
            next_payment_pence: nextPence,
            next_payment_at: current.period.end,
            replaces: replacedBy(current),
          } satisfies PlanChangePreview;
        }, ON_STALE_READ);
        return c.json<PlanChangePreview>(preview);
      },
    )
    .post(
      "/",
      ...validateJson(deps.checkoutLimiter, BODY_MAX_BYTES, PlanChangeRequest),
      async (c) => {
        const { payments, own } = await requireOwn(c, deps);
        const { prorationDate, dueTodayPence, ...selection } = c.req.valid("json");
        const answer = await retry(async () => {
          const current = await readStripeSubscription(payments.stripe, own.id);
          requireChangeAllowed(own, current);
          const age = nowIn(current, deps.now()) - prorationDate;
          const isShown = age >= 0 && age <= SHOWN_FOR_S && prorationDate >= current.period.start;
          if (!isShown) throw amountChanged();
          if (isAlreadyApplied(current, selectionOf(selection))) {
            // Left by a request that was cut off.
            await releaseOutdatedSchedule(payments.stripe, current);
            return { outcome: "applied", url: null } satisfies PlanChangeResponse;
          }
          return applyPlanChange(payments, current, {
            decision: requirePlanChange(current, selectionOf(selection)),
            prorationDate,
            dueTodayPence,
            returnUrl: `${deps.config.SITE_URL}/checkout-success?upgrade=true`,
            async recheck(read) {
              const now = await requireOwn(c, deps, own.id);
              requireChangeAllowed(now.own, read);
              if (isOfferPending(now.own, read)) throw amountChanged();
            },
          });
        }, ON_STALE_READ);
        c.var.log.info("plan_change", { subscriptionId: own.id, outcome: answer.outcome });
        await syncChange(c, deps, payments.stripe, own.customerId);
        return c.json(answer);
      },
    )
    .post(
      "/withdraw",
      ...validateJson(deps.checkoutLimiter, BODY_MAX_BYTES, WithdrawRequest),
      async (c) => {
        const { payments, own } = await requireOwn(c, deps, c.req.valid("json").subscriptionId);
        const { stripe } = payments;
        const { schedule, snapshot, restorePriceIds } = await readStripeSubscription(
          stripe,
          own.id,
        );
        if (snapshot.scheduled !== null || !isInEffect(schedule, snapshot)) {
          if (schedule !== null) await releaseSchedule(stripe, schedule.id);
          if (restorePriceIds !== null) await clearRestoreMark(stripe, own.id);
        }
        await syncChange(c, deps, stripe, own.customerId);
        // The period may have ended meanwhile.
        const after = schedule === null ? null : await readStripeSubscription(stripe, own.id);
        if (after !== null && isInEffect(schedule, after.snapshot)) {
          throw new AppError("change_refused", IN_EFFECT);
        }
        return c.json<WithdrawResponse>({ success: true, message: WORDS.withdrawn });
      },
    );
}

/** Stripe rejects a request when another click or a new period came after the read. */
const ON_STALE_READ = { attempts: 3, isStale: isInvalidRequest } as const;

async function requireOwn(
  c: Context<AppEnv>,
  deps: EdgeDeps,
  subscriptionId: string | null = null,
): Promise<{ payments: StripeGateway; own: UserSubscriptionRow }> {
  const currentUser = await requireUser(c, deps);
  const payments = requireStripe(deps.payments);
  const user = { ...currentUser, at: deps.now().toISOString() };
  const found = await findSubscriptionOfUser(deps.db, user, { id: subscriptionId });
  if (found === null) throw unauthenticatedError();
  const { subscription: own } = found;
  if (own === null && subscriptionId !== null) {
    throw new AppError("not_your_subscription", WORDS.notYours);
  }
  if (own === null || !isOpen(own.status) || own.duplicateOf !== null) {
    throw new AppError("no_subscription", WORDS.noSubscription);
  }
  return { payments, own };
}

/** If the sync fails, the change stands and the webhook syncs. */
async function syncChange(
  c: Context<AppEnv>,
  deps: EdgeDeps,
  stripe: Stripe,
  customerId: string,
): Promise<void> {
  try {
    const synced = await syncCustomer(
      { db: deps.db, stripe, ...c.var.events },
      { customerId, stripeEventId: null },
    );
    if (synced.outcome === "synced") publishEvents(c, synced.events);
  } catch (error) {
    const isAway =
      isStripeUnavailable(error) || (error instanceof Error && isDatabaseUnavailable(error));
    if (!isAway) throw error;
    c.var.log.warn("sync_deferred", { customerId });
  }
}

function selectionOf({ plan, add, remove }: PlanChangePreviewRequest): PlanSelection {
  return { plan: plan ?? null, add: add ?? [], remove: remove ?? [] };
}

/** Seconds since the epoch. Stripe's clock may run ahead. */
function nowIn({ period }: StripeSubscriptionRead, now: Date): number {
  return Math.min(Math.max(Math.floor(now.getTime() / 1_000), period.start), period.end);
}

function isInEffect(
  schedule: Stripe.SubscriptionSchedule | null,
  { items }: SubscriptionState,
): boolean {
  const names = schedule?.metadata?.[SCHEDULED_PRICES_KEY]?.split(" ") ?? [];
  if (names.length === 0) return false;
  return itemsKey(names.map((priceId) => ({ priceId }))) === itemsKey(items);
}

function replacedBy({ snapshot: { scheduled } }: StripeSubscriptionRead): string[] | null {
  return scheduled === null ? null : [...scheduled.priceIds];
}
