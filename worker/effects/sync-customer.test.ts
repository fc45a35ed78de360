import { expect, test } from "vitest";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { EffectDeps } from "./effect.ts";
import { stripeEventSync } from "./sync-customer.ts";

async function told(
  data: Pick<EventOf<"StripeEventReceived">["data"], "notification" | "objectId" | "customerId">,
  owner: string | null = "cus_1",
) {
  const synced: string[] = [];
  const asked: string[] = [];
  const stripeActions: Partial<EffectDeps["stripeActions"]> = {
    sync: ({ customerId }) => {
      synced.push(customerId);
      return Promise.resolve("current");
    },
    findDisputedCustomer: ({ disputeId }) => {
      asked.push(disputeId);
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
  const { facts } = await stripeEventSync({ stripeActions } as EffectDeps).run(event, "key");
  return { synced, asked, facts };
}

test("dispute: Stripe is asked for the customer, who is then synced", async () => {
  const dispute = {
    notification: "charge.dispute.created",
    objectId: "du_1",
    customerId: null,
  } as const;
  expect(await told(dispute)).toMatchObject({ asked: ["du_1"], synced: ["cus_1"] });
  expect(await told(dispute, null)).toMatchObject({
    synced: [],
    facts: { outcome: "no_customer" },
  });
});

test("event with a customer, or no dispute: makes no extra request", async () => {
  expect(
    await told({ notification: "invoice.paid", objectId: "in_1", customerId: "cus_2" }),
  ).toMatchObject({ asked: [], synced: ["cus_2"] });
  expect(
    await told({ notification: "refund.created", objectId: "re_1", customerId: null }),
  ).toMatchObject({ asked: [], synced: [], facts: { outcome: "no_customer" } });
});
