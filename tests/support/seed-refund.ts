import type { Db } from "#db/client.ts";
import { refundRequests } from "#db/schema/billing.ts";
import { insertCustomer, insertSubscription } from "./customer-rows.ts";
import { seedEvent, seedIds } from "./seed-event.ts";

export async function seedRefundRequest(
  db: Db,
  seed: {
    last?: string;
    message?: string | null;
    state?: typeof refundRequests.$inferInsert.state;
  } = {},
) {
  const { last = "E", message = "It is not what I hoped for.", state = "asked" } = seed;
  const ids = {
    eventId: seedIds(last).eventId,
    refundRequestId: `rfr_01KAHX2J3V7W8R9T0A1B2C3D4${last}`,
    customerId: `cus_${last}`,
    subscriptionId: `sub_${last}`,
  };
  const { refundRequestId, customerId, subscriptionId } = ids;
  const requestedAt = "2026-11-20T23:13:00.123Z";
  await insertCustomer(db, { id: customerId });
  await insertSubscription(db, {
    id: subscriptionId,
    customerId,
    paidAt: "2026-11-17T12:00:00.000Z",
  });
  await db.insert(refundRequests).values({
    id: refundRequestId,
    subscriptionId,
    customerId,
    message,
    amountPence: 184_99,
    state,
    requestedAt,
  });
  await seedEvent(db, {
    last,
    event: {
      type: "RefundRequested",
      aggregateType: "customer",
      aggregateId: customerId,
      payload: {
        refundRequestId,
        customerId,
        subscriptionId,
        amountPence: 184_99,
        currency: "gbp",
      },
      occurredAt: requestedAt,
    },
  });
  return ids;
}
