import { afterAll, beforeAll, expect } from "vitest";
import { PLANS } from "#contracts/catalogue.ts";
import { recordStripeEvent } from "#db/billing/record-stripe-event.ts";
import { stripeEvents } from "#db/schema/billing.ts";
import { insertCustomer } from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { openDispute } from "../../tests/stack/stripe/billing/disputes.ts";
import {
  customerWithCard,
  type Running,
  createSubscriptionFor,
  startForTest,
} from "../../tests/stack/stripe/start-for-test.ts";
import { createStripeActions } from "./stripe-actions.ts";

let provider: Running;

beforeAll(async () => {
  provider = await startForTest();
});
afterAll(() => provider.stop());

test("dispute: the customer is looked up in Stripe and saved with the event", async ({ db }) => {
  const [{ name, pricePence: pence, priceId: lookupKey }] = PLANS;
  const { id: price } = await createSubscriptionFor(provider, { name, pence, lookupKey });
  const { id: customerId } = await customerWithCard(provider);
  await insertCustomer(db, { id: customerId });
  await provider.stripe.subscriptions.create({ customer: customerId, items: [{ price }] });
  const charges = [...provider.world.store.all("charge")];
  const charge = charges.find(({ customer }) => customer === customerId);
  if (charge === undefined) throw new Error("nothing was paid");
  const { id: disputeId } = provider.world.store.transaction(() =>
    openDispute(provider.world, charge, charge.created),
  );
  await recordStripeEvent(db, {
    id: "evt_1",
    type: "charge.dispute.created",
    objectId: disputeId,
    customerId: null,
    apiVersion: null,
    occurredAt: new Date().toISOString(),
    event: null,
  });
  const stripeActions = createStripeActions({
    db,
    stripe: provider.stripe,
    locks: { hold: (_, work) => work(), close: () => Promise.resolve() },
    makeId: newId,
    now: () => new Date(),
  });
  const found = await stripeActions.findDisputedCustomer({ stripeEventId: "evt_1", disputeId });
  expect(found).toBe(customerId);
  expect(await db.select().from(stripeEvents)).toMatchObject([{ id: "evt_1", customerId }]);
});
