import { type Context, Hono } from "hono";
import type * as z from "zod";
import {
  ApplyDiscountRequest,
  CancelRequest,
  DECLINED_OFFER,
  type ActionResponse,
  ResumeRequest,
  type RetentionOfferResponse,
  RetentionOfferRequest,
} from "#contracts/api/cancellation.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { priceSumPence } from "#contracts/billing/plan-change.ts";
import { cancelsImmediately } from "#contracts/billing/cancels-immediately.ts";
import { afterPercents, discountPercentsAt } from "#contracts/billing/discounts.ts";
import { offerPrices, offerError } from "#contracts/billing/retention-offer.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { PLANS } from "#contracts/catalogue.ts";
import { AppError } from "#contracts/errors.ts";
import type { CurrentUserIds } from "#db/accounts/sessions/current-user-sql.ts";
import { findSubscriptionOfUser, type UserSubscriptionRow } from "#db/billing/find-subscription.ts";
import { endOf, factsOf, monthlyPenceOf } from "#db/billing/subscription.ts";
import {
  type CreateSubscriptionRequest,
  createSubscriptionRequest,
} from "#db/billing/subscription-requests/create.ts";
import { recordOfferShown } from "#db/billing/record-offer-shown.ts";
import { retry } from "#db/retry.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireUser, unauthenticatedError } from "../http/current-user.ts";
import { publishEvents } from "../http/publish-events.ts";
import { toUnixSeconds } from "./to-unix-seconds.ts";
import type { AppEnv } from "../http/env.ts";
import { readIdempotencyKey } from "../http/idempotency-key.ts";
import { validateJson } from "../http/json-body.ts";

// The longest feedback: twelve bytes per character when escaped.
const BODY_MAX_BYTES = 16 * 1024;

const { retention: WORDS } = BILLING_MESSAGES;

/** `POST /functions/v1/retention-offer` */
export function retentionOfferRoutes(deps: EdgeDeps) {
  return new Hono<AppEnv>().post(
    "/",
    ...validateJson(deps.checkoutLimiter, BODY_MAX_BYTES, RetentionOfferRequest),
    async (c) => {
      const currentUser = await requireUser(c, deps);
      const { reason = null } = c.req.valid("json");
      const answer = await retryOnConflict(async (): Promise<RetentionOfferResponse | null> => {
        const at = deps.now().toISOString();
        const own = await findSubscription(deps, currentUser, null, at);
        if (own === null || !canCancel(own)) return NO_OFFER;
        const whyNot = offerErrorOf(own);
        // Written again only with a new reason.
        const isNews =
          own.openOffer === null || (reason !== null && own.openOffer.reason !== reason);
        if (whyNot === null && isNews) {
          const isShown = await recordOfferShown(deps.db, {
            customerId: own.customerId,
            version: own.version,
            id: deps.makeId("offer"),
            subscriptionId: own.id,
            reason,
            monthlyPence: monthlyPenceOf(own),
            at,
          });
          if (!isShown) return null;
        }
        return {
          subscription_id: own.id,
          price_id: own.priceId,
          why_not: whyNot,
          ...pricesOf(nextPaymentPence(own)),
          ends_at: toUnixSeconds(endOf(own)),
          renewal_pence: own.renewalPence,
        };
      });
      return c.json<RetentionOfferResponse>(answer);
    },
  );
}

/** `POST /functions/v1/apply-retention-discount`: also takes a cancellation back. */
export function acceptOfferRoutes(deps: EdgeDeps) {
  return new Hono<AppEnv>().post(
    "/",
    ...validateJson(deps.checkoutLimiter, BODY_MAX_BYTES, ApplyDiscountRequest),
    async (c) => {
      const currentUser = await requireUser(c, deps);
      const { subscriptionId, discountPercent, durationMonths } = c.req.valid("json");
      const { percentOff, months } = RETENTION_OFFER;
      if ((discountPercent ?? percentOff) !== percentOff || (durationMonths ?? months) !== months) {
        throw new AppError("offer_terms", WORDS.otherTerms, { details: WORDS.otherTerms });
      }
      const { userId } = currentUser;
      const idempotencyKey = readIdempotencyKey(c);
      const answer = await retryOnConflict(async (): Promise<ActionResponse | null> => {
        const own = await getSubscription(deps, currentUser, subscriptionId);
        if (own.acceptedOffer?.idempotencyKey === idempotencyKey)
          return done(WORDS.claimed, endOf(own));
        requireOfferOpen(own);
        const event = newEvent(
          c.var.events,
          "RetentionApplied",
          { kind: "user", userId },
          {
            ...factsOf(own),
            amountPence: nextPaymentPence(own),
            percentOff,
            months,
            resumes: own.isEnding,
          },
        );
        const isSaved = await saveRequest(c, deps, own, event, { userId, idempotencyKey });
        if (!isSaved) return null;
        return done(WORDS.claimed, null);
      });
      return c.json(answer);
    },
  );
}

/** `POST /functions/v1/cancel-subscription`: at the end of the paid period. */
export function cancelSubscriptionRoutes(deps: EdgeDeps) {
  return new Hono<AppEnv>().post(
    "/",
    ...validateJson(deps.checkoutLimiter, BODY_MAX_BYTES, CancelRequest),
    async (c) => {
      const currentUser = await requireUser(c, deps);
      const { subscriptionId, ...request } = c.req.valid("json");
      const answer = await retryOnConflict(async (): Promise<ActionResponse | null> => {
        const own = await getSubscription(deps, currentUser, subscriptionId);
        const now = deps.now().toISOString();
        if (own.isEnding) return done(cancelMessage(endOf(own), now), endOf(own));
        // The end promised here binds the worker.
        const isUnpaid = cancelsImmediately({
          status: own.status,
          renewalPence: own.renewalPence,
        });
        const endsAt = isUnpaid ? now : own.currentPeriodEnd;
        const event = newEvent(
          c.var.events,
          "SubscriptionCancelled",
          { kind: "user", userId: currentUser.userId },
          { ...factsOf(own), periodEnd: endsAt, isImmediate: isPast(endsAt, now) },
        );
        const isSaved = await saveRequest(c, deps, own, event, {
          userId: currentUser.userId,
          ...cancelReasonOf(request, own),
        });
        return isSaved ? done(cancelMessage(endsAt, now), endsAt) : null;
      });
      return c.json(answer);
    },
  );
}

/** `POST /functions/v1/keep-subscription` */
export function resumeSubscriptionRoutes(deps: EdgeDeps) {
  return new Hono<AppEnv>().post(
    "/",
    ...validateJson(deps.checkoutLimiter, BODY_MAX_BYTES, ResumeRequest),
    async (c) => {
      const currentUser = await requireUser(c, deps);
      const { subscriptionId } = c.req.valid("json");
      const answer = await retryOnConflict(async (): Promise<ActionResponse | null> => {
        const own = await getSubscription(deps, currentUser, subscriptionId);
        if (!own.isEnding) return done(WORDS.kept, endOf(own));
        const { userId } = currentUser;
        const event = newEvent(
          c.var.events,
          "SubscriptionResumed",
          { kind: "user", userId },
          factsOf(own),
        );
        const isSaved = await saveRequest(c, deps, own, event, { userId });
        if (!isSaved) return null;
        return done(own.hasLostChange ? WORDS.keptWithoutChange : WORDS.kept, null);
      });
      return c.json(answer);
    },
  );
}

/** @param decide returns null on a version conflict */
async function retryOnConflict<T>(decide: () => Promise<T | null>): Promise<T> {
  const decision = await retry(decide);
  if (decision === null) throw new Error("others kept changing this customer");
  return decision;
}

/** @returns false on a version conflict */
async function saveRequest(
  c: Context<AppEnv>,
  { db, makeId }: EdgeDeps,
  { version }: UserSubscriptionRow,
  event: CreateSubscriptionRequest["event"],
  said: Omit<CreateSubscriptionRequest, "event" | "version" | "makeId">,
): Promise<boolean> {
  const isSaved = await createSubscriptionRequest(db, { ...said, event, version, makeId });
  if (isSaved) publishEvents(c, [event]);
  return isSaved;
}

function cancelMessage(end: string | null, now: string): string {
  return isPast(end, now) ? WORDS.cancelledAtOnce : WORDS.cancelled;
}

function isPast(moment: string | null, now: string): boolean {
  return moment !== null && Date.parse(moment) <= Date.parse(now);
}

async function findSubscription(
  deps: EdgeDeps,
  currentUser: CurrentUserIds,
  subscriptionId: string | null,
  at: string,
): Promise<UserSubscriptionRow | null> {
  const found = await findSubscriptionOfUser(
    deps.db,
    { ...currentUser, at },
    { id: subscriptionId },
  );
  if (found === null) throw unauthenticatedError();
  return found.subscription;
}

/** @throws {AppError} `not_your_subscription` or `no_subscription` */
async function getSubscription(
  deps: EdgeDeps,
  currentUser: CurrentUserIds,
  subscriptionId: string,
): Promise<UserSubscriptionRow> {
  const own = await findSubscription(deps, currentUser, subscriptionId, deps.now().toISOString());
  if (own === null) throw new AppError("not_your_subscription", WORDS.notYours);
  if (!canCancel(own)) throw new AppError("no_subscription", WORDS.ended);
  return own;
}

/** An incomplete subscription was never paid and expires by itself. */
function canCancel({ status, duplicateOf }: UserSubscriptionRow): boolean {
  return isOpen(status) && status !== "incomplete" && duplicateOf === null;
}

function offerErrorOf({ status, acceptedOffer }: UserSubscriptionRow) {
  return offerError({ status, isRedeemed: acceptedOffer !== null });
}

function requireOfferOpen(own: UserSubscriptionRow): void {
  switch (offerErrorOf(own)) {
    case null:
      return;
    case "not_active":
      throw new AppError("no_subscription", WORDS.notActive);
    case "redeemed":
      throw new AppError("offer_used", WORDS.used);
  }
}

/** The offer page's default feedback is not the user's text. */
function cancelReasonOf(
  { reason, feedback, cause }: Omit<z.infer<typeof CancelRequest>, "subscriptionId">,
  { openOffer: offer }: UserSubscriptionRow,
) {
  const declinedOffer = reason === DECLINED_OFFER.reason;
  const words = feedback === undefined || feedback === DECLINED_OFFER.feedback ? "" : feedback;
  return {
    reason: declinedOffer ? (cause ?? offer?.reason ?? null) : (reason ?? cause ?? null),
    feedback: words === "" ? null : words,
    declinedOffer,
  };
}

/** The next payment without the offer. */
function nextPaymentPence(own: UserSubscriptionRow): number {
  const { scheduled } = own;
  const pence = scheduled === null ? monthlyPenceOf(own) : priceSumPence(scheduled.priceIds);
  return afterPercents(pence, othersOf(own));
}

function othersOf({ discounts, currentPeriodEnd: next }: UserSubscriptionRow): number[] {
  return discountPercentsAt(
    discounts.map(({ percentOff, endsAt }) => ({ percentOff, endsAt: toUnixSeconds(endsAt) })),
    toUnixSeconds(next),
  );
}

function pricesOf(pricePence: number) {
  const { regularPence, discountedPence, savingPence } = offerPrices(pricePence);
  return {
    regular_pence: regularPence,
    discounted_pence: discountedPence,
    saving_pence: savingPence,
  };
}

/** Source: the product specification, business constants. */
const NO_OFFER: RetentionOfferResponse = {
  subscription_id: null,
  price_id: null,
  why_not: "not_active",
  ...pricesOf(PLANS[0].pricePence),
  ends_at: null,
  renewal_pence: null,
};

function done(message: string, endsAt: string | null): ActionResponse {
  return { success: true, message, ends_at: toUnixSeconds(endsAt) };
}
