import { Hono } from "hono";
import { type ActionResponse, RefundRequest } from "#contracts/api/cancellation.ts";
import { guaranteeError } from "#contracts/billing/money-back-guarantee.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { AppError } from "#contracts/errors.ts";
import { findRefundCase, type RefundCase } from "#db/billing/find-refund-case.ts";
import { requestRefund } from "#db/billing/request-refund.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireUser, unauthenticatedError } from "../http/current-user.ts";
import { publishEvents } from "../http/publish-events.ts";
import type { AppEnv } from "../http/env.ts";
import { validateJson } from "../http/json-body.ts";

// The longest message takes twelve bytes per character when escaped.
const BODY_MAX_BYTES = 16 * 1024;

/** `POST /functions/v1/refund-request`: asks for a refund under the guarantee. */
export function refundRequestRoutes(deps: EdgeDeps) {
  const { db, makeId, now } = deps;
  return new Hono<AppEnv>().post(
    "/",
    ...validateJson(deps.checkoutLimiter, BODY_MAX_BYTES, RefundRequest),
    async (c) => {
      const currentUser = await requireUser(c, deps);
      const { subscriptionId, message = "" } = c.req.valid("json");
      const reader = { ...currentUser, at: now().toISOString() };
      const read = await findRefundCase(db, reader, subscriptionId);
      if (!read.is_session_valid) throw unauthenticatedError();
      const { customerId, amountPence } = requireRefundable(read.refund_case, reader.at);
      const event = newEvent(
        c.var.events,
        "RefundRequested",
        { kind: "user", userId: currentUser.userId },
        { refundRequestId: makeId("refundRequest"), customerId, subscriptionId, amountPence },
      );
      const isAsked = await requestRefund(db, {
        reader,
        message: message === "" ? null : message,
        event,
      });
      if (!isAsked) throw new AppError("refund_asked", BILLING_MESSAGES.refund.asked);
      publishEvents(c, [event]);
      return c.json<ActionResponse>({ success: true, message: BILLING_MESSAGES.refund.received });
    },
  );
}

/**
 * @param at ISO 8601
 * @throws {AppError} saying why no refund is possible
 */
function requireRefundable(refundCase: RefundCase | null, at: string): RefundCase {
  if (refundCase === null) {
    throw new AppError("not_your_subscription", BILLING_MESSAGES.refund.notYours);
  }
  const { asked } = refundCase;
  const refusal = guaranteeError({ ...refundCase, isAsked: asked !== null }, at);
  if (refusal === "asked") {
    throw new AppError("refund_asked", BILLING_MESSAGES.refund[asked ?? "asked"]);
  }
  if (!isOpen(refundCase.status) || refundCase.isDuplicate) {
    throw new AppError("no_subscription", BILLING_MESSAGES.refund.ended);
  }
  switch (refusal) {
    case null:
      return refundCase;
    case "over":
      throw new AppError("guarantee_over", BILLING_MESSAGES.refund.over);
    case "used":
      throw new AppError("guarantee_over", BILLING_MESSAGES.refund.used);
    case "nothing_paid":
      throw new AppError("guarantee_over", BILLING_MESSAGES.refund.nothingPaid);
  }
}
