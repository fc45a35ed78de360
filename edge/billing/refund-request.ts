import { type ActionResponse, RefundRequest } from "#contracts/api/cancellation.ts";
import { refundError } from "#contracts/billing/money-back-guarantee.ts";
import { CURRENCY } from "#contracts/catalogue.ts";
import { AppError } from "#contracts/errors.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { REFUND_MESSAGE_MAX } from "#contracts/text.ts";
import { requestRefund } from "#db/billing/change-refund-requests.ts";
import type { UserSubscriptionRow } from "#db/billing/find-user-subscription.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireUser } from "../http/current-user.ts";
import { bodyMaxBytes, takeJson } from "../http/json-body.ts";
import { publishEvents, userActor } from "../http/publish-events.ts";
import { findOwnSubscription, requireOwnCard } from "./own-subscription.ts";

const BODY_MAX_BYTES = bodyMaxBytes(REFUND_MESSAGE_MAX);

/** `POST /functions/v1/refund-request` */
export const refundRequestRoutes = (deps: EdgeDeps) =>
  takeJson(deps, BODY_MAX_BYTES, RefundRequest, async (c, { subscriptionId, message = "" }) => {
    const currentUser = await requireUser(c, deps);
    const { subscription, at } = await findOwnSubscription(deps, currentUser, {
      id: subscriptionId,
    });
    const { customerId, paidPence, paidCurrency } = requireRefundable(subscription, at);
    const facts = {
      refundRequestId: deps.makeId("refundRequest"),
      customerId,
      subscriptionId,
      amountPence: paidPence,
      currency: paidCurrency ?? CURRENCY,
    };
    const actor = userActor(currentUser.userId);
    const approved = newEvent(c.var.events, "RefundApproved", actor, facts);
    const requested = newEvent(c.var.events, "RefundRequested", actor, facts);
    const outcome = await requestRefund(deps.db, {
      user: { ...currentUser, at },
      message: message === "" ? null : message,
      approved,
      requested,
    });
    if (outcome === null) throw new AppError("refund_asked", BILLING_MESSAGES.refund.before.asked);
    publishEvents(c, [outcome === "requested" ? requested : approved]);
    return c.json<ActionResponse>({ success: true, message: BILLING_MESSAGES.refund[outcome] });
  });

function requireRefundable(
  subscription: UserSubscriptionRow | null,
  at: string,
): UserSubscriptionRow {
  if (subscription === null) {
    throw new AppError("not_your_subscription", BILLING_MESSAGES.refund.notYours);
  }
  switch (refundError(subscription, at)) {
    case null:
      requireOwnCard(subscription);
      return subscription;
    case "asked":
      throw new AppError(
        "refund_asked",
        BILLING_MESSAGES.refund.before[subscription.refundRequest ?? "asked"],
      );
    case "ended":
      throw new AppError("no_subscription", BILLING_MESSAGES.refund.ended);
    case "over":
      throw new AppError("guarantee_over", BILLING_MESSAGES.refund.over);
    case "nothing_paid":
      throw new AppError("guarantee_over", BILLING_MESSAGES.refund.nothingPaid);
  }
}
