import { createHmac } from "node:crypto";
import { Stripe } from "stripe";
import { describe, expect } from "vitest";
import { STRIPE_EVENT_TYPES } from "#contracts/events/stripe-event-received.ts";
import { API, type AuthService, test as base } from "../../tests/support/auth-service.ts";
import { UNLIMITED } from "../auth/limits/limits.ts";

const OLD = "whsec_old_0123456789";
const NEW = "whsec_new_0123456789";

const EVENT = {
  id: "evt_1",
  object: "event",
  api_version: "2026-10-28.endive",
  created: 1_795_000_000,
  livemode: false,
  type: "customer.subscription.updated",
  data: { object: { id: "sub_1", object: "subscription", customer: "cus_1", livemode: false } },
};

type Answer = { status: number; body: Record<string, unknown> };
type Options = { secret?: string; signature?: string; ageS?: number };

const test = base.extend<{
  notify: (event: unknown, options?: Options) => Promise<Answer>;
  edge: AuthService;
}>({
  edge: async ({ serviceWith }, use) => {
    await use(
      serviceWith({
        STRIPE_SECRET_KEY: "sk_test_stand_in",
        STRIPE_WEBHOOK_SECRETS: `${NEW}, ${OLD}`,
      }),
    );
  },
  notify: async ({ edge }, use) => {
    await use(async (event, options = {}) => {
      const payload = typeof event === "string" ? event : JSON.stringify(event);
      const signature =
        options.signature ??
        (await Stripe.webhooks.generateTestHeaderStringAsync({
          payload,
          secret: options.secret ?? NEW,
          timestamp: Math.floor(Date.now() / 1_000) - (options.ageS ?? 0),
        }));
      const response = await edge.request(`${API}/webhooks/stripe`, {
        method: "POST",
        headers: { "stripe-signature": signature, "content-type": "application/json" },
        body: payload,
      });
      return {
        status: response.status,
        body: (await response.json()) as Record<string, unknown>,
      };
    });
  },
});

const signedAt = (time: string) => {
  const payload = `${time}.${JSON.stringify(EVENT)}`;
  return `t=${time},v1=${createHmac("sha256", NEW).update(payload).digest("hex")}`;
};

const TAKEN = { status: 200, body: { received: true } };

describe("POST /webhooks/stripe", () => {
  test("signed event: stores its ids and a domain event, no personal data", async ({
    notify,
    database,
    edge,
  }) => {
    const object = { ...EVENT.data.object, email: "ada@shop.example", metadata: { note: "ada" } };
    expect(await notify({ ...EVENT, data: { object } })).toEqual(TAKEN);
    const kept = await database.query(
      "select id, type, object_id, customer_id, api_version from stripe_events",
    );
    expect(kept.rows).toEqual([
      {
        id: "evt_1",
        type: EVENT.type,
        object_id: "sub_1",
        customer_id: "cus_1",
        api_version: EVENT.api_version,
      },
    ]);
    const events = await database.query(
      "select type, aggregate_type, aggregate_id, payload from outbox_events",
    );
    expect(events.rows).toEqual([
      {
        type: "StripeEventReceived",
        aggregate_type: "customer",
        aggregate_id: "cus_1",
        payload: {
          stripeEventId: "evt_1",
          notification: EVENT.type,
          objectId: "sub_1",
          customerId: "cus_1",
        },
      },
    ]);
    expect(edge.published).toHaveLength(1);
    expect(JSON.stringify(edge.log)).not.toContain("ada");
  });

  test("same webhook ten times concurrently: one row, one event, ten times 200", async ({
    notify,
    database,
  }) => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => notify(EVENT)));
    expect(answers).toEqual(answers.map(() => TAKEN));
    const { rows } = await database.query(
      "select (select count(*)::int from stripe_events) as kept, count(*)::int as events from outbox_events",
    );
    expect(rows).toEqual([{ kept: 1, events: 1 }]);
  });

  test("signed event: both rows written in one transaction", async ({ notify, database }) => {
    await notify(EVENT);
    const { rows } = await database.query(
      `select count(distinct xmin::text)::int as transactions
       from (select xmin from stripe_events union all select xmin from outbox_events) rows`,
    );
    expect(rows).toEqual([{ transactions: 1 }]);
  });

  test("secret rotation: accepts the old and the new secret, no third", async ({ notify }) => {
    expect(await notify(EVENT, { secret: OLD })).toEqual(TAKEN);
    expect(await notify(EVENT, { secret: NEW })).toEqual(TAKEN);
    expect(await notify(EVENT, { secret: "whsec_other_0123456789" })).toMatchObject({
      status: 400,
      body: { code: "signature_invalid" },
    });
  });

  test.for<[string, Options]>([
    ["no signature", { signature: "" }],
    ["a malformed signature", { signature: "t=1,v1=abc" }],
    ["a signature from ten minutes ago", { ageS: 600 }],
    ["a signature from the next hour", { ageS: -3_600 }],
    ["a signature without a time", { signature: signedAt("NaN") }],
  ])("%s: rejected, nothing stored", async ([, options], { notify, database }) => {
    expect(await notify(EVENT, options)).toMatchObject({
      status: 400,
      body: { code: "signature_invalid" },
    });
    expect((await database.query("select id from stripe_events")).rows).toEqual([]);
  });

  test.for<[string, unknown]>([
    ["an event of the other mode", { ...EVENT, livemode: true }],
    ["an event without an object", { ...EVENT, data: {} }],
    ["an invalid id", { ...EVENT, id: "1" }],
    ["NUL in a type", { ...EVENT, type: "a\0b" }],
    ["NUL in an object's id", { ...EVENT, data: { object: { object: "refund", id: "re_\0" } } }],
    [
      "half a character in a customer's id",
      { ...EVENT, data: { object: { ...EVENT.data.object, customer: "cus_\ud800" } } },
    ],
    ["a thin event", { id: "evt_1", object: "v2.core.event", type: "v1.billing" }],
    ["invalid JSON", "{"],
    ["a list", [EVENT]],
  ])("%s: rejected despite a valid signature", async ([, event], { notify, database }) => {
    expect(await notify(event)).toMatchObject({ status: 400, body: { code: "invalid_input" } });
    expect((await database.query("select id from stripe_events")).rows).toEqual([]);
  });

  test("body over the limit: rejected before it is parsed", async ({ notify }) => {
    expect((await notify("x".repeat(1024 * 1024 + 1))).status).toBe(413);
  });

  test("unknown event type: stored without an event", async ({ notify, database }) => {
    expect(await notify({ ...EVENT, type: "issuing_card.created" })).toEqual(TAKEN);
    const { rows } = await database.query(
      "select type, (select count(*)::int from outbox_events) as events from stripe_events",
    );
    expect(rows).toEqual([{ type: "issuing_card.created", events: 0 }]);
  });

  test.for<[string, object, object | undefined, string | null]>([
    ["a customer is its own", { id: "cus_9", object: "customer" }, undefined, "cus_9"],
    [
      "an object names its customer",
      { id: "in_1", object: "invoice", customer: "cus_9" },
      undefined,
      "cus_9",
    ],
    [
      "or holds it",
      { id: "in_1", object: "invoice", customer: { id: "cus_9" } },
      undefined,
      "cus_9",
    ],
    [
      "or had one",
      { id: "pm_1", object: "payment_method", customer: null },
      { customer: "cus_9" },
      "cus_9",
    ],
    ["or has none", { id: "re_1", object: "refund" }, undefined, null],
  ])("%s", async ([, object, previous, customer], { notify, database }) => {
    const data = { object, ...(previous === undefined ? {} : { previous_attributes: previous }) };
    expect(await notify({ ...EVENT, data })).toEqual(TAKEN);
    const { rows } = await database.query(
      "select customer_id, payload->>'customerId' as sent from stripe_events, outbox_events",
    );
    expect(rows).toEqual([{ customer_id: customer, sent: customer }]);
  });

  test.for([
    ["its subscription", { subscription_details: { subscription: "sub_9" } }, "sub_9"],
    ["its customer, without a subscription", null, "cus_9"],
  ] as const)(
    "upcoming invoice: the event refers to %s",
    async ([, parent, id], { notify, database }) => {
      const object = { object: "invoice", id: "upcoming_in_1", customer: "cus_9", parent };
      expect(await notify({ ...EVENT, type: "invoice.upcoming", data: { object } })).toEqual(TAKEN);
      const { rows } = await database.query(
        "select object_id, payload->>'objectId' as sent from stripe_events, outbox_events",
      );
      expect(rows).toEqual([{ object_id: id, sent: id }]);
    },
  );

  test("every subscribed event type: creates an event", async ({ notify, database }) => {
    for (const [index, type] of STRIPE_EVENT_TYPES.entries()) {
      expect(await notify({ ...EVENT, id: `evt_${index}`, type })).toEqual(TAKEN);
    }
    const { rows } = await database.query("select count(*)::int as events from outbox_events");
    expect(rows).toEqual([{ events: STRIPE_EVENT_TYPES.length }]);
  });

  test("no webhook secret configured: 500, so Stripe retries", async ({ serviceWith }) => {
    const response = await serviceWith().request(`${API}/webhooks/stripe`, {
      method: "POST",
      body: "{}",
    });
    expect(response.status).toBe(500);
  });
});

test("wrong signatures: counted, right ones are not, and beyond the limit no body is read", async ({
  serviceWith,
}) => {
  const taken: string[] = [];
  const edge = serviceWith(
    { STRIPE_SECRET_KEY: "sk_test_stand_in", STRIPE_WEBHOOK_SECRETS: NEW },
    {
      ...UNLIMITED,
      take(bucket, key) {
        if (taken.length < 2) taken.push(`${bucket} ${key}`);
        else return Promise.resolve({ allowed: false, retryAfterS: 1 });
        return Promise.resolve({ allowed: true, retryAfterS: 0 });
      },
      uncount: () => Promise.resolve(void taken.pop()),
    },
  );
  const send = async (payload: string, signature: string) => {
    const response = await edge.request(`${API}/webhooks/stripe`, {
      method: "POST",
      headers: { "stripe-signature": signature, "cf-connecting-ip": "203.0.113.7" },
      body: payload,
    });
    return response.status;
  };
  const payload = JSON.stringify(EVENT);
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: NEW });
  for (let i = 0; i < 3; i++) expect(await send(payload, signature)).toBe(200);
  expect(taken).toEqual([]);
  expect(await send(payload, "t=1,v1=made-up")).toBe(400);
  expect(await send("x".repeat(2 * 1024 * 1024), signature)).toBe(413);
  expect(taken).toEqual(Array.from({ length: 2 }, () => "webhook_signature 203.0.113.7"));
  expect(await send("x".repeat(2 * 1024 * 1024), signature)).toBe(429);
});
