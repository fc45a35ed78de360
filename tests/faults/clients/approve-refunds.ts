import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import { connectDatabase } from "#db/connect.ts";
import { decideRefund } from "#db/ops/change-refunds.ts";

const ROUND_MS = 1_000;

const ASKED = `select request.id, request.subscription_id, request.customer_id, request.amount_pence, event.id as event_id
  from refund_requests request join outbox_events event
    on event.type = 'RefundRequested' and event.payload->>'refundRequestId' = request.id
  where request.state = 'asked'`;

export async function approveRefunds(databaseUrl: string, signal: AbortSignal): Promise<void> {
  const reading = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  reading.on("error", () => undefined);
  reading.on("connect", (client) => client.on("error", () => undefined));
  const { db, close } = connectDatabase(databaseUrl, {
    max: 1,
    applicationName: "faults-approvals",
    onError: () => undefined,
  });
  const userId = randomUUID();
  try {
    while (!signal.aborted) {
      const asked = await reading.query<Record<string, string>>(ASKED).catch(() => null);
      for (const row of asked?.rows ?? []) {
        await decideRefund(db, {
          event: {
            id: makeId("event", Date.now(), randomBytes(ID_RANDOM_BYTES)),
            type: "RefundApproved",
            version: 1,
            occurredAt: new Date().toISOString(),
            actor: { kind: "ops", name: "Ada" },
            correlationId: "faults",
            data: {
              refundRequestId: String(row["id"]),
              customerId: String(row["customer_id"]),
              subscriptionId: String(row["subscription_id"]),
              amountPence: Number(row["amount_pence"]),
              currency: "gbp",
            },
          },
          requestEventId: String(row["event_id"]),
          userId,
          reason: "within the guarantee",
        }).catch(() => undefined);
      }
      await delay(ROUND_MS, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await reading.end();
    await close();
  }
}
