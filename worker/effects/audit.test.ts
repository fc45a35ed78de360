import { describe, expect, test } from "vitest";
import { type EventType, newestShapes } from "#contracts/events/catalogue.ts";
import { testEvent } from "../../tests/support/test-event.ts";
import { FACT_FIELDS } from "./audit.ts";
import { createEffects } from "./catalogue.ts";

const effects = createEffects({} as never);

test("issued refund: the row has its ids, sums and booleans, not its number", async () => {
  const event = testEvent("RefundIssued", {
    customerId: "cus_1",
    subscriptionId: "sub_1",
    orderId: "in_1",
    orderNumber: "TIDE-0001",
    currency: "gbp",
    amountPence: 84_99,
    refundedPence: 184_99,
    refundIds: ["re_1", "re_2"],
    isAutomatic: false,
  });
  expect((await effects.RefundIssued.audit.run(event, "key")).facts).toEqual({
    customerId: "cus_1",
    subscriptionId: "sub_1",
    orderId: "in_1",
    amountPence: 84_99,
    refundedPence: 184_99,
    refundIds: "re_1 re_2",
    isAutomatic: "false",
  });
});

test("withdrawn change of two of a plan and a product of the Dashboard: the row has ids, not its name", async () => {
  const event = testEvent("SubscriptionChangeWithdrawn", {
    customerId: "cus_1",
    subscriptionId: "sub_1",
    priceIds: [
      { priceId: "tidepost_plus_monthly", quantity: 2, productName: null },
      "tidepost_community_monthly",
      { priceId: null, quantity: 1, productName: "Ada Byron's website" },
    ],
    amountPence: 1,
    payments: [],
    periodEnd: null,
  });
  expect((await effects.SubscriptionChangeWithdrawn.audit.run(event, "key")).facts).toMatchObject({
    priceIds: "tidepost_plus_monthly tidepost_community_monthly other",
  });
});

test("proposed posts: the row names each with its version", async () => {
  const event = testEvent("PostProposed", {
    userId: null,
    subscriptionId: null,
    posts: [
      { postId: "pst_1", version: 1 },
      { postId: "pst_2", version: 3 },
    ],
  });
  expect((await effects.PostProposed.audit.run(event, "key")).facts).toEqual({
    posts: "pst_1/1 pst_2/3",
  });
});

test("Stripe's notifications have no row: the events that they cause have", () => {
  const without = Object.entries(effects).filter(([, own]) => !("audit" in own));
  expect(without.map(([type]) => type)).toEqual(["StripeEventReceived"]);
});

describe("no field of the row may hold what a person wrote", () => {
  const WRITTEN = ["Ada Byron", "ada@shop.example", "Call me at 5 please."];
  const fieldsOf = (type: EventType) =>
    newestShapes.find((shape) => shape.type.value === type)?.data.shape;
  const facts = [...FACT_FIELDS].flatMap(([type, names]) =>
    // Stripe may make ids of any form.
    names
      .filter((name) => !name.endsWith("Ids"))
      .map((name) => ({ type: type as EventType, name })),
  );
  test.each(facts)("$type.$name", ({ type, name }) => {
    const field = fieldsOf(type)?.[name];
    for (const text of WRITTEN) {
      expect(field?.safeParse(text).success).toBe(false);
      expect(field?.safeParse([text]).success).toBe(false);
    }
  });
});
