import { afterAll, beforeAll, expect } from "vitest";
import { recordStripeEvent } from "#db/billing/record-stripe-event.ts";
import { stripeEvents } from "#db/schema/billing.ts";
import { openDispute, warnOfFraud } from "../../tests/stack/stripe/billing/disputes.ts";
import {
  customerWithCard,
  type Running,
  createSubscriptionFor,
  startForTest,
} from "../../tests/stack/stripe/start-for-test.ts";
import { PLAN } from "../../tests/support/catalogue.ts";
import { insertCustomer } from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { stripeActionsWith } from "../../tests/support/pipeline.ts";

type Charge = Parameters<typeof openDispute>[1];

let provider: Running;
let price = "";

beforeAll(async () => {
  provider = await startForTest();
  const { name, pricePence: pence, priceId: lookupKey } = PLAN.starter;
  ({ id: price } = await createSubscriptionFor(provider, { name, pence, lookupKey }));
});
afterAll(() => provider.stop());

test.for([
  [
    "charge.dispute.created",
    (charge: Charge) => openDispute(provider.world, charge, "chargeback", charge.created).id,
  ],
  [
    "radar.early_fraud_warning.created",
    (charge: Charge) => {
      warnOfFraud(provider.world, charge, charge.created);
      return String([...provider.world.store.all("radar.early_fraud_warning")].at(-1)?.id);
    },
  ],
  ["refund.created", null],
] as const)(
  "%s: the customer is looked up in Stripe and saved with the event",
  async ([type, make], { db }) => {
    const { id: customerId } = await customerWithCard(provider);
    await insertCustomer(db, { id: customerId });
    await provider.stripe.subscriptions.create({ customer: customerId, items: [{ price }] });
    const charges = [...provider.world.store.all("charge")];
    const charge = charges.find(({ customer }) => customer === customerId);
    if (charge === undefined) throw new Error("nothing was paid");
    const objectId = make === null ? "re_1" : provider.world.store.transaction(() => make(charge));
    await recordStripeEvent(db, {
      id: "evt_1",
      type,
      objectId,
      customerId: null,
      apiVersion: null,
      occurredAt: new Date().toISOString(),
      event: null,
    });
    const stripeActions = stripeActionsWith({ db }, provider.stripe);
    const expected = make === null ? null : customerId;
    expect(
      await stripeActions.findCustomerOfCharge({
        stripeEventId: "evt_1",
        notification: type,
        objectId,
      }),
    ).toBe(expected);
    expect(await db.select().from(stripeEvents)).toMatchObject([
      { id: "evt_1", customerId: expected },
    ]);
  },
);
