import { randomUUID } from "node:crypto";
import { DECLINED_OFFER } from "#contracts/api/cancellation.ts";
import { CheckoutSessionResponse } from "#contracts/api/checkout-session.ts";
import { PlanChangePreview, PlanChangeResponse } from "#contracts/api/plan-change.ts";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { ADDONS, type CatalogueItem, isIncludedIn, PLANS } from "#contracts/catalogue.ts";
import { PLAN } from "../../support/catalogue.ts";
import type { StripeClient } from "../stripe-client.ts";
import type { ActionKind, ActionRequest, ActionResponse } from "./customer-actions.ts";
import type { HttpRequest } from "./http-client.ts";

export interface Customer {
  readonly email: string;
  readonly site: string;
  readonly stripe: StripeClient;
  readonly random: () => number;
  readonly pause: (fromMs: number, toMs: number) => Promise<void>;
  readonly send: (request: ActionRequest) => Promise<ActionResponse>;
  readonly read: (request: HttpRequest) => Promise<ActionResponse>;
}

export async function buy(customer: Customer): Promise<void> {
  const { email, site, stripe, random, pause, send, read } = customer;
  const plan = pick(random, PLANS) ?? PLAN.starter;
  const addon = random() < 0.5 ? pick(random, addonsOf(plan.priceId)) : undefined;
  const { body, action } = await send({
    kind: "checkout",
    path: "/functions/v1/stripe-checkout",
    body: {
      lineItems: [plan, ...(addon === undefined ? [] : [addon])].map(({ priceId }) => ({
        priceId,
        quantity: 1,
      })),
      mode: "subscription",
      successUrl: `${site}/checkout-success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${site}/checkout`,
    },
  });
  // A checkout counts as accepted once it is paid.
  action.isAccepted = false;
  const sessionId = /cs_test_[A-Za-z0-9]+/.exec(JSON.stringify(body))?.[0];
  if (sessionId === undefined || (await stripe.pay(sessionId, { email })) !== 200) return;
  action.isAccepted = true;
  for (;;) {
    const session = await read({
      method: "GET",
      path: `/functions/v1/checkout-session?session_id=${sessionId}`,
    });
    const { data } = CheckoutSessionResponse.safeParse(session.body);
    if (data?.outcome === "complete" && data.subscription !== null) {
      action.subscriptionId = data.subscription.subscription_id;
      return;
    }
    await pause(500, 1_000);
  }
}

export async function takeStep(
  customer: Customer,
  subscription: SubscriptionDetails,
): Promise<void> {
  const { subscription_id: subscriptionId, ends_at: endsAt } = subscription;
  const request = (
    kind: ActionKind,
    path: string,
    more: object = {},
    headers: HttpRequest["headers"] = {},
  ) =>
    customer.send({
      kind,
      path: `/functions/v1/${path}`,
      subscriptionId,
      body: { subscriptionId, ...more },
      headers,
    });
  const chance = customer.random();
  if (endsAt !== null && chance < 0.5) await request("resume", "keep-subscription");
  else if (chance < 0.42) await changePlan(customer, subscription);
  else if (chance < 0.5 && subscription.scheduled !== null) {
    await request("withdraw", "plan-change/withdraw");
  } else if (chance < 0.72) await request("cancel", "cancel-subscription", DECLINED_OFFER);
  else if (chance < 0.92 && subscription.offer !== null) {
    const offer = {
      discountPercent: RETENTION_OFFER.percentOff,
      durationMonths: RETENTION_OFFER.months,
    };
    const key = { "idempotency-key": randomUUID() };
    await request("accept-offer", "apply-retention-discount", offer, key);
  } else if (chance > 0.97 && subscription.guarantee.state === "available") {
    await request("refund", "refund-request", { message: "It is not what I hoped for." });
  }
}

async function changePlan(customer: Customer, subscription: SubscriptionDetails): Promise<void> {
  const change = pick(customer.random, planChangesOf(subscription));
  const response = await customer.read({ path: "/functions/v1/plan-change/preview", body: change });
  const preview = PlanChangePreview.safeParse(response.body);
  if (!preview.success) return;
  const { when, to, due_today_pence: dueTodayPence, proration_date: prorationDate } = preview.data;
  const { action, body } = await customer.send({
    kind: "plan-change",
    path: "/functions/v1/plan-change",
    body: { ...change, prorationDate, dueTodayPence },
    subscriptionId: preview.data.subscription_id,
    change: { when, priceIds: to, isCharged: when === "now" && dueTodayPence > 0 },
  });
  const { data } = PlanChangeResponse.safeParse(body);
  if (action.isAccepted && !["applied", "scheduled"].includes(data?.outcome ?? "")) {
    throw new Error(`a plan change was answered with ${JSON.stringify(body)}`);
  }
}

/** Each other plan, up to two add-ons more, one less. */
function planChangesOf({ price_id: planId, items }: SubscriptionDetails) {
  const addons = items.flatMap(({ price_id: priceId }) =>
    ADDONS.filter((addon) => addon.priceId === priceId),
  );
  const otherAddons = addonsOf(planId).filter((addon) => !addons.includes(addon));
  return [
    ...PLANS.filter(({ priceId }) => priceId !== planId).map(({ priceId }) => ({ plan: priceId })),
    ...otherAddons.slice(0, 2).map(({ priceId }) => ({ add: [priceId] })),
    ...addons.slice(0, 1).map(({ priceId }) => ({ remove: [priceId] })),
  ];
}

function addonsOf(planId: string | null): (typeof ADDONS)[number][] {
  return ADDONS.filter((addon: CatalogueItem) => !isIncludedIn(addon, planId));
}

function pick<T>(random: () => number, items: readonly T[]): T | undefined {
  return items[Math.floor(random() * items.length)];
}
