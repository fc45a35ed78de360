import { sql } from "drizzle-orm";
import { z } from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { refundRequests } from "#db/schema/billing.ts";
import { auditLog } from "#db/schema/events.ts";
import { Reason } from "./reason.ts";

export type RefundDecision = {
  /** The operator is its actor. */
  event: EventOf<"RefundApproved"> | EventOf<"RefundDeclined">;
  /** The RefundRequested event, under which the audit log records the decision. */
  requestEventId: string;
  userId: string;
  reason: string;
};

export type DecisionResult =
  | { outcome: "decided" }
  | { outcome: "decided_before" }
  | { outcome: "not_found" };

const Verdict = z.object({ is_decided: z.boolean() });

/**
 * Approves or declines a refund request, with its event and audit row. Of two operators at once
 * one decides.
 *
 * @throws {z.ZodError} when the reason is empty or too long
 */
export async function decideRefund(
  db: Db,
  { event, requestEventId, userId, reason: given }: RefundDecision,
): Promise<DecisionResult> {
  const reason = Reason.parse(given);
  const { refundRequestId, customerId } = event.data;
  const state = event.type === "RefundApproved" ? "approved" : "declined";
  const [verdict] = await rowsOf(
    db,
    sql`with request as (
      select id, state from ${refundRequests} where id = ${refundRequestId} for update
    ), decided as (
      update ${refundRequests} decided set state = ${state}, decided_at = ${event.occurredAt}::timestamptz,
        decided_by = ${userId}::uuid
      from request where decided.id = request.id and request.state = 'asked'
      returning decided.id
    ), event as (
      ${insertEvent(event, { type: "customer", id: customerId }, sql`from decided`)}
    ), audited as (
      insert into ${auditLog} (event_id, action, actor, subject_type, subject_id, data, at)
      select ${requestEventId},
        case when exists (select from decided) then ${`refund.${state}`} else 'refund.nothing_to_do' end,
        ${JSON.stringify(event.actor)}::jsonb, 'customer', ${customerId},
        jsonb_build_object('event', 'RefundRequested', 'correlationId', ${event.correlationId}::text,
          'reason', ${reason}::text, 'refundRequestId', request.id, 'before', request.state),
        ${event.occurredAt}::timestamptz
      from request
    )
    select exists (select from decided) as is_decided from request`,
    Verdict,
  );
  if (verdict === undefined) return { outcome: "not_found" };
  return { outcome: verdict.is_decided ? "decided" : "decided_before" };
}
