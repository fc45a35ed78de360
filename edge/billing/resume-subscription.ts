import { Hono } from "hono";
import { type ActionResponse, ResumeRequest } from "#contracts/api/cancellation.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { endOf, factsOf } from "#db/billing/subscription-facts.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireUser } from "../http/current-user.ts";
import type { AppEnv } from "../http/env.ts";
import { validateJson } from "../http/json-body.ts";
import { userActor } from "../http/user-actor.ts";
import { requireOwnCard } from "./require-own-card.ts";
import {
  actionResponse,
  getSubscriptionInService,
  retryOnConflict,
  saveRequest,
} from "./subscription-request-steps.ts";

const BODY_MAX_BYTES = 4 * 1_024;

const { resumed, resumedWithoutChange } = BILLING_MESSAGES.retention;

/** `POST /functions/v1/keep-subscription` */
export function resumeSubscriptionRoutes(deps: EdgeDeps) {
  return new Hono<AppEnv>().post(
    "/",
    ...validateJson(deps.apiLimiter, BODY_MAX_BYTES, ResumeRequest),
    async (c) => {
      const currentUser = await requireUser(c, deps);
      const { subscriptionId } = c.req.valid("json");
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
    },
  );
}
