import { expect, test } from "vitest";
import { PLAN } from "../../tests/support/catalogue.ts";
import { newId, recordingReporter } from "../../tests/support/pipeline.ts";
import { testEvent } from "../../tests/support/test-event.ts";
import { effectDeps } from "../../tests/support/unreachable.ts";
import { ConversionRejected } from "../ports/conversion-reporter.ts";
import type { EffectDeps } from "./effect-deps.ts";
import { reportPurchaseConversion } from "./report-conversions.ts";

type Details = Awaited<ReturnType<EffectDeps["getPurchaseConversion"]>>;

const CONSENTED: Details = {
  conversion: {
    consent_version: "2026-11",
    consented_at: "2026-11-20T11:59:00.000Z",
    page_url: "https://tidepost.example/checkout",
    fbp: "fb.1.1596403881668.1116446470",
    user_agent: "Mozilla/5.0",
  },
  email: "ada@shop.example",
  orderId: "in_1",
};

const CHECKOUT_ID = newId("checkout");

const EVENT = testEvent("CheckoutCompleted", {
  customerId: "cus_1",
  subscriptionId: "sub_1",
  priceIds: [PLAN.plus.priceId, "tidepost_addon"],
  amountPence: 184_99,
  payments: [],
  periodEnd: "2026-12-20T12:00:00.000Z",
  consentedCheckoutId: CHECKOUT_ID,
  paidPence: 184_99,
  orderNumber: "TIDE-0001",
});

function setUp(loaded: Details, { isConfigured = true } = {}) {
  const conversions = recordingReporter();
  const effect = reportPurchaseConversion(
    effectDeps({
      reporter: isConfigured ? conversions.reporter : null,
      getPurchaseConversion: ({ subscriptionId, checkoutId }) =>
        subscriptionId === "sub_1" && checkoutId === CHECKOUT_ID
          ? Promise.resolve(loaded)
          : Promise.reject(new Error("another purchase")),
    }),
  );
  return { conversions, effect, run: (event = EVENT) => effect.run(event, "key") };
}

test("purchase with consent: reported under the browser's id, counted once", async () => {
  const { conversions, run } = setUp(CONSENTED);
  const reported = { externalId: "trace-purchase-in_1", facts: { outcome: "sent" } };
  expect(await run()).toEqual(reported);
  expect(await run()).toEqual(reported);
  expect([...conversions.reports.values()]).toEqual([
    {
      name: "Purchase",
      content: { name: "Plus Package", type: "product" },
      value: 175,
      currency: "GBP",
      person: { email: "ada@shop.example" },
      occurredAt: EVENT.occurredAt,
      conversion: { ...CONSENTED.conversion, event_id: "purchase-in_1" },
    },
  ]);
});

const UNCONSENTED = { ...EVENT, data: { ...EVENT.data, consentedCheckoutId: null } };

test("purchase without consent: has no conversion effect", () => {
  const { effect } = setUp(CONSENTED);
  expect([EVENT, UNCONSENTED].map((event) => effect.when?.(event))).toEqual([true, false]);
});

test("purchase without consent whose effect exists: reports nothing", async () => {
  const { conversions, run } = setUp(CONSENTED);
  expect(await run(UNCONSENTED)).toEqual({
    externalId: null,
    facts: { outcome: "skipped", reason: "no_consent" },
  });
  expect(conversions.reports.size).toBe(0);
});

test.each([
  ["of an erased customer", { ...CONSENTED, conversion: null }, {}, EVENT.data.priceIds, "erased"],
  ["without Meta settings", CONSENTED, { isConfigured: false }, [], "not_configured"],
  ["of an add-on only", CONSENTED, {}, ["tidepost_addon"], "not_for_sale"],
] as const)("purchase %s: reports nothing", async (_, loaded, options, priceIds, reason) => {
  const { conversions, run } = setUp(loaded, options);
  const event = { ...EVENT, data: { ...EVENT.data, priceIds: [...priceIds] } };
  expect(await run(event)).toEqual({ externalId: null, facts: { outcome: "skipped", reason } });
  expect(conversions.reports.size).toBe(0);
});

test("purchase whose payment is not synced yet: retried", async () => {
  const { run } = setUp({ ...CONSENTED, orderId: null });
  const failure: unknown = await run().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(ConversionRejected);
});

test("permanent rejection by Meta: dead-lettered", async () => {
  const { conversions, run } = setUp(CONSENTED);
  conversions.failWith(() => new ConversionRejected("Meta: 100 (400)"));
  await expect(run()).rejects.toBeInstanceOf(ConversionRejected);
});
