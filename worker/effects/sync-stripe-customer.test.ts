import { expect, test } from "vitest";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { testEvent } from "../../tests/support/test-event.ts";
import type { EffectDeps } from "./effect-deps.ts";
import { syncCustomerOfStripeEvent } from "./sync-stripe-customer.ts";

async function runSync(
  data: Pick<EventOf<"StripeEventReceived">["data"], "notification" | "objectId" | "customerId">,
  owner: string | null = "cus_1",
) {
  const synced: string[] = [];
  const read: string[] = [];
  const closed: string[] = [];
  const closeCheckoutSession: EffectDeps["closeCheckoutSession"] = (sessionId, state) => {
    closed.push(`${sessionId} ${state}`);
    return Promise.resolve();
  };
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
  const event = testEvent(
    "StripeEventReceived",
    { stripeEventId: "evt_1", ...data },
    { actor: { kind: "system", name: "stripe" } },
  );
  const deps = { stripeActions, closeCheckoutSession } as EffectDeps;
  const { facts } = await syncCustomerOfStripeEvent(deps).run(event, "key");
  return { synced, read, closed, facts };
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

test.each([
  ["completed", "complete"],
  ["expired", "expired"],
] as const)("checkout session that Stripe reports as %s: closed as %s", async (reported, state) => {
  const data = { objectId: "cs_1", customerId: "cus_1" };
  const notification = `checkout.session.${reported}` as const;
  expect(await runSync({ ...data, notification })).toMatchObject({
    closed: [`cs_1 ${state}`],
    synced: ["cus_1"],
  });
});
