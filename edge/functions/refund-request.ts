import { Hono } from "hono";
import { type DoneAnswer, RefundRequest } from "#contracts/api/retention.ts";
import { guaranteeRefusal } from "#contracts/billing/guarantee.ts";
import { BILLING_MESSAGES } from "#contracts/billing/messages.ts";
import { isLiving } from "#contracts/billing/statuses.ts";
import { AppError } from "#contracts/errors.ts";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { readRefundCase, type RefundCase } from "#db/billing/read-refund-case.ts";
import { requestRefund } from "#db/billing/request-refund.ts";
import type { Publish } from "../adapters/publish.ts";
import { type CallerDeps, requireAccount, signInFirst } from "../auth/account-caller.ts";
import { announce, makeEvent } from "../auth/announce.ts";
import type { AppEnv } from "../http/env.ts";
import { takesJson } from "../http/json-body.ts";
import type { RateLimiter } from "../http/rate-limit.ts";

// A message of the greatest length takes twelve bytes for a character where all are escaped.
const BODY_MAX_BYTES = 16 * 1024;

export type RefundRequestDeps = CallerDeps & {
  db: Db;
  makeId: MakeId;
  now: () => Date;
  publish: Publish;
  limiter: RateLimiter;
};

/**
 * `POST /functions/v1/refund-request`: asks for the money for a subscription of the caller's back, in writing. A person
 * decides.
 */
export function refundRequestRoutes(deps: RefundRequestDeps) {
  const { db, makeId, now, publish } = deps;
  return new Hono<AppEnv>().post(
    "/",
    ...takesJson(deps.limiter, BODY_MAX_BYTES, RefundRequest),
    async (c) => {
      const caller = await requireAccount(c, deps);
      const { subscriptionId, message = "" } = c.req.valid("json");
      const reader = { ...caller, at: now().toISOString() };
      const read = await readRefundCase(db, reader, subscriptionId);
      if (!read.is_live) throw signInFirst();
      const { customerId, amountPence } = requireRefundable(read.refund_case, reader.at);
      const event = makeEvent(
        c,
        deps,
        "RefundRequested",
        { kind: "user", userId: caller.userId },
        { refundRequestId: makeId("refundRequest"), customerId, subscriptionId, amountPence },
      );
      const isAsked = await requestRefund(db, {
        reader,
        message: message === "" ? null : message,
        event,
        graceMs: publish.graceMs,
      });
      if (!isAsked) throw new AppError("refund_asked", BILLING_MESSAGES.refund.asked);
      announce(c, deps, [event]);
      return c.json<DoneAnswer>({ success: true, message: BILLING_MESSAGES.refund.received });
    },
  );
}

/**
 * @param at the moment, ISO 8601
 * @throws {AppError} that says why the money cannot be asked back
 */
function requireRefundable(refundCase: RefundCase | null, at: string): RefundCase {
  if (refundCase === null) {
    throw new AppError("not_your_subscription", BILLING_MESSAGES.refund.notYours);
  }
  const { asked } = refundCase;
  const refusal = guaranteeRefusal({ ...refundCase, isAsked: asked !== null }, at);
  if (refusal === "asked") {
    throw new AppError("refund_asked", BILLING_MESSAGES.refund[asked ?? "asked"]);
  }
  if (!isLiving(refundCase.status) || refundCase.isDuplicate) {
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
