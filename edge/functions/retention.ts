import { type Context, Hono } from "hono";
import { z } from "zod";
import {
  ApplyDiscountRequest,
  CancelRequest,
  DECLINED_OFFER,
  type DoneAnswer,
  KeepRequest,
  type OfferAnswer,
  OfferRequest,
} from "#contracts/api/retention.ts";
import { BILLING_MESSAGES } from "#contracts/billing/messages.ts";
import { RETENTION_OFFER } from "#contracts/billing/offers.ts";
import { monthlyPence } from "#contracts/billing/change.ts";
import { endsAtOnce } from "#contracts/billing/ends-at-once.ts";
import { afterPercents, percentsAt } from "#contracts/billing/discounts.ts";
import { offerPrices, offerRefusal } from "#contracts/billing/retention.ts";
import { isLiving } from "#contracts/billing/statuses.ts";
import { PLANS } from "#contracts/catalogue.ts";
import { AppError } from "#contracts/errors.ts";
import type { SubscriptionFacts } from "#contracts/events/subscription-transitions.ts";
import type { MakeId } from "#contracts/ids.ts";
import { MESSAGES } from "#contracts/messages.ts";
import type { CallerIds } from "#db/auth/account.ts";
import type { Db } from "#db/client.ts";
import { claimOffer } from "#db/billing/claim-offer.ts";
import { loadOwnSubscription, type OwnSubscription } from "#db/billing/load-own-subscription.ts";
import { type RequestEnd, requestEnd } from "#db/billing/request-end.ts";
import { showOffer } from "#db/billing/show-offer.ts";
import type { Publish } from "../adapters/publish.ts";
import { type CallerDeps, requireAccount, signInFirst } from "../auth/account-caller.ts";
import { announce, makeEvent } from "../auth/announce.ts";
import { decideInTurn } from "../billing/decide-in-turn.ts";
import { seconds } from "../billing/seconds.ts";
import type { AppEnv } from "../http/env.ts";
import { takesJson } from "../http/json-body.ts";
import type { RateLimiter } from "../http/rate-limit.ts";

// Feedback of the greatest length takes twelve bytes for a character where all are escaped.
const BODY_MAX_BYTES = 16 * 1024;

const { retention: WORDS } = BILLING_MESSAGES;

const Uuid = z.uuid();

export type RetentionDeps = CallerDeps & {
  db: Db;
  makeId: MakeId;
  now: () => Date;
  publish: Publish;
  limiter: RateLimiter;
};

/** `POST /functions/v1/retention-offer`: the offer to stay, for the caller's subscription. */
export function retentionOfferRoutes(deps: RetentionDeps) {
  return new Hono<AppEnv>().post(
    "/",
    ...takesJson(deps.limiter, BODY_MAX_BYTES, OfferRequest),
    async (c) => {
      const caller = await requireAccount(c, deps);
      const { reason = null } = c.req.valid("json");
      const answer = await decideInTurn(async (): Promise<OfferAnswer | null> => {
        const at = deps.now().toISOString();
        const own = await loadOwn(deps, caller, null, at);
        if (own === null || !canChange(own)) return NO_OFFER;
        const whyNot = refusalOf(own);
        // What was shown already is written again only where it says more.
        const isNews =
          own.open_offer === null || (reason !== null && own.open_offer.reason !== reason);
        if (whyNot === null && isNews) {
          const isShown = await showOffer(deps.db, {
            customerId: own.customer_id,
            version: own.version,
            id: deps.makeId("offer"),
            subscriptionId: own.id,
            reason,
            monthlyPence: own.monthly_pence,
            at,
          });
          if (!isShown) return null;
        }
        return {
          subscription_id: own.id,
          price_id: own.price_id,
          why_not: whyNot,
          ...pricesOf(nextPence(own)),
          ends_at: seconds(own.ends_at),
          renewal_pence: own.renewal_pence,
        };
      });
      return c.json<OfferAnswer>(answer);
    },
  );
}

/**
 * `POST /functions/v1/apply-retention-discount`: takes the offer to stay, once for each subscription. An end that is set
 * is taken back with it.
 */
export function applyDiscountRoutes(deps: RetentionDeps) {
  return new Hono<AppEnv>().post(
    "/",
    ...takesJson(deps.limiter, BODY_MAX_BYTES, ApplyDiscountRequest),
    async (c) => {
      const caller = await requireAccount(c, deps);
      const { subscriptionId, discountPercent, durationMonths } = c.req.valid("json");
      const { percentOff, months } = RETENTION_OFFER;
      if ((discountPercent ?? percentOff) !== percentOff || (durationMonths ?? months) !== months) {
        throw new AppError("offer_terms", WORDS.otherTerms, { details: WORDS.otherTerms });
      }
      const claimKey = readClaimKey(c.req.header("idempotency-key"));
      const answer = await decideInTurn(async (): Promise<DoneAnswer | null> => {
        const own = await requireOwn(deps, caller, subscriptionId);
        const isRepeated = own.redemption?.is_refused === false;
        if (isRepeated && own.redemption?.claim_key === claimKey) return done(WORDS.claimed, own);
        requireOfferOpen(own);
        const event = makeEvent(
          c,
          deps,
          "RetentionApplied",
          { kind: "user", userId: caller.userId },
          {
            ...factsOf(own),
            amountPence: nextPence(own),
            percentOff,
            months,
            resumes: own.is_ending,
          },
        );
        const isClaimed = await claimOffer(deps.db, {
          event,
          version: own.version,
          userId: caller.userId,
          claimKey,
          endRequestId: deps.makeId("endRequest"),
          graceMs: deps.publish.graceMs,
        });
        if (!isClaimed) return null;
        announce(c, deps, [event]);
        return done(WORDS.claimed, { ends_at: null });
      });
      return c.json(answer);
    },
  );
}

/**
 * `POST /functions/v1/cancel-subscription`: sets the end of the period that is paid for as the end. What owes a payment ends at
 * once: the period that runs is not paid for. So does what was renewed within the hour, and its renewal is not taken.
 */
export function cancelSubscriptionRoutes(deps: RetentionDeps) {
  return new Hono<AppEnv>().post(
    "/",
    ...takesJson(deps.limiter, BODY_MAX_BYTES, CancelRequest),
    async (c) => {
      const caller = await requireAccount(c, deps);
      const { subscriptionId, ...request } = c.req.valid("json");
      const answer = await decideInTurn(async (): Promise<DoneAnswer | null> => {
        const own = await requireOwn(deps, caller, subscriptionId);
        const now = deps.now().toISOString();
        if (own.is_ending) return done(wordsOfEnd(own.ends_at, now), own);
        // What is told here is what the provider is held to.
        const isUnpaid = endsAtOnce({ status: own.status, renewalPence: own.renewal_pence });
        const endsAt = isUnpaid ? now : own.current_period_end;
        const event = makeEvent(
          c,
          deps,
          "SubscriptionCancelled",
          { kind: "user", userId: caller.userId },
          { ...factsOf(own), periodEnd: endsAt, isAtOnce: isBy(endsAt, now) },
        );
        const said = { userId: caller.userId, ...whyOf(request, own) };
        const isAsked = await askEnd(c, deps, own, event, said);
        return isAsked ? done(wordsOfEnd(endsAt, now), { ends_at: endsAt }) : null;
      });
      return c.json(answer);
    },
  );
}

/** `POST /functions/v1/keep-subscription`: takes an end that is set back. */
export function keepSubscriptionRoutes(deps: RetentionDeps) {
  return new Hono<AppEnv>().post(
    "/",
    ...takesJson(deps.limiter, BODY_MAX_BYTES, KeepRequest),
    async (c) => {
      const caller = await requireAccount(c, deps);
      const { subscriptionId } = c.req.valid("json");
      const answer = await decideInTurn(async (): Promise<DoneAnswer | null> => {
        const own = await requireOwn(deps, caller, subscriptionId);
        if (!own.is_ending) return done(WORDS.kept, own);
        const { userId } = caller;
        const event = makeEvent(
          c,
          deps,
          "SubscriptionResumed",
          { kind: "user", userId },
          factsOf(own),
        );
        const said = { userId, reason: null, feedback: null, declinedOffer: false };
        const isAsked = await askEnd(c, deps, own, event, said);
        if (!isAsked) return null;
        return done(own.has_lost_change ? WORDS.keptWithoutChange : WORDS.kept, { ends_at: null });
      });
      return c.json(answer);
    },
  );
}

/**
 * Writes what the caller says of the end of their subscription, and announces it.
 *
 * @returns false when somebody else wrote first
 */
async function askEnd(
  c: Context<AppEnv>,
  deps: RetentionDeps,
  own: OwnSubscription,
  event: RequestEnd["event"],
  said: Pick<RequestEnd, "userId" | "reason" | "feedback" | "declinedOffer">,
): Promise<boolean> {
  const isAsked = await requestEnd(deps.db, {
    ...said,
    id: deps.makeId("endRequest"),
    version: own.version,
    event,
    graceMs: deps.publish.graceMs,
  });
  if (isAsked) announce(c, deps, [event]);
  return isAsked;
}

/** What is said of an end that is set, or has just been. */
function wordsOfEnd(end: string | null, now: string): string {
  return isBy(end, now) ? WORDS.cancelledAtOnce : WORDS.cancelled;
}

/** Whether a moment has come; null for one that nobody knows. */
function isBy(moment: string | null, now: string): boolean {
  return moment !== null && Date.parse(moment) <= Date.parse(now);
}

/** @throws {AppError} `invalid_idempotency_key` */
function readClaimKey(header: string | undefined): string {
  if (header === undefined) return crypto.randomUUID();
  const key = Uuid.safeParse(header);
  if (key.success) return key.data.toLowerCase();
  throw new AppError("invalid_idempotency_key", MESSAGES.refused.invalidIdempotencyKey);
}

/** @throws {AppError} `unauthenticated` for a session that has ended */
async function loadOwn(
  deps: RetentionDeps,
  caller: CallerIds,
  subscriptionId: string | null,
  at: string,
): Promise<OwnSubscription | null> {
  const found = await loadOwnSubscription(deps.db, { ...caller, at }, subscriptionId);
  if (!found.is_live) throw signInFirst();
  return found.subscription;
}

/** @throws {AppError} `not_your_subscription`, or `no_subscription` for what has ended or is on its way out */
async function requireOwn(
  deps: RetentionDeps,
  caller: CallerIds,
  subscriptionId: string,
): Promise<OwnSubscription> {
  const own = await loadOwn(deps, caller, subscriptionId, deps.now().toISOString());
  if (own === null) throw new AppError("not_your_subscription", WORDS.notYours);
  if (!canChange(own)) throw new AppError("no_subscription", WORDS.ended);
  return own;
}

/** What was never paid for has not begun, and lapses by itself. */
function canChange({ status, is_duplicate: isDuplicate }: OwnSubscription): boolean {
  return isLiving(status) && status !== "incomplete" && !isDuplicate;
}

function refusalOf({ status, redemption }: OwnSubscription) {
  return offerRefusal({ status, isRedeemed: redemption !== null && !redemption.is_refused });
}

/** @throws {AppError} that says why the offer cannot be had */
function requireOfferOpen(own: OwnSubscription): void {
  switch (refusalOf(own)) {
    case null:
      return;
    case "not_active":
      throw new AppError("no_subscription", WORDS.notActive);
    case "redeemed":
      throw new AppError("offer_used", WORDS.used);
  }
}

function factsOf(own: OwnSubscription): SubscriptionFacts {
  return {
    customerId: own.customer_id,
    subscriptionId: own.id,
    priceIds: own.price_ids,
    amountPence: own.monthly_pence,
    periodEnd: own.current_period_end,
  };
}

/** Why somebody leaves. What the offer's page says for everybody is nobody's own words. */
function whyOf(
  { reason, feedback, cause }: Omit<z.infer<typeof CancelRequest>, "subscriptionId">,
  { open_offer: offer }: OwnSubscription,
) {
  const declinedOffer = reason === DECLINED_OFFER.reason;
  const words = feedback === undefined || feedback === DECLINED_OFFER.feedback ? "" : feedback;
  return {
    reason: declinedOffer ? (cause ?? offer?.reason ?? null) : (reason ?? cause ?? null),
    feedback: words === "" ? null : words,
    declinedOffer,
  };
}

/** What the next payment comes to without the offer, add-ons and other discounts counted in. */
function nextPence(own: OwnSubscription): number {
  const { monthly_pence: now, scheduled } = own;
  const pence = scheduled === null ? now : monthlyPence(scheduled.priceIds);
  return afterPercents(pence, othersOf(own));
}

function othersOf({ discounts, current_period_end: next }: OwnSubscription): number[] {
  return percentsAt(
    discounts.map(({ percentOff, endsAt }) => ({ percentOff, endsAt: seconds(endsAt) })),
    seconds(next),
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

/** Source of the price that stands where there is none of one's own: the product specification, business constants. */
const NO_OFFER: OfferAnswer = {
  subscription_id: null,
  price_id: null,
  why_not: "not_active",
  ...pricesOf(PLANS[0].pricePence),
  ends_at: null,
  renewal_pence: null,
};

function done(message: string, { ends_at: endsAt }: Pick<OwnSubscription, "ends_at">): DoneAnswer {
  return { success: true, message, ends_at: seconds(endsAt) };
}
