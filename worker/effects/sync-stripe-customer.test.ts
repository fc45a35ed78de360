import { expect, test } from "vitest";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { EffectDeps } from "./effect.ts";
import { syncCustomerOfStripeEvent } from "./sync-stripe-customer.ts";

async function runSync(
  data: Pick<EventOf<"StripeEventReceived">["data"], "notification" | "objectId" | "customerId">,
  owner: string | null = "cus_1",
) {
  const synced: string[] = [];
  const read: string[] = [];
  const stripeActions: Partial<EffectDeps["stripeActions"]> = {
    sync: ({ customerId }) => {
      synced.push(customerId);
      return Promise.resolve("current");
    },
    findCustomerOfCharge: ({ objectId }) => {
      read.push(objectId);
      return Promise.resolve(owner);
    },
  };
  const event: EventOf<"StripeEventReceived"> = {
    id: "evt_01KAHX2J3V7W8R9T0A1B2C3D4E",
    type: "StripeEventReceived",
    version: 1,
    occurredAt: "2026-11-20T12:00:00.000Z",
    actor: { kind: "system", name: "stripe" },
    correlationId: "req_1",
    data: { stripeEventId: "evt_1", ...data },
  };
  const { facts } = await syncCustomerOfStripeEvent({ stripeActions } as EffectDeps).run(
    event,
    "key",
  );
  return { synced, read, facts };
}

test("event that does not name its customer: looked up in Stripe and synced", async () => {
  const dispute = {
    notification: "charge.dispute.created",
    objectId: "du_1",
    customerId: null,
  } as const;
  expect(await runSync(dispute)).toMatchObject({ read: ["du_1"], synced: ["cus_1"] });
  expect(await runSync(dispute, null)).toMatchObject({
    synced: [],
    facts: { outcome: "no_customer" },
  });
});

test("event that names its customer: causes no extra request to Stripe", async () => {
  expect(
    await runSync({ notification: "invoice.paid", objectId: "in_1", customerId: "cus_2" }),
  ).toMatchObject({ read: [], synced: ["cus_2"] });
});
