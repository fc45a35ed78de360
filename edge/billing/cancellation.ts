import type * as z from "zod";
import {
  type ActionResponse,
  CancelRequest,
  DECLINED_OFFER,
  ResumeRequest,
} from "#contracts/api/cancellation.ts";
import { cancelsImmediately } from "#contracts/billing/cancels-immediately.ts";
import { toldItems } from "#contracts/billing/item-names.ts";
import { FEEDBACK_MAX } from "#contracts/billing/retention-offer.ts";
import { isPaidLonger } from "#contracts/billing/upcoming-payments.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import type { UserSubscriptionRow } from "#db/billing/find-user-subscription.ts";
import { endOf, factsOf } from "#db/billing/subscription-facts.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireUser } from "../http/current-user.ts";
import { bodyMaxBytes, takeJson } from "../http/json-body.ts";
import { userActor } from "../http/publish-events.ts";
import {
  requireOwnCard,
  actionResponse,
  getSubscriptionInService,
  retryOnConflict,
  saveRequest,
} from "./own-subscription.ts";

const CANCEL_MAX_BYTES = bodyMaxBytes(FEEDBACK_MAX);

/** `POST /functions/v1/cancel-subscription`: at the end of the paid period. */
export const cancelSubscriptionRoutes = (deps: EdgeDeps) =>
  takeJson(deps, CANCEL_MAX_BYTES, CancelRequest, async (c, { subscriptionId, ...feedback }) => {
    const currentUser = await requireUser(c, deps);
    const response = await retryOnConflict(async (): Promise<ActionResponse | null> => {
      const subscription = await getSubscriptionInService(deps, currentUser, subscriptionId);
      const now = deps.now().toISOString();
      if (subscription.isEnding) return cancelResponse(endOf(subscription), now);
      const { userId } = currentUser;
      // The worker ends the subscription at the time that is promised here.
      const endsAt = cancelsImmediately(subscription) ? now : subscription.currentPeriodEnd;
      const event = newEvent(c.var.events, "SubscriptionCancelled", userActor(userId), {
        ...factsOf(subscription, endsAt ?? now),
        // Stripe collects what waits for an invoice only when the end is still to come.
        ...(isPast(endsAt, now) && { payments: [] }),
        periodEnd: endsAt,
        isImmediate: isPast(endsAt, now),
        isPaidLonger: isPaidLonger(subscription, endsAt),
        bookedPriceIds: toldItems(subscription.scheduled?.items ?? []),
      });
      const request = { event, userId, ...feedbackOf(feedback, subscription) };
      const isSaved = await saveRequest(c, deps, subscription, request);
      return isSaved ? cancelResponse(endsAt, now) : null;
    });
    return c.json(response);
  });

function cancelResponse(endsAt: string | null, now: string): ActionResponse {
  const { cancelled, cancelledAtOnce } = BILLING_MESSAGES.retention;
  return actionResponse(isPast(endsAt, now) ? cancelledAtOnce : cancelled, endsAt);
}

function isPast(timestamp: string | null, now: string): boolean {
  return timestamp !== null && Date.parse(timestamp) <= Date.parse(now);
}

/** The offer page sends a fixed reason and feedback, which are not the user's. */
function feedbackOf(
  { reason, feedback = "", cause }: Omit<z.infer<typeof CancelRequest>, "subscriptionId">,
  { openOffer }: UserSubscriptionRow,
) {
  const isByUser = feedback !== "" && feedback !== DECLINED_OFFER.feedback;
  const declinedOffer = reason === DECLINED_OFFER.reason;
  return {
    reason: declinedOffer ? (cause ?? openOffer?.reason ?? null) : (reason ?? cause ?? null),
    feedback: isByUser ? feedback : null,
    declinedOffer,
  };
}

const RESUME_MAX_BYTES = 4 * 1_024;

const { resumed, resumedWithoutChange } = BILLING_MESSAGES.retention;

/** `POST /functions/v1/keep-subscription` */
export const resumeSubscriptionRoutes = (deps: EdgeDeps) =>
  takeJson(deps, RESUME_MAX_BYTES, ResumeRequest, async (c, { subscriptionId }) => {
    const currentUser = await requireUser(c, deps);
    const response = await retryOnConflict(async (): Promise<ActionResponse | null> => {
      const subscription = await getSubscriptionInService(deps, currentUser, subscriptionId);
      requireOwnCard(subscription);
      if (!subscription.isEnding) return actionResponse(resumed, endOf(subscription));
      const { userId } = currentUser;
      const event = newEvent(c.var.events, "SubscriptionResumed", userActor(userId), {
        ...factsOf(subscription, null),
        lostPriceIds: subscription.lostPriceIds,
      });
      const isSaved = await saveRequest(c, deps, subscription, { event, userId });
      if (!isSaved) return null;
      return actionResponse(
        subscription.lostPriceIds.length > 0 ? resumedWithoutChange : resumed,
        null,
      );
    });
    return c.json(response);
  });
