import { expect, test } from "vitest";
import { DomainEvent, type EventOf } from "#contracts/events/catalogue.ts";
import { effectDeps } from "../../tests/support/unreachable.ts";
import type { ReconcileRequests } from "../billing/reconcile-requests.ts";
import { createEffects } from "./catalogue.ts";
import type { EffectDeps } from "./effect-deps.ts";

type RequestType = "RetentionApplied" | "SubscriptionCancelled" | "SubscriptionResumed";

const USER = { kind: "user", userId: "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11" };
const SYSTEM = { kind: "system", name: "billing" };

function event<T extends RequestType>(type: T, actor: object, data: object): EventOf<T> {
  return DomainEvent.parse({
    id: "evt_01KAHX2J3V7W8R9T0A1B2C3D4E",
    type,
    version: 1,
    occurredAt: "2026-11-20T12:00:00.000Z",
    actor,
    correlationId: "req_1",
    data: {
      customerId: "cus_1",
      subscriptionId: "sub_1",
      priceIds: [],
      amountPence: 97_00,
      payments: [],
      periodEnd: "2026-12-20T12:00:00.000Z",
      ...data,
    },
  }) as EventOf<T>;
}

function setUp() {
  const applied: ReconcileRequests[] = [];
  const stripeActions: Partial<EffectDeps["stripeActions"]> = {
    reconcileRequests(request) {
      applied.push(request);
      return Promise.resolve("applied");
    },
  };
  const effects = createEffects(
    effectDeps({
      mailer: { send: () => Promise.reject(new Error("no mail")) },
      findCustomerContact: () => Promise.resolve(null),
      stripeActions: stripeActions as EffectDeps["stripeActions"],
    }),
  );
  return { applied, effects };
}

test.each([
  ["by the user, at the period end", true, USER, false],
  ["by the user, at once", true, USER, true],
  ["in Stripe's portal, at the period end", false, SYSTEM, false],
  ["in Stripe's portal, at once", true, SYSTEM, true],
] as const)("cancellation %s: applied in Stripe: %s", (_, isApplied, actor, isImmediate) => {
  const effect = setUp().effects.SubscriptionCancelled["apply-subscription-request"];
  expect(effect?.when?.(event("SubscriptionCancelled", actor, { isImmediate }))).toBe(isApplied);
});

test.each([
  ["by the user", true, USER],
  ["in Stripe's portal", false, SYSTEM],
] as const)("resumption %s: applied in Stripe: %s", (_, isApplied, actor) => {
  const effect = setUp().effects.SubscriptionResumed["apply-subscription-request"];
  expect(effect?.when?.(event("SubscriptionResumed", actor, {}))).toBe(isApplied);
});

test.each([
  ["cancellation", event("SubscriptionCancelled", USER, { isImmediate: false }), true, false],
  ["resumption", event("SubscriptionResumed", USER, {}), true, false],
  [
    "offer",
    event("RetentionApplied", USER, { percentOff: 20, months: 3, reduced: [], resumes: false }),
    false,
    true,
  ],
  [
    "offer that resumes",
    event("RetentionApplied", USER, { percentOff: 20, months: 3, reduced: [], resumes: true }),
    true,
    true,
  ],
] as const)(
  "replayed %s: applies its own request again, and no other",
  async (_, given, cancelOrResume, offer) => {
    const { applied, effects } = setUp();
    const catalogue = effects[given.type] as Readonly<
      Record<string, { run: (event: unknown, key: string) => Promise<unknown> }>
    >;
    await catalogue["apply-subscription-request"]?.run(given, "key");
    expect(applied).toEqual([
      {
        customerId: "cus_1",
        subscriptionId: "sub_1",
        correlationId: "req_1",
        retryRejected: { cancelOrResume, offer },
      },
    ]);
  },
);
