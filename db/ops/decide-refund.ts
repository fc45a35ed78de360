import { eq, sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { isUndecided } from "#db/billing/guarantee-sql.ts";
import type { Db } from "#db/client.ts";
import { writeEvent } from "#db/events/insert-event.ts";
import { refundRequests } from "#db/schema/billing.ts";
import { auditLog } from "#db/schema/events.ts";
import { Reason } from "../reason.ts";

export type RefundDecision = {
  event: EventOf<"RefundApproved"> | EventOf<"RefundDeclined">;
  /** The RefundRequested event, under which the audit log records the decision. */
  requestEventId: string;
  userId: string;
  reason: string;
};

type DecisionResult = { outcome: "decided" | "decided_before" | "not_found" };

/**
 * @throws {z.ZodError} when the reason is empty or too long
 */
export async function decideRefund(
  db: Db,
  { event, requestEventId, userId, reason: reasonText }: RefundDecision,
): Promise<DecisionResult> {
  const reason = Reason.parse(reasonText);
  const { refundRequestId, customerId } = event.data;
  const state = event.type === "RefundApproved" ? "approved" : "declined";
  return db.transaction(async (tx) => {
    // When two operators decide at once, the second waits here and finds the first one's decision.
    const [request] = await tx
      .select({
        state: refundRequests.state,
        isUndecided: isUndecided(sql`${refundRequests}`),
      })
      .from(refundRequests)
      .where(eq(refundRequests.id, refundRequestId))
      .for("update");
    if (request === undefined) return { outcome: "not_found" };
    const isOpen = request.isUndecided && (request.state === "asked" || state === "approved");
    if (isOpen) {
      await tx
        .update(refundRequests)
        .set({
          state,
          decidedAt: event.occurredAt,
          decidedBy: userId,
          decisionReason: reason,
        })
        .where(eq(refundRequests.id, refundRequestId));
      await writeEvent(tx, event, { type: "customer", id: customerId });
    }
    await tx.insert(auditLog).values({
      eventId: requestEventId,
      action: isOpen ? `refund.${state}` : "refund.nothing_to_do",
      actor: event.actor,
      subjectType: "customer",
      subjectId: customerId,
      data: {
        event: "RefundRequested",
        correlationId: event.correlationId,
        reason,
        refundRequestId,
        before: request.state,
      },
      at: event.occurredAt,
    });
    return { outcome: isOpen ? "decided" : "decided_before" };
  });
}
