import { createHash } from "node:crypto";
import type { Stripe } from "stripe";
import {
  isRetentionCoupon,
  OFFER_METADATA_KEY,
  chooseOfferCoupon,
} from "#contracts/billing/offer-length.ts";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { findOpenRequests, type OpenRequests } from "#db/billing/list-subscription-requests.ts";
import { rejectRequest } from "#db/billing/reject-request.ts";
import { completeRequest } from "#db/billing/complete-request.ts";
import { isInvalidRequest } from "#db/stripe/errors.ts";
import { idOf, keySlot } from "./refunds-and-voids.ts";
import { cancellationDetails, cancelNow, isCancellationDue, throwRetryable } from "./cancel-now.ts";

export type ApplyRequest = {
  customerId: string;
  subscriptionId: string;
  correlationId: string;
  again: { end: boolean; discount: boolean };
};

export type ApplyRequestDeps = {
  db: Db;
  stripe: Stripe;
  makeId: MakeId;
  now: () => Date;
  sync: () => Promise<unknown>;
};

export type ApplyRequestResult =
  | { outcome: "applied" | "nothing_pending" }
  | { outcome: "rejected"; why: string };

type PendingRequests = Pick<OpenRequests, "end" | "discount">;

type KeyOf = (act: string, body: object) => Stripe.RequestOptions;

/** A plan change may be committed between read and update; the second try reads again. */
const TRIES_MAX = 2;

const ADJUSTMENTS_MAX = 2;

/**
 * Sends one update with the difference between Stripe and the newest requests. Safe to repeat;
 * the caller holds the customer's lock.
 *
 * @throws any Stripe error except a permanent rejection, which is returned
 */
export async function applyRequest(
  deps: ApplyRequestDeps,
  input: ApplyRequest,
): Promise<ApplyRequestResult> {
  const wanted = await findOpenRequests(deps.db, input.subscriptionId);
  if (wanted === null) return { outcome: "nothing_pending" };
  const pending: PendingRequests = {
    end: input.again.end ? wanted.end : unlessRejected(wanted.end),
    discount: input.again.discount ? wanted.discount : unlessRejected(wanted.discount),
  };
  if (pending.end === null && pending.discount === null) return { outcome: "nothing_pending" };
  const { told, dropped, refused } = await pushToStripe(deps, input.subscriptionId, pending);
  if (refused !== null) await rejectRequests(deps, input, wanted, refused.pending);
  // Before the request is completed: a sync publishes no event for a change that a pending request
  // explains.
  await deps.sync();
  await completeRequest(deps.db, {
    customerId: input.customerId,
    subscriptionId: input.subscriptionId,
    subscriptionRequestId: told.end?.id ?? null,
    acceptedAt: (told.discount ?? dropped)?.accepted_at ?? null,
    isOfferApplied: dropped === null,
    at: deps.now().toISOString(),
  });
  return refused === null ? { outcome: "applied" } : { outcome: "rejected", why: refused.why };
}

function unlessRejected<T extends { rejected_at: string | null }>(said: T | null): T | null {
  return said === null || said.rejected_at !== null ? null : said;
}

type PushResult = {
  told: PendingRequests;
  dropped: PendingRequests["discount"];
  refused: { pending: PendingRequests; why: string } | null;
};

/** Sends all requests in one update. If Stripe rejects it, sends each alone. */
async function pushToStripe(
  deps: ApplyRequestDeps,
  subscriptionId: string,
  pending: PendingRequests,
): Promise<PushResult> {
  const { end, discount } = pending;
  const all = await pushWithRetry(deps, subscriptionId, pending);
  if (all === "over") return { told: { end, discount: null }, dropped: discount, refused: null };
  if (all === "applied") return { told: pending, dropped: null, refused: null };
  if (end === null || discount === null) {
    return { told: { end: null, discount: null }, dropped: null, refused: { pending, ...all } };
  }
  const first = await pushWithRetry(deps, subscriptionId, { end, discount: null });
  if (first === "over") return { told: { end, discount: null }, dropped: discount, refused: null };
  const second = await pushWithRetry(deps, subscriptionId, { end: null, discount });
  const left = {
    end: isRejection(first) ? end : null,
    discount: isRejection(second) ? discount : null,
  };
  const refusal = [first, second].find(isRejection);
  return {
    told: {
      end: left.end === null ? end : null,
      discount: left.discount === null ? discount : null,
    },
    dropped: null,
    refused: refusal === undefined ? null : { pending: left, ...refusal },
  };
}

type PushOutcome = "applied" | "over" | { why: string };

function isRejection(answer: PushOutcome): answer is Exclude<PushOutcome, string> {
  return typeof answer !== "string";
}

async function pushWithRetry(
  deps: ApplyRequestDeps,
  subscriptionId: string,
  pending: PendingRequests,
): Promise<PushOutcome> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await pushOnce(deps, subscriptionId, pending, tries);
    } catch (error) {
      if (!isInvalidRequest(error)) throw error;
      if (tries < TRIES_MAX) continue;
      return { why: `${error.code ?? error.type} (${error.statusCode ?? 400})` };
    }
  }
}

async function pushOnce(
  { stripe, now }: ApplyRequestDeps,
  subscriptionId: string,
  pending: PendingRequests,
  tries: number,
): Promise<PushOutcome> {
  const before = await stripe.subscriptions.retrieve(subscriptionId, {
    expand: ["discounts", "latest_invoice"],
  });
  const leaving = pending.end?.action === "cancel" ? pending.end : null;
  const isOver = !isOpen(before.status);
  if (leaving !== null && (isOver || (await isCancellationDue(stripe, before, leaving, now())))) {
    await cancelNow(stripe, before, leaving);
    return "over";
  }
  if (isOver) return { why: "the subscription is over" };
  const endChange = cancelParams(before, pending.end);
  const update = { ...endChange, ...(pending.discount === null ? {} : offerParams(before)) };
  const slot = keySlot(now());
  const key: KeyOf = (act, body) => ({
    // With the try, because a repeated key would return the stored rejection.
    idempotencyKey: `settle.${act}.${hashOf([subscriptionId, pending, body, slot, tries])}`,
  });
  if (endChange.cancel_at_period_end === true && before.pending_update !== null) {
    await voidInvoiceIfOpen(stripe, before.latest_invoice);
  }
  let scheduleId = idOf(before.schedule);
  if (scheduleId !== null && Object.keys(endChange).length > 0) {
    // Stripe cannot change the end of a subscription under a schedule.
    await stripe.subscriptionSchedules.release(scheduleId, {}, key("release", { scheduleId }));
    scheduleId = null;
  }
  if (Object.keys(update).length > 0) {
    await stripe.subscriptions.update(subscriptionId, update, key("update", update));
  }
  if (pending.discount !== null) {
    await adjustOfferCoupon(stripe, subscriptionId, key);
    if (scheduleId !== null) await copyDiscountsToSchedule(stripe, subscriptionId, scheduleId, key);
  }
  return "applied";
}

function cancelParams(
  before: Stripe.Subscription,
  end: OpenRequests["end"],
): Pick<
  Stripe.SubscriptionUpdateParams,
  "cancel_at" | "cancel_at_period_end" | "cancellation_details"
> {
  const isEnding = before.cancel_at_period_end || before.cancel_at !== null;
  if (end === null || isEnding === (end.action === "cancel")) return {};
  if (end.action === "resume") {
    // Stripe's portal sets `cancel_at` only.
    return before.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: "" };
  }
  return { cancel_at_period_end: true, ...cancellationDetails(end) };
}

function offerParams(
  before: Stripe.Subscription,
): Pick<Stripe.SubscriptionUpdateParams, "discounts" | "metadata"> {
  const { offer, others } = splitDiscounts(before);
  if (offer !== null || before.metadata[OFFER_METADATA_KEY] !== undefined) return {};
  return offerDiscountParams(others, RETENTION_OFFER.couponId);
}

function splitDiscounts({ discounts }: Stripe.Subscription): {
  offer: Stripe.Discount | null;
  others: Stripe.SubscriptionUpdateParams.Discount[];
} {
  const expanded = discounts.filter((discount) => typeof discount !== "string");
  const offer = expanded.find(({ source }) => isRetentionCoupon(idOf(source.coupon))) ?? null;
  return {
    offer,
    others: expanded.filter((one) => one !== offer).map(({ id }) => ({ discount: id })),
  };
}

function offerDiscountParams(
  others: Stripe.SubscriptionUpdateParams.Discount[],
  couponId: string,
): Required<Pick<Stripe.SubscriptionUpdateParams, "discounts" | "metadata">> {
  return {
    discounts: [...others, { coupon: couponId }],
    metadata: { [OFFER_METADATA_KEY]: couponId },
  };
}

/**
 * Swaps the coupon if it would expire before the third renewal. Stripe counts its months from the
 * time of the update, so only the applied discount shows its end.
 *
 * @throws {Error} also when Stripe rejects this update: the offer itself is applied
 */
async function adjustOfferCoupon(
  stripe: Stripe,
  subscriptionId: string,
  key: KeyOf,
): Promise<void> {
  for (let fits = 0; fits < ADJUSTMENTS_MAX; fits += 1) {
    const given = await stripe.subscriptions.retrieve(subscriptionId, { expand: ["discounts"] });
    const { offer, others } = splitDiscounts(given);
    const [item] = given.items.data;
    if (offer === null || item === undefined || offer.start < item.current_period_start) return;
    const { couponId } = chooseOfferCoupon({
      start: offer.start,
      periodEnd: item.current_period_end,
      anchor: given.billing_cycle_anchor,
    });
    if (idOf(offer.source.coupon) === couponId) return;
    const update = offerDiscountParams(others, couponId);
    await throwRetryable("the offer's length", () =>
      stripe.subscriptions.update(
        subscriptionId,
        update,
        key("fit", { instead: offer.id, update }),
      ),
    );
  }
}

async function voidInvoiceIfOpen(
  stripe: Stripe,
  invoice: Stripe.Subscription["latest_invoice"],
): Promise<void> {
  if (invoice === null || typeof invoice === "string" || invoice.status !== "open") return;
  await stripe.invoices.voidInvoice(invoice.id);
}

/**
 * Each phase of a schedule has its own discounts.
 *
 * @throws {Error} also when Stripe rejects it: the offer itself is applied
 */
async function copyDiscountsToSchedule(
  stripe: Stripe,
  subscriptionId: string,
  scheduleId: string,
  key: KeyOf,
): Promise<void> {
  const [{ discounts }, { current_phase: current, phases }] = await Promise.all([
    stripe.subscriptions.retrieve(subscriptionId, { expand: ["discounts"] }),
    stripe.subscriptionSchedules.retrieve(scheduleId),
  ]);
  if (current === null) return;
  const discountsAt = (moment: number) =>
    discounts.flatMap((discount) => {
      if (typeof discount === "string") return [];
      return discount.end === null || discount.end > moment ? [{ discount: discount.id }] : [];
    });
  const update: Stripe.SubscriptionScheduleUpdateParams = {
    phases: phases
      .filter(({ start_date: start }) => start >= current.start_date)
      .map((phase) => ({
        items: phase.items.map(({ price, quantity }) => ({
          price: idOf(price),
          ...(quantity === undefined ? {} : { quantity }),
        })),
        start_date: phase.start_date,
        end_date: phase.end_date,
        proration_behavior: phase.proration_behavior,
        discounts: discountsAt(phase.start_date),
        ...(phase.metadata === null ? {} : { metadata: phase.metadata }),
      })),
  };
  await throwRetryable("a schedule's discounts", () =>
    stripe.subscriptionSchedules.update(scheduleId, update, key("carry", update)),
  );
}

async function rejectRequests(
  { db, makeId, now }: ApplyRequestDeps,
  { customerId, subscriptionId, correlationId }: ApplyRequest,
  wanted: OpenRequests,
  refused: PendingRequests,
): Promise<void> {
  const context = { makeId, now, correlationId };
  const facts = {
    customerId,
    subscriptionId,
    priceIds: wanted.price_ids,
    amountPence: wanted.monthly_pence,
    periodEnd: wanted.current_period_end,
  };
  const make = (request: EventOf<"SubscriptionRequestRejected">["data"]["request"]) =>
    newEvent(
      context,
      "SubscriptionRequestRejected",
      { kind: "system", name: "billing" },
      { ...facts, request },
    );
  const { end, discount } = refused;
  if (end !== null) {
    const event = make(end.action === "cancel" ? "cancellation" : "resumption");
    await rejectRequest(db, { event, what: { subscriptionRequestId: end.id } });
  }
  if (discount !== null) {
    await rejectRequest(db, {
      event: make("discount"),
      what: { acceptedAt: discount.accepted_at },
    });
  }
}

function hashOf(values: unknown): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 32);
}
