import { eq } from "drizzle-orm";
import { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, onTestFinished, vi } from "vitest";
import type { Db } from "#db/client.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { DEFAULT_SETTINGS } from "../../tests/stack/stripe/account-settings.ts";
import { settleRefund } from "../../tests/stack/stripe/billing/refunds.ts";
import { customerWithCard, startWithVat } from "../../tests/stack/stripe/start-for-test.ts";
import { insertCustomer } from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { stripeActionsWith } from "../../tests/support/pipeline.ts";

let running: Awaited<ReturnType<typeof startWithVat>>;
let stripe: Stripe;
let price: Stripe.Price;
let vat: Stripe.TaxRate;

beforeAll(async () => {
  running = await startWithVat();
  ({ stripe, price, vat } = running);
});
afterAll(() => running.stop());

async function paid(db: Db, card = "pm_card_visa") {
  const { id: customerId } = await customerWithCard(running, { card });
  const { id: subscriptionId, latest_invoice: latest } = await stripe.subscriptions.create({
    customer: customerId,
    items: [{ price: price.id }],
    default_tax_rates: [vat.id],
  });
  const orderId = latest as string;
  const { data } = await stripe.invoicePayments.list({ invoice: orderId });
  const intent = data[0]?.payment.payment_intent as string;
  const actions = stripeActionsWith({ db }, stripe);
  return {
    customerId,
    subscriptionId,
    actions,
    refund: (amount?: number) =>
      stripe.refunds.create({ payment_intent: intent, ...(amount !== undefined && { amount }) }),
    credit: () => actions.creditRefunds({ customerId, orderId, correlationId: "req_1" }),
    notes: async () =>
      (await stripe.creditNotes.list({ invoice: orderId })).data.map((note) => ({
        pence: note.total,
        vat: note.total_taxes?.map(({ amount }) => amount),
        refunds: note.refunds.map(({ refund }) => refund),
      })),
  };
}

describe("credit notes", () => {
  test("refunds in parts: a note of each with its part of the VAT, once", async ({ db }) => {
    const { refund, credit, notes } = await paid(db);
    const part = await refund(30_00);
    expect(await credit()).not.toBeNull();
    const rest = await refund();
    await credit();
    expect(await credit()).toBeNull();
    expect(await notes()).toEqual([
      { pence: 67_00, vat: [11_17], refunds: [rest.id] },
      { pence: 30_00, vat: [5_00], refunds: [part.id] },
    ]);
  });

  test("refund that failed: no note", async ({ db }) => {
    const { refund, credit, notes } = await paid(db, "pm_card_refundFail");
    const { id } = await refund();
    await expect
      .poll(async () => {
        running.passWallTime(10_000);
        return (await stripe.refunds.retrieve(id)).status;
      })
      .toBe("failed");
    expect(await credit()).toBeNull();
    expect(await notes()).toEqual([]);
  });

  test("refund that failed after its note: the note covers the refund that takes its place", async ({
    db,
  }) => {
    running.world.settings = { ...DEFAULT_SETTINGS, failedRefundLowersCharge: true };
    const { refund, credit, notes } = await paid(db);
    const { id: failed } = await refund(60_00);
    await credit();
    running.world.store.transaction(() =>
      settleRefund(running.world, { id: failed, status: "failed", at: 0 }),
    );
    await refund(40_00);
    expect(await credit()).toBeNull();
    const { id: rest } = await refund(57_00);
    await credit();
    expect(await credit()).toBeNull();
    expect(await notes()).toMatchObject([
      { pence: 37_00, refunds: [rest] },
      { pence: 60_00, refunds: [failed] },
    ]);
  });

  test("duplicate subscription: its refund is an event of its own, which brings the note", async ({
    db,
  }) => {
    const kept = await paid(db);
    const { customerId, subscriptionId, actions, credit, notes } = await paid(db);
    await insertCustomer(db, { id: customerId });
    await actions.sync({ customerId, correlationId: "req_1", stripeEventId: null });
    for (let times = 0; times < 2; times += 1) {
      await actions.refundDuplicate({
        customerId,
        subscriptionId,
        keptSubscriptionId: kept.subscriptionId,
        correlationId: "req_1",
      });
    }
    const issued = await db
      .select({ payload: outboxEvents.payload })
      .from(outboxEvents)
      .where(eq(outboxEvents.type, "RefundIssued"));
    expect(issued).toMatchObject([{ payload: { subscriptionId, amountPence: 97_00 } }]);
    await credit();
    expect(await notes()).toMatchObject([{ pence: 97_00, vat: [16_17] }]);
  });

  test("tax rate that is archived since: the note has it, and it stays archived", async ({
    db,
  }) => {
    const { refund, credit, notes } = await paid(db);
    await refund(30_00);
    await stripe.taxRates.update(vat.id, { active: false });
    onTestFinished(async () => {
      await stripe.taxRates.update(vat.id, { active: true });
    });
    const create = stripe.creditNotes.create.bind(stripe.creditNotes);
    const spy = vi.spyOn(stripe.creditNotes, "create").mockImplementation(async (...asked) => {
      if (!(await stripe.taxRates.retrieve(vat.id)).active) {
        throw new Stripe.errors.StripeInvalidRequestError({
          type: "invalid_request_error",
          message: "The tax rate cannot be used because it is archived.",
        });
      }
      return create(...asked);
    });
    onTestFinished(() => spy.mockRestore());
    await credit();
    expect(await notes()).toMatchObject([{ pence: 30_00, vat: [5_00] }]);
    expect(await stripe.taxRates.retrieve(vat.id)).toMatchObject({ active: false, metadata: {} });
  });
});
