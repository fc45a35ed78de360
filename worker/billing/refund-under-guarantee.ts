import { newEvent } from "#contracts/events/new-event.ts";
import type { RefundRequestFacts } from "#contracts/events/refunds.ts";
import { BILLING_ACTOR } from "#db/billing/billing-actor.ts";
import { completeRefundRequest } from "#db/billing/change-refund-requests.ts";
import type { CustomerDeps } from "./billing-deps.ts";
import { refundSubscription } from "./refund-subscription.ts";
import type { Refunded } from "./refunds-and-voids.ts";

export type RefundUnderGuarantee = {
  /** The approval's event: a later approval needs a new idempotency key. */
  eventId: string;
  correlationId: string;
  request: RefundRequestFacts;
};

/** Refunds and cancels the subscription, and publishes what a dispute keeps from being refunded. */
export async function refundUnderGuarantee(
  deps: CustomerDeps,
  { eventId, correlationId, request }: RefundUnderGuarantee,
): Promise<Refunded> {
  const refunded = await refundSubscription(deps.stripe, {
    subscriptionId: request.subscriptionId,
    reason: "requested_by_customer",
    key: eventId,
    since: null,
  });
  const { disputedPence } = refunded;
  await deps.sync();
  await completeRefundRequest(deps.db, {
    id: request.refundRequestId,
    at: deps.now().toISOString(),
    disputed:
      disputedPence === 0
        ? null
        : newEvent({ ...deps, correlationId }, "RefundDisputed", BILLING_ACTOR, {
            ...request,
            amountPence: disputedPence,
          }),
  });
  return refunded;
}
