import { eq, sql } from "drizzle-orm";
import { CURRENCY } from "#contracts/catalogue.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { isUndecided, currencyOf, isPaid } from "#db/billing/orders-sql.ts";
import type { Db } from "#db/client.ts";
import { businessNameOf } from "#db/content/business-name-sql.ts";
import { writeEvent } from "#db/events/insert-event.ts";
import { Reason } from "#db/reason.ts";
import { users } from "#db/schema/accounts.ts";
import { refundRequests, orders, subscriptions } from "#db/schema/billing.ts";
import { auditLog } from "#db/schema/events.ts";

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
      .select({ state: refundRequests.state, isUndecided: isUndecided(sql`${refundRequests}`) })
      .from(refundRequests)
      .where(eq(refundRequests.id, refundRequestId))
      .for("update");
    if (request === undefined) return { outcome: "not_found" };
    const isOpen = request.isUndecided && (request.state === "asked" || state === "approved");
    if (isOpen) {
      await tx
        .update(refundRequests)
        .set({ state, decidedAt: event.occurredAt, decidedBy: userId, decisionReason: reason })
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

export type RefundableSubscription = {
  id: string;
  customerId: string;
  status: string;
  /** Taken and not refunded yet. */
  paidPence: number;
  currency: string;
  /** A refund was asked for, or started, before. */
  isAsked: boolean;
  businessName: string | null;
  firstName: string | null;
  lastName: string | null;
};

/** With its table, which drizzle leaves out: each subselect has an id of its own. */
const OWN_ID = sql.raw("subscriptions.id");

const OWNER_ID = sql.raw("subscriptions.user_id");
const nameOf = (part: "first_name" | "last_name") =>
  sql<
    string | null
  >`(select owner.user_metadata->>${sql.raw(`'${part}'`)} from ${users} owner where owner.id = ${OWNER_ID})`;

const selectRefundable = (db: Pick<Db, "select">, subscriptionId: string) =>
  db
    .select({
      id: subscriptions.id,
      customerId: subscriptions.customerId,
      status: subscriptions.status,
      paidPence: sql<number>`(
        select coalesce(sum(paid.collected_pence - paid.refunded_pence), 0)::int from ${orders} paid
        where paid.subscription_id = ${OWN_ID} and ${isPaid(sql`paid`)}
      )`,
      currency: sql<string>`coalesce(${currencyOf(OWN_ID)}, ${CURRENCY})`,
      isAsked: sql<boolean>`exists (
        select from ${refundRequests} request where request.subscription_id = ${OWN_ID}
      )`,
      businessName: sql<
        string | null
      >`${businessNameOf({ userId: OWNER_ID, enquiryId: sql`null::text` })}`,
      firstName: nameOf("first_name"),
      lastName: nameOf("last_name"),
    })
    .from(subscriptions)
    .where(eq(subscriptions.id, subscriptionId));

export async function findRefundable(
  db: Db,
  subscriptionId: string,
): Promise<RefundableSubscription | null> {
  const [found] = await selectRefundable(db, subscriptionId);
  return found ?? null;
}

export type StartedRefund = "started" | "asked_before" | "nothing_paid" | "not_found";

/**
 * Saves a refund that an operator decided without a request of the customer, with the event whose effect sends it.
 *
 * @param makeEvent gets the sum as it is under the lock
 * @throws {z.ZodError} when the reason is empty or too long
 */
export async function startRefund(
  db: Db,
  {
    subscriptionId,
    userId,
    reason: reasonText,
    makeEvent,
  }: {
    subscriptionId: string;
    /** The operator's. */
    userId: string;
    reason: string;
    makeEvent: (subscription: RefundableSubscription) => EventOf<"RefundApproved">;
  },
): Promise<StartedRefund> {
  const reason = Reason.parse(reasonText);
  return db.transaction(async (tx) => {
    // A second press waits here and finds the request of the first.
    const [found] = await selectRefundable(tx, subscriptionId).for("update", { of: subscriptions });
    if (found === undefined) return "not_found";
    if (found.paidPence <= 0) return "nothing_paid";
    const event = makeEvent(found);
    const { refundRequestId, customerId, amountPence } = event.data;
    const [saved] = await tx
      .insert(refundRequests)
      .values({
        id: refundRequestId,
        subscriptionId,
        customerId,
        userId: sql`(select user_id from ${subscriptions} where id = ${subscriptionId})`,
        amountPence,
        state: "approved",
        requestedAt: event.occurredAt,
        decidedAt: event.occurredAt,
        decidedBy: userId,
        decisionReason: reason,
      })
      .onConflictDoNothing({ target: refundRequests.subscriptionId })
      .returning({ id: refundRequests.id });
    if (saved === undefined) return "asked_before";
    await writeEvent(tx, event, { type: "customer", id: customerId });
    await tx.insert(auditLog).values({
      eventId: event.id,
      action: "refund.started",
      actor: event.actor,
      subjectType: "customer",
      subjectId: customerId,
      data: { reason, refundRequestId, subscriptionId, amountPence },
      at: event.occurredAt,
    });
    return "started";
  });
}
